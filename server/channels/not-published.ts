/** A draft was not published, or the outcome is unknown; the message is for the person who decides what happens next. */
export class NotPublished extends Error {}

export const nothingPublished = (what: string, whatToDo: string) =>
  new NotPublished(`${what} Nothing was published. ${whatToDo}`);

export const outcomeUnknown = (what: string, where: string) =>
  new NotPublished(
    `${what} Nobody knows whether it was published: look on ${where} first, and approve the draft again only if it is not there.`,
  );
