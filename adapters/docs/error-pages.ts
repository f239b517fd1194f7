import type { Registry } from '../../routers/registry.ts';
import { type ErrorCode, ERRORS } from '../../server/error-catalogue.ts';
import { Fault } from '../../server/errors.ts';
import { EXAMPLE_FAULTS, EXAMPLE_REQUEST_ID } from '../openapi-components.ts';
import type { Page } from './page.ts';
import { fence, json } from './snippets.ts';
import { errorPath, refusalsOf, toolPath } from './tool-pages.ts';

/** More than the catalogue's sentence: why an error happens, and what a program should do. */
const ADVICE: Record<ErrorCode, { why: string; then: string }> = {
  invalid_json: {
    why: 'The body was empty, cut off, not UTF-8, not JSON, or JSON that is not an object (a list, a string, a number). A content type that is neither JSON nor a form’s is refused with the same code.',
    then: 'Send one JSON object, `{}` when the tool takes nothing, and `Content-Type: application/json`. Do not retry the same bytes.',
  },
  invalid_input: {
    why: 'A field is missing, of the wrong type, too long, or an id of another kind of record. NUL characters and halves of a character pair are refused too. A field the tool does not know is refused by name, with the nearest it knows; one that can only mean another field is taken as it, and the answer says so in `warnings`.',
    then: 'Read `issues`: each names a field by its path and says what is wrong there. Correct those and call again.',
  },
  payload_too_large: {
    why: 'The body is larger than the tool takes: 1 MB for most, 64 KB for `emit_telemetry`, 256 KB for `sync_brain`, 4 MB for `gtm_build_tam`. Sizes are counted in bytes.',
    then: 'Split the work into several calls, or send less of it. Nothing was stored, and nothing is ever cut short for you.',
  },
  invalid_transition: {
    why: 'The record is not in a state that allows this move: a published draft cannot be held, for example, and a draft edited since you read it cannot be approved.',
    then: 'The message names the present state and the moves it allows. Read the record again and decide anew.',
  },
  idempotency_conflict: {
    why: 'An `Idempotency-Key` identifies one call. This one was used within 7 days with another tool or another input.',
    then: 'Use a new value for a new call. To repeat a call, send the very same input.',
  },
  idempotency_in_progress: {
    why: 'The first call with this `Idempotency-Key` has not ended yet; a client often gives up and retries before the service has answered.',
    then: 'Wait a second and repeat the same call: you get the first one’s result.',
  },
  changeset_full: {
    why: 'What this key writes waits for a person, and 200 calls of this run wait already (or their inputs come to 4 million characters). Each new call is tried out after all of them, so there is an end to it.',
    then: 'Ask the person to take or decline what waits, in the panel under Proposed. To go on meanwhile, name another run: its calls do not see what waits in this one.',
  },
  personal_data_refused: {
    why: 'The payload of `sync_brain` holds e-mail addresses or phone numbers. Brain state keeps none unless the workspace allows it.',
    then: 'Remove the fields listed in `hint`, or refer to the person by a record’s id. The workspace’s owner can allow contact data.',
  },
  missing_key: {
    why: 'There was no `Authorization` header, or none of the form `Bearer <key>`.',
    then: 'Send `Authorization: Bearer sat_…`. See [Authentication](/docs/authentication).',
  },
  invalid_key: {
    why: 'The key is not one of this service’s, was mistyped, has expired or was revoked. All are answered alike.',
    then: 'Stop and ask for a new key: no retry will help.',
  },
  not_signed_in: {
    why: 'The panel’s own pages were called without a session. Tools never answer with this: they take a key.',
    then: 'Sign in to the panel. A program uses [a key](/docs/authentication).',
  },
  wrong_login: {
    why: 'A sign-in to the panel had a wrong address or password. Tools never answer with this.',
    then: 'Try again, or ask the operator of the service for a new password.',
  },
  second_factor_needed: {
    why: 'A person with a second factor signed in to the panel by password alone, or a team wants its people to have one and this person has none yet. Tools never answer with this.',
    then: 'Enter a code of the authenticator app or a backup code, or set up a second factor in the panel under Sessions.',
  },
  confirmation_needed: {
    why: 'A key, a signing secret or a change of the second factor was asked for in the panel, and the person last proved who they are more than ten minutes ago. Tools never answer with this.',
    then: 'Confirm with the password or a code of the second factor; the panel asks for it and goes on.',
  },
  insufficient_scope: {
    why: 'The key is good, but was made without the scope this tool wants; or it is an [application’s token](/docs/oauth), and the person did not allow what this tool does. The message names the scope; over HTTP `WWW-Authenticate` does too.',
    then: 'Use a key that holds the scope; an application asks its person again. An agent should tell its user which one is missing.',
  },
  on_probation: {
    why: 'What this key writes waits for a person ([keys on probation](/docs/authentication)), and this tool’s write cannot wait: it keeps a secret, or reports what has happened outside.',
    then: 'Tell the person, who can do it in the panel or let the key write by itself. Other tools work with this key.',
  },
  may_not_approve: {
    why: 'Approving, scheduling and rejecting a draft is a person’s: in the panel, or with a key that a person in the panel, or the operator, gave the right `may_approve`. A new key does not have it, and an application’s token never does.',
    then: 'Show the person the address in `hint`, where they decide. Do not look for another key. Holding a draft needs no such right.',
  },
  address_not_allowed: {
    why: 'The key works from certain IP ranges only, and the call came from outside them. The message names the address the service saw; behind a proxy that is the proxy’s, unless `TRUSTED_PROXIES` names it.',
    then: 'Tell the user which address it was: they add it in the panel under API keys, or the agent calls from an allowed one.',
  },
  not_entitled: {
    why: 'Nothing paid is active for the account the key acts for: no plugin, bundle, suite, membership or team seat; or it has run out.',
    then: 'Tell the user. `check_entitlement`, `pull_config` and `verify_session` keep working and say what is active. Over MCP this is the JSON-RPC error `-32003`.',
  },
  not_team_owner: {
    why: 'Team reads are for the account that owns the team, and the key acts for someone else.',
    then: 'Use a key of the team’s owner.',
  },
  foreign_origin: {
    why: 'A web page of another origin called the MCP endpoint, and the browser said so in `Origin`. Answering would let any page a user visits act with what it can reach.',
    then: 'Call from a program. A panel of your own must be served from the origin in `PUBLIC_URL`.',
  },
  not_found: {
    why: 'No tool has that name, no address under `/api/` that path, or no record of your workspace that id. A record of another workspace and one that never was get the same answer, byte for byte.',
    then: 'Check the name against [the tools](/docs/tools), or find the record’s id by reading what contains it. Do not retry.',
  },
  method_not_allowed: {
    why: 'The address exists, but not for this HTTP method. The MCP endpoint takes POST alone: it opens no stream and keeps no session.',
    then: 'Use POST. The `Allow` header names what is taken.',
  },
  invalid_request: {
    why: 'A request to authorize named a client or a redirect address that is not registered, or one of the OAuth endpoints got a request with a parameter missing, repeated or malformed. `redirect_uri` must be the registered one to the character. Other mistakes of a request to authorize are told to the application by redirect.',
    then: 'Correct the parameter that the message names. See [OAuth](/docs/oauth).',
  },
  invalid_client: {
    why: 'The `client_id` sent for a token is not registered here, or was withdrawn.',
    then: 'Use the `client_id` you got from the operator of the service. Clients cannot register themselves.',
  },
  invalid_grant: {
    why: 'The code was redeemed before, is older than 10 minutes, was given to another client or for another `redirect_uri`, or the `code_verifier` does not fit. A code that comes a second time also revokes the token that it gave.',
    then: 'Send the person through the authorization again. Redeem the new code once, at once, and do not repeat the request when its answer is lost.',
  },
  unsupported_grant_type: {
    why: 'A token was asked for with another `grant_type` than `authorization_code`. There are no refresh tokens: a token works until it is revoked.',
    then: 'Go through the authorization with a person, or use [an API key](/docs/authentication).',
  },
  invalid_target: {
    why: 'The `resource` that the token is to be for is not an address of this service.',
    then: 'Send the `resource` named by `/.well-known/oauth-protected-resource/api/v1/mcp`, or leave it out.',
  },
  overloaded: {
    why: 'The key, or the address of a caller without one, has 16 MB of request bodies in progress at once, or the service has as many as it holds.',
    then: 'Wait for the seconds in `Retry-After`, then call again with fewer large calls at once. See [Limits](/docs/limits).',
  },
  rate_limited: {
    why: 'The key has made all the calls of its window, 60 in 60 seconds unless its owner set another limit; or a run sent a second heartbeat within 60 seconds.',
    then: 'Wait for the seconds in `Retry-After`, then go on more slowly. See [Limits](/docs/limits).',
  },
  workspace_busy: {
    why: 'Workspaces share the service: so many calls of this one were waiting, or waited for so long, that this call was refused before it was begun. Usually one record is changed by many calls at once, or far more calls are sent than are answered.',
    then: 'Wait for the seconds in `Retry-After`, then repeat the call. Keep fewer calls in flight, and change one record from one place.',
  },
  quota_exceeded: {
    why: 'The workspace holds as much as its quota allows: rows, bytes or keys, whichever the message names, with the limit and what is used. Reading goes on; whatever would add is refused, and nothing was written.',
    then: 'Do not retry. Show the person the message: the operator of the service raises quotas. Fewer keys are needed once some are revoked. See [Limits](/docs/limits).',
  },
  internal: {
    why: 'Something failed inside the service. What was being written was rolled back. The cause is in the service’s log under the request id, and never in an answer.',
    then: 'Retry once or twice with growing pauses, with the same `Idempotency-Key`. If it goes on, report `request_id`.',
  },
  unavailable: {
    why: 'The database is out of reach, or did not come to it in time: it was busy, or another call held a record for long. Nothing was written, and nothing will be.',
    then: 'Retry in a few seconds, with the same `Idempotency-Key`.',
  },
  outcome_unknown: {
    why: 'The connection to the database was lost after the service asked it to commit and before it said that it had, and it could not be asked since. The call was written as a whole, or not at all.',
    then: 'Retry with the same `Idempotency-Key` and the same input: the call is then carried out once, and a first result that was kept is answered. Without a key, look for the record first. The audit log shows the call under its `request_id` as soon as the database says: `ok` when it was written, `error` when it was not and never will be.',
  },
};

