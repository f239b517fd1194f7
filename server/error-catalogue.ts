export type CatalogueEntry = {
  status: 400 | 401 | 403 | 404 | 405 | 429 | 500;
  rpc: number;
  message: string;
  hint?: string;
};

/**
 * The one error catalogue (decisions 5). `status` is the HTTP status, `rpc` the JSON-RPC code used
 * where the MCP transport answers with a protocol error rather than a tool result.
 */
export const ERRORS = {
  invalid_json: {
    status: 400,
    rpc: -32700,
    message: 'The request body is not a JSON object.',
    hint: 'Send one JSON object, UTF-8 encoded, with Content-Type: application/json.',
  },
  invalid_input: {
    status: 400,
    rpc: -32602,
    message: 'The input was refused by the schema.',
    hint: 'Correct the fields listed in issues and call again.',
  },
  payload_too_large: {
    status: 400,
    rpc: -32602,
    message: 'The payload is larger than this tool accepts; nothing was stored.',
    hint: 'Send less in one call; payloads are never truncated.',
  },
  invalid_transition: {
    status: 400,
    rpc: -32602,
    message: 'The record cannot make this move from its present state.',
  },
  idempotency_conflict: {
    status: 400,
    rpc: -32602,
    message: 'This Idempotency-Key was already used with another input.',
    hint: 'Use a new Idempotency-Key for a new call; repeat the very same input to replay the first result.',
  },
  idempotency_in_progress: {
    status: 400,
    rpc: -32602,
    message: 'A call with this Idempotency-Key is still running.',
    hint: 'Wait a moment and repeat the same call to get its result.',
  },
  changeset_full: {
    status: 400,
    rpc: -32602,
    message: 'As many of the run’s calls wait for a person as may; nothing was written.',
    hint: 'Ask the person to decide in the panel under Proposed, or go on in another run: it does not see what waits in this one.',
  },
  personal_data_refused: {
    status: 400,
    rpc: -32602,
    message: 'The payload contains raw contact personal data, which brain state does not keep by default.',
  },
  missing_key: {
    status: 401,
    rpc: -32001,
    message: 'No API key was sent.',
    hint: 'Send the header Authorization: Bearer <API_KEY>.',
  },
  invalid_key: {
    status: 401,
    rpc: -32001,
    message: 'The API key is unknown, expired or revoked.',
    hint: 'Create a key in the panel under API keys, or ask the workspace owner for one.',
  },
  not_signed_in: {
    status: 401,
    rpc: -32001,
    message: 'There is no session, or it has ended.',
    hint: 'Sign in to the panel.',
  },
  wrong_login: {
    status: 401,
    rpc: -32001,
    message: 'The e-mail address or the password is not right.',
  },
  second_factor_needed: {
    status: 403,
    rpc: -32003,
    message: 'A code of the second factor is needed.',
    hint: 'Enter the six digits that the authenticator app shows, or a backup code.',
  },
  confirmation_needed: {
    status: 403,
    rpc: -32003,
    message: 'Confirm who you are first.',
    hint: 'Give your password or a code of your second factor in the panel; without either, sign in again.',
  },
  insufficient_scope: {
    status: 403,
    rpc: -32003,
    message: 'The API key lacks the scope this tool needs.',
  },
  address_not_allowed: {
    status: 403,
    rpc: -32003,
    message: 'The API key may not be used from this address.',
    hint: 'Call from an address the key allows, or have its owner add this one in the panel under API keys.',
  },
  not_entitled: {
    status: 403,
    rpc: -32003,
    message: 'The account has no active paid entitlement.',
    hint: 'Ask the account owner to activate a plugin, bundle, suite, membership or team seat; check_entitlement tells what is active.',
  },
  may_not_approve: {
    status: 403,
    rpc: -32003,
    message: 'This API key may not approve, schedule or reject drafts: a person decides in the panel.',
    hint: 'Ask the person to decide in the panel under Drafts; with this key you can hold the draft.',
  },
  on_probation: {
    status: 403,
    rpc: -32003,
    message: 'What this API key writes waits for a person, and this tool cannot wait.',
    hint: 'Ask the person to do it in the panel, or to let the key write by itself under API keys.',
  },
  not_team_owner: {
    status: 403,
    rpc: -32003,
    message: 'Only the account that owns the team can read it.',
  },
  foreign_origin: {
    status: 403,
    rpc: -32600,
    message: 'The request comes from a web page of another origin.',
    hint: 'Call from a program, not from a web page; PUBLIC_URL names the one origin whose pages may call.',
  },
  not_found: {
    status: 404,
    rpc: -32602,
    message: 'Nothing was found under that name or id.',
  },
  method_not_allowed: {
    status: 405,
    rpc: -32600,
    message: 'This address does not answer that HTTP method.',
  },
  invalid_request: {
    status: 400,
    rpc: -32602,
    message: 'The OAuth request lacks a parameter, repeats one, or holds one that does not fit.',
    hint: 'The message names the parameter; /.well-known/oauth-authorization-server says what is supported.',
  },
  invalid_client: {
    status: 400,
    rpc: -32602,
    message: 'No OAuth client is registered with this client_id.',
    hint: 'Whoever runs the service registers clients and tells their client_id.',
  },
  invalid_grant: {
    status: 400,
    rpc: -32602,
    message: 'The authorization code is unknown, expired or used, or was given for another request.',
    hint: 'Send the person through the authorization again and redeem the new code once, within 10 minutes.',
  },
  unsupported_grant_type: {
    status: 400,
    rpc: -32602,
    message: 'The only grant_type is authorization_code.',
    hint: 'Tokens do not expire, so there is nothing to refresh.',
  },
  invalid_target: {
    status: 400,
    rpc: -32602,
    message: 'The resource is not an address of this service.',
    hint: 'Send the resource that /.well-known/oauth-protected-resource names, or none.',
  },
  rate_limited: {
    status: 429,
    rpc: -32000,
    message: 'Too many requests with this API key.',
    hint: 'Wait for retry_after_s seconds (the header Retry-After says the same), then continue more slowly.',
  },
  workspace_busy: {
    status: 429,
    rpc: -32000,
    message: 'Too many calls of this workspace are waiting at once; this one was not begun and nothing was written.',
    hint: 'Wait for the seconds in Retry-After, then repeat the call; keep fewer calls in flight at once.',
  },
  quota_exceeded: {
    status: 403,
    rpc: -32003,
    message: 'The workspace has used up a quota; nothing was written.',
    hint: 'Reading goes on. Whoever operates the service can raise the quota.',
  },
  overloaded: {
    status: 429,
    rpc: -32000,
    message: 'Too many bytes of request bodies are in progress at once; nothing was read or written.',
    hint: 'Wait for the seconds in Retry-After and call again, with fewer large calls at once.',
  },
  internal: {
    status: 500,
    rpc: -32603,
    message: 'The call failed inside the service.',
    hint: 'Try again; if it keeps failing, report the request_id.',
  },
  unavailable: {
    status: 500,
    rpc: -32603,
    message: 'The database is out of reach; nothing was written.',
    hint: 'Try again in a few seconds.',
  },
  outcome_unknown: {
    status: 500,
    rpc: -32603,
    message: 'The database was lost while it may have been committing; whether the call was written is not known.',
    hint: 'Repeat the same call with the same Idempotency-Key: it is carried out once, and its first result is answered. If it had none, look whether the record is there before repeating it; the audit log shows the call under its request_id once that is known, ok when it was written.',
  },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof ERRORS;

/** Codes of the OAuth endpoints only: RFC 6749's, and RFC 8707's. */
export const OAUTH_CODES: readonly ErrorCode[] = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unsupported_grant_type',
  'invalid_target',
];
