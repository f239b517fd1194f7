import type { Destination } from './channels.ts';
import type { Access } from './access.ts';

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

/** Where a channel's tokens are renewed, and as which application; without one, an expired token stays expired. */
export type Connection = {
  tokenUrl: string;
  client?: { id: string; secret: string } | undefined;
  /** How the application names itself to the token endpoint (RFC 6749, 2.3.1). */
  clientIn: 'header' | 'body';
};

/** Why a draft is not out, or that nobody knows; its message is for the person who decides what happens next. */
export class NotPublished extends Error {}

export const nothingPublished = (what: string, whatToDo: string) =>
  new NotPublished(`${what} Nothing was published. ${whatToDo}`);

export const nobodyKnows = (what: string, where: string) =>
  new NotPublished(
    `${what} Nobody knows whether it was published: look on ${where} first, and approve the draft again only if it is not there.`,
  );
