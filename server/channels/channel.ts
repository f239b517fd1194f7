import type { Destination } from './channels.ts';
import type { Access, Connection } from './access.ts';

/** An approved draft to publish: exactly the version that was approved. */
export type Message = {
  draftId: string;
  version: number;
  title: string | null;
  body: string;
  destination: Destination;
  /** The approver, in whose name it is published. */
  sender: { name: string; email: string };
  /** Ends the attempt. */
  signal: AbortSignal;
};

/** A platform's answer for a published message. */
export type Sent = {
  /** The platform's id; null when it creates none. */
  messageRef: string | null;
  /** A warning for a person although it was published. */
  note?: string | undefined;
};

/**
 * A place drafts are published to, as a connected account or, without a connection, by a setting of the deployment.
 * `send` is called once per approval, whatever its outcome, and throws NotPublished. `provider` is the service that
 * publishes it, as `send.approved` names it.
 */
export type Channel = { readonly provider: string } & (
  | { readonly connection: Connection; send(message: Message, access: Access): Promise<Sent> }
  | { readonly connection?: undefined; send(message: Message): Promise<Sent> }
);
