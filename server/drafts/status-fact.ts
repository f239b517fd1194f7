import type { NewFact } from '../gate/call.ts';
import { type ChannelName, CHANNELS } from '../channels/channels.ts';
import type { DraftState } from './draft-states.ts';

type DraftStatus = {
  draft_id: string;
  channel: string;
  title: string | null;
  account_id: string | null;
  status: DraftState;
  scheduled_for?: string | null;
};

/** The state of a draft as a fact, about its account when it has one. */
export function statusFact({ draft_id, channel, title, account_id, status, scheduled_for }: DraftStatus): NewFact {
  const { name } = CHANNELS[channel as ChannelName];
  const what = title === null ? `A ${name} draft` : `The ${name} draft ${JSON.stringify(title)}`;
  const where: Partial<Record<DraftState, string>> = {
    pending: 'waits for review',
    scheduled: `is scheduled for ${scheduled_for}`,
    failed: 'could not be published',
  };
  return {
    accountId: account_id,
    subjectType: 'draft',
    subjectId: draft_id,
    attribute: 'draft_status',
    value: status,
    sentence: `${what} ${where[status] ?? `is ${status}`}.`,
    single: true,
  };
}
