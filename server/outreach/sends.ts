import { newId } from '../../db/ids.ts';
import { insertReply, insertSend, type SendRow } from '../../db/statements/outreach.ts';
import { invalidField, notFound } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import { type ChannelName, CHANNELS } from '../channels/channels.ts';
import { emit } from '../webhooks/events.ts';
import { classifyReply, type Intent, prepareIntents } from './intent.ts';

/** How far a reporter's clock may be ahead of ours, in milliseconds. */
const CLOCK_MS = 5 * 60_000;

function momentOf(call: Call, path: string, given: string | undefined): string {
  if (given === undefined) return call.now.toISOString();
  if (new Date(given).getTime() > call.now.getTime() + CLOCK_MS) throw invalidField(path, 'is in the future');
  return given;
}

const messageOn = (channel: string, sentAt: string) =>
  `the ${CHANNELS[channel as ChannelName].name} message of ${sentAt.slice(0, 10)}`;

export type SendInput = {
  channel: ChannelName;
  draft_id?: string | undefined;
  account_id?: string | undefined;
  provider?: string | undefined;
  message_ref?: string | undefined;
  sent_at?: string | undefined;
};

/**
 * Records a send. The same message of a channel reported again answers with the first report and
 * `recorded: false`.
 * @throws Fault invalid_input, not_found
 */
export async function recordSend(call: Call, input: SendInput): Promise<SendRow & { recorded: boolean }> {
  const id = newId('send');
  const [send] = await call.query(insertSend, [
    call.workspaceId,
    id,
    input.draft_id ?? null,
    input.account_id ?? null,
    input.channel,
    input.provider ?? null,
    input.message_ref ?? null,
    momentOf(call, 'sent_at', input.sent_at),
    call.runRef,
    call.principal.keyId,
    call.principal.user.id,
    call.now.toISOString(),
  ]);
  const recorded = send!.send_id === id;
  if (recorded) {
    const message = messageOn(send!.channel, send!.sent_at);
    call.recordFact({
      accountId: send!.account_id,
      subjectType: 'send',
      subjectId: id,
      attribute: 'send',
      value: send!.sent_at,
      sentence: `${message[0]!.toUpperCase()}${message.slice(1)} went out.`,
    });
  }
  return { ...send!, recorded };
}

export type ReplyInput = {
  send_id: string;
  text?: string | undefined;
  subject?: string | undefined;
  intent?: Intent | undefined;
  message_ref?: string | undefined;
  received_at?: string | undefined;
};

const WANTS: Record<Intent, string> = {
  interested: 'is interested',
  'not-interested': 'is not interested',
  referred: 'refers to somebody else',
  later: 'asks to come back later',
  unclear: 'does not make clear what is wanted',
};

/** A reply's intent: as given, else by the rules of intent.ts. @throws Fault invalid_input */
export async function intentOf({ intent, text, subject }: ReplyInput): Promise<Intent> {
  if (intent !== undefined) return intent;
  if (text === undefined) throw invalidField('text', 'give the text of the reply to classify, or its intent');
  await prepareIntents();
  return classifyReply(text, subject);
}

/** Records a reply to a send, with its intent. The reply's text is read but not stored. @throws Fault not_found */
export async function recordReply(call: Call, input: ReplyInput, intent: Intent) {
  const id = newId('reply');
  const [reply] = await call.query(insertReply, [
    call.workspaceId,
    id,
    input.send_id,
    intent,
    input.intent === undefined ? 'rules' : 'caller',
    input.message_ref ?? null,
    momentOf(call, 'received_at', input.received_at),
    call.runRef,
    call.principal.keyId,
    call.principal.user.id,
    call.now.toISOString(),
  ]);
  if (reply === undefined) throw notFound('send');
  const { channel, sent_at: sentAt, outdated, ...answer } = reply;
  const recorded = reply.reply_id === id;
  if (recorded && !outdated) {
    call.recordFact({
      accountId: reply.account_id,
      subjectType: 'send',
      subjectId: reply.send_id,
      attribute: 'reply',
      value: reply.intent,
      sentence: `The reply of ${reply.received_at.slice(0, 10)} to ${messageOn(channel, sentAt)} ${WANTS[reply.intent]}.`,
      single: true,
    });
  }
  if (recorded) {
    const { send_id, draft_id, account_id, intent, received_at } = reply;
    await emit(call, 'reply.received', { send_id, draft_id, account_id, intent, received_at });
  }
  return { ...answer, recorded };
}
