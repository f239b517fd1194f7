import type { Destination } from './channels.ts';
import type { Access, Connection } from './access.ts';

/** An approved draft on its way out: the very version that was approved. */
export type Message = {
  draftId: string;
  version: number;
  title: string | null;
  body: string;
  destination: Destination;
  /** Who approved it, in whose name it goes out. */
  sender: { name: string; email: string };
  /** Ends the attempt. */
  signal: AbortSignal;
};

/** What a platform said of a message it took. */
export type Sent = {
  /** What the platform calls it; null when it names nothing new. */
  messageRef: string | null;
  /** What a person should know although it is out. */
  note?: string | undefined;
};

/**
 * A place drafts are published to, as a connected account or, without a connection, by a setting of the deployment.
 * `send` is called once for an approval, whatever comes of it, and throws NotPublished. `provider` is who carries it, as
 * `send.approved` tells.
 */
export type Channel = { readonly provider: string } & (
  | { readonly connection: Connection; send(message: Message, access: Access): Promise<Sent> }
  | { readonly connection?: undefined; send(message: Message): Promise<Sent> }
);
