import { insertEvent } from '../../db/statements/webhooks.ts';
import { newId } from '../../db/ids.ts';
import type { Call } from '../gate/call.ts';

/** The data of each event (decisions 13): ids, short labels, tiers, intents and times. */
export type EventData = {
  'draft.ready': {
    draft_id: string;
    product: string;
    skill: string;
    account_ref: string | null;
    created_at: string;
  };
  'reply.received': {
    send_id: string;
    draft_id: string | null;
    account_id: string | null;
    intent: string;
    received_at: string;
  };
  'account.tier_changed': {
    account_id: string;
    from_tier: string | null;
    to_tier: string;
    source: string;
    changed_at: string;
  };
  'send.approved': {
    draft_id: string;
    product: string | null;
    account_ref: string | null;
    channel: string;
    provider: string | null;
    approved_at: string;
  };
};

export type EventType = keyof EventData;

const FIELDS: { [Type in EventType]: readonly (keyof EventData[Type])[] } = {
  'draft.ready': ['draft_id', 'product', 'skill', 'account_ref', 'created_at'],
  'reply.received': ['send_id', 'draft_id', 'account_id', 'intent', 'received_at'],
  'account.tier_changed': ['account_id', 'from_tier', 'to_tier', 'source', 'changed_at'],
  'send.approved': ['draft_id', 'product', 'account_ref', 'channel', 'provider', 'approved_at'],
};

export const EVENT_TYPES = Object.keys(FIELDS) as [EventType, ...EventType[]];

/** The type of the test event the panel sends on demand. */
export const TEST_TYPE = 'webhook.test';

const LABEL_CHARS = 200;

/** E-mail addresses and keys of this service: labels are free text, and these must not leave. */
const PRIVATE_KEY = /\b(?:sat|whsec)_[\w-]{8,}/g;

const withoutPrivate = (text: string) =>
  text.replaceAll(/[^\s<>"',;:()]+/g, (word) =>
    /[^@]@[^@]/.test(word) ? '[removed]' : word.replaceAll(PRIVATE_KEY, '[removed]'),
  );

const label = (value: unknown) =>
  typeof value === 'string' ? withoutPrivate(value).slice(0, LABEL_CHARS).toWellFormed() : null;

/** The body of an event, made once: every attempt of every endpoint sends these bytes. */
export function eventBody(id: string, type: string, at: Date, data: Record<string, string | null>): string {
  return JSON.stringify({ id, type, created_at: at.toISOString(), data });
}

/**
 * Emits an event to a workspace's endpoints within the transaction of `where`. Fields other than the type's own are left
 * out.
 * @param where a call that writes, or `{ workspaceId, query, runRef? }` of a transaction
 */
export async function emit<Type extends EventType>(
  where: Pick<Call, 'workspaceId' | 'query'> & { runRef?: string | null },
  type: Type,
  data: EventData[Type],
): Promise<void> {
  const id = newId('event');
  const shown = Object.fromEntries(FIELDS[type].map((field) => [field, label(data[field])]));
  await where.query(insertEvent, [
    where.workspaceId,
    id,
    type,
    eventBody(id, type, new Date(), shown),
    where.runRef ?? null,
  ]);
}
