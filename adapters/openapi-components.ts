import { type ErrorCode, ERRORS, OAUTH_CODES } from '../server/error-catalogue.ts';
import { Fault, type FaultOptions, notFound } from '../server/errors.ts';
import { rateHeaders, WINDOW_SECONDS } from '../server/gate/rate-limit.ts';

export const EXAMPLE_REQUEST_ID = 'req_01kaj6w6qk5x3v0c8m9n2p4r7t';

const RATE_MEANINGS: Record<string, { type: 'integer' | 'string'; description: string }> = {
  'RateLimit-Limit': { type: 'integer', description: `Calls this key may make in ${WINDOW_SECONDS} seconds.` },
  'RateLimit-Remaining': { type: 'integer', description: 'Calls left in the present window.' },
  'RateLimit-Reset': { type: 'integer', description: 'Seconds until the window ends and the count starts anew.' },
  'RateLimit-Policy': { type: 'string', description: 'The limit and its window in seconds.' },
};

const RATE_HEADERS = Object.fromEntries(
  rateHeaders({ limit: 60, remaining: 59, resetSeconds: 42, exceeded: false }).map(([name, example]) => {
    const meaning = RATE_MEANINGS[name.replace(/^X-/, '')]!;
    return [
      name,
      {
        description: name.startsWith('X-') ? `The same as ${name.slice(2)}.` : meaning.description,
        schema: { type: meaning.type },
        example: meaning.type === 'integer' ? Number(example) : example,
      },
    ];
  }),
);

export const HEADERS = {
  'X-Request-Id': {
    description: 'Names this request in the log and the audit log; quote it when you report a problem.',
    schema: { type: 'string' },
    example: EXAMPLE_REQUEST_ID,
  },
  ...RATE_HEADERS,
  'Idempotent-Replayed': {
    description: 'Present when this is the kept result of an earlier call with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  'Retry-After': {
    description: 'Seconds to wait before the next call.',
    schema: { type: 'integer' },
    example: 60,
  },
  'WWW-Authenticate': {
    description: 'How to authenticate, or the scope that is missing.',
    schema: { type: 'string' },
    example: 'Bearer',
  },
};

/** References to the headers of an answer; `rated` for an answer to a known key. */
export function headersOf(rated: boolean, ...others: string[]) {
  const names = ['X-Request-Id', ...(rated ? Object.keys(RATE_HEADERS) : []), ...others];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export const PARAMETERS = {
  RunRef: {
    name: 'Run-Ref',
    in: 'header',
    required: false,
    description:
      'The `run_ref` of the run this call belongs to, as `start_run` returned it. Ties the call to the run in the audit log, and to the facts, drafts and scores it leaves behind.',
    schema: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[!-~]+$' },
    example: 'run_01kaj6w6qk5x3v0c8m9n2p4r7t',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A value of your own, new for each thing you want done once. Repeating the call with the same value and the same input within 7 days answers the first result again, with `Idempotent-Replayed: true`, and does nothing; with another input it is refused as `idempotency_conflict`. Send it whenever you may have to retry.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
    example: '7f9c2ba4-e88f-4d1c-a0a5-9d3f6a1b2c3d',
  },
};

const codes = Object.keys(ERRORS) as ErrorCode[];

export const SCHEMAS = {
  Error: {
    type: 'object',
    description: 'The body of every answer under `/api/` that is not a success.',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['code', 'message'],
        properties: {
          code: { $ref: '#/components/schemas/ErrorCode' },
          message: { type: 'string', description: 'What happened, in words that may change.' },
          hint: { type: 'string', description: 'What to do next.' },
          issues: {
            type: 'array',
            description: 'The refused fields, when the input was at fault.',
            items: { $ref: '#/components/schemas/Issue' },
          },
          retry_after_s: { type: 'integer', description: 'Seconds to wait, as in the header Retry-After.' },
          request_id: { type: 'string', description: 'The same as the header X-Request-Id.' },
        },
      },
    },
  },
  ErrorCode: {
    type: 'string',
    enum: codes,
    description: [
      'What went wrong, stable within v1: branch on it, never on the message. A later version may add codes; treat one you do not know by its HTTP status.',
      '',
      '| code | HTTP | meaning |',
      '|---|---|---|',
      ...codes.map((code) => `| \`${code}\` | ${ERRORS[code].status} | ${ERRORS[code].message} |`),
    ].join('\n'),
  },
  Issue: {
    type: 'object',
    description: 'One refused field.',
    required: ['path', 'message'],
    properties: {
      path: {
        type: 'string',
        description: 'Where, as a dotted path such as `contact.domain` or `signals.0.value`; empty for the whole body.',
      },
      message: { type: 'string', description: 'What is wrong there.' },
    },
  },
};

