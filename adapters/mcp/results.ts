import program from '../../package.json' with { type: 'json' };
import { type Era, negotiatedVersion, SUPPORTED_VERSIONS } from './eras.ts';

const SERVER_INFO = { name: program.name, title: 'Sales Data and Agent Tools', version: program.version };

const CAPABILITIES = { tools: {} };

/** How long a client may cache what only a new release changes: an hour. */
const TTL_MS = 3_600_000;

/** What an agent should know before its first call. */
const INSTRUCTIONS = `Sales data of one workspace (accounts, prospects, meetings, captures, plans, deals, signals) and the tools to read and write it.

- Call verify_session first: it says whose data the key reaches, the plan, the scopes, and whether it may approve drafts. A tool outside the scopes or the plan is refused; an application connected by OAuth may do only what its person ticked.
- Draft first: no tool sends anything to anyone. What would go out is staged as a draft; once it is approved, the publisher sends it (a manual one a person sends). A person approves in the panel. studio_review_draft holds; it approves, schedules or rejects only with an API key given that right (may_approve, see verify_session) by a person in the panel or by the operator, never for an application connected by OAuth, and where the workspace wants a second approver, only drafts that another person staged. Refused with may_not_approve, show the person the link in the hint.
- A field a tool does not know is refused by name, with the nearest it knows. What can only mean one field is taken as it; read warnings in the answer.
- Longer work is a run: start_run, then pass its run_ref with every call (_meta.run_ref, the header Run-Ref, or as an argument where something is written; implied while it is the key's only one running), run_heartbeat at most once a minute, emit_telemetry at the end.
- Repeat a write safely by giving it an idempotency key (the argument idempotency_key, _meta["idempotency-key"], or the header Idempotency-Key): the same key and input answer the first result again. The same capture, meeting, plan entry or draft again answers the one there (created: false); external_ref replaces it; on_match: update changes a record that is there by domain, e-mail or name.
- Ids come from the tools (acc_…, pro_…, mtg_…): never make one up. find_records finds them; name:…, domain:…, email:… or ref:… stands for one where it names one record. A refused call says in message, hint and issues what to change.`;

const MODERN_TAIL = `"resultType":"complete","_meta":${JSON.stringify({ 'io.modelcontextprotocol/serverInfo': SERVER_INFO })}`;

/** A result object of JSON text from its members, with the era's fields of every result. */
function result(era: Era, members: string): string {
  if (era === 'handshake') return `{${members}}`;
  return `{${members === '' ? '' : `${members},`}${MODERN_TAIL}}`;
}

const membersOf = (object: object) => JSON.stringify(object).slice(1, -1);

const CACHEABLE = membersOf({ ttlMs: TTL_MS, cacheScope: 'public' });

export const initializeResult = (asked: string) =>
  JSON.stringify({
    protocolVersion: negotiatedVersion(asked),
    capabilities: CAPABILITIES,
    serverInfo: SERVER_INFO,
    instructions: INSTRUCTIONS,
  });

export const discoverResult = result(
  'modern',
  `${membersOf({ supportedVersions: SUPPORTED_VERSIONS, capabilities: CAPABILITIES, instructions: INSTRUCTIONS })},${CACHEABLE}`,
);

export const listResult = (era: Era, tools: string) =>
  result(era, era === 'modern' ? `"tools":${tools},${CACHEABLE}` : `"tools":${tools}`);

const textBlock = (text: string) => `"content":[{"type":"text","text":${JSON.stringify(text)}}]`;

/** A tool's result, given as JSON text: once as structured content, and the same bytes as text. */
export const callResult = (era: Era, json: string) => result(era, `${textBlock(json)},"structuredContent":${json}`);

/** A tool's refusal, given as the envelope's JSON text, for the model to read and correct its call. */
export const callRefusal = (era: Era, envelope: string) => result(era, `${textBlock(envelope)},"isError":true`);