const codes = Object.keys(ERRORS) as ErrorCode[];

function errorMarkdown(code: ErrorCode, registry: Registry): string {
  const { status, rpc, message } = ERRORS[code];
  const { why, then } = ADVICE[code];
  const tools = Array.from(registry.values()).filter((tool) => refusalsOf(tool).includes(code));
  const raisedBy =
    tools.length === 0
      ? []
      : [
          '## Which tools',
          '',
          tools.length === registry.size
            ? 'Any tool may answer with it.'
            : tools.map(({ name }) => `[\`${name}\`](${toolPath(name)})`).join(', '),
          '',
        ];
  return [
    `# \`${code}\``,
    '',
    message,
    '',
    '| | |',
    '| --- | --- |',
    `| HTTP | ${status} |`,
    `| JSON-RPC | \`${rpc}\`, where MCP answers with a protocol error |`,
    '',
    '## Why',
    '',
    why,
    '',
    '## What to do',
    '',
    then,
    '',
    '## Example',
    '',
    fence('json answer', json(new Fault(code, EXAMPLE_FAULTS[code]).envelope(EXAMPLE_REQUEST_ID))),
    '',
    ...raisedBy,
    'All codes: [Errors](/docs/errors).',
    '',
  ].join('\n');
}

/** A page per code of the catalogue. */
export const errorPages = (registry: Registry): Page[] =>
  codes.map((code) => ({
    path: errorPath(code),
    title: code,
    description: `${ERRORS[code].status}: ${ERRORS[code].message}`,
    section: 'errors',
    markdown: errorMarkdown(code, registry),
  }));

/** The catalogue as a table, for the guide on errors. */
export const errorTable = (): string =>
  [
    '| code | HTTP | what happened |',
    '| --- | --- | --- |',
    ...codes.map((code) => `| [\`${code}\`](${errorPath(code)}) | ${ERRORS[code].status} | ${ERRORS[code].message} |`),
  ].join('\n');