/** A refusal's details beyond its catalogue entry. */
export const EXAMPLE_FAULTS: { [code in ErrorCode]?: FaultOptions } = {
  invalid_input: { issues: [{ path: 'text', message: 'is missing: expected string' }] },
  insufficient_scope: {
    message: 'This tool needs the scope capture.write; the key holds account.read.',
    hint: 'Create or change a key so that it holds capture.write.',
  },
  not_found: { message: notFound('account').message },
};

function refusal(description: string, refusals: readonly ErrorCode[], headers: object) {
  const examples = refusals.map((code) => [
    code,
    { summary: ERRORS[code].message, value: new Fault(code, EXAMPLE_FAULTS[code]).envelope(EXAMPLE_REQUEST_ID) },
  ]);
  return {
    description,
    headers,
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(examples) as object,
      },
    },
  };
}

const codesOf = (status: number) =>
  codes.filter((code) => ERRORS[code].status === status && !OAUTH_CODES.includes(code));

export const RESPONSES = {
  BadRequest: refusal(
    'The body is not a JSON object, the input was refused, or the record is not in a state that allows this. Nothing was changed.',
    codesOf(400),
    headersOf(true),
  ),
  Unauthorized: refusal(
    'No API key was sent, or it is unknown, expired or revoked.',
    ['missing_key', 'invalid_key'],
    headersOf(false, 'WWW-Authenticate'),
  ),
  NotTeamOwner: refusal(
    "The account does not own the team, or an application's token lacks a scope in `x-oauth-scopes`.",
    ['not_team_owner', 'insufficient_scope', 'address_not_allowed'],
    headersOf(true, 'WWW-Authenticate'),
  ),
  ForbiddenOrNotTeamOwner: refusal(
    'The key lacks the scope, or the account has no active entitlement; or a team is asked for by anyone but its owner.',
    ['not_team_owner', 'insufficient_scope', 'not_entitled', 'address_not_allowed'],
    headersOf(true, 'WWW-Authenticate'),
  ),
  ForbiddenToApprove: refusal(
    "A person decides: the key may not approve. Or the account has no active paid entitlement, or an application's token lacks a scope in `x-oauth-scopes`.",
    ['may_not_approve', 'insufficient_scope', 'not_entitled', 'address_not_allowed'],
    headersOf(true, 'WWW-Authenticate'),
  ),
  Forbidden: refusal(
    "The key lacks the scope in `x-scope`, or an application's token one in `x-oauth-scopes`, or the account has no active paid entitlement.",
    ['insufficient_scope', 'not_entitled', 'address_not_allowed'],
    headersOf(true, 'WWW-Authenticate'),
  ),
  NotFound: refusal('A record the input names is not in this workspace.', codesOf(404), headersOf(true)),
  TooManyRequests: refusal(
    'The key has used up the calls of its window, or a run sent heartbeats too fast. Wait for the seconds in Retry-After.',
    codesOf(429),
    headersOf(true, 'Retry-After'),
  ),
  Failed: refusal(
    'The call failed inside the service. The cause is logged under the request id.',
    codesOf(500),
    headersOf(true),
  ),
};

export const responseOf = (name: keyof typeof RESPONSES) => ({ $ref: `#/components/responses/${name}` });

export const SECURITY_SCHEMES = {
  ApiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'sat_ and 40 letters and digits',
    description:
      'An API key as bearer token: `Authorization: Bearer sat_…`. It is `sat_` followed by 40 letters and digits, shown once when it is made in the panel and stored as a hash only. A revoked key is refused on its next call.',
  },
};
