import { Migration } from '@mikro-orm/migrations';
import { TENANT_SETTING } from '../entities/tenant.ts';
import { OPEN_WITH_GAPS } from '../open-deals.ts';
import { ROLES } from '../roles.ts';

const { service, gate, operator, maintenance, publisher, teams, delivery, login, oauth } = ROLES;

const PEOPLE = [
  `CREATE TABLE users (
    id text PRIMARY KEY, email text NOT NULL, name text NOT NULL, email_verified boolean NOT NULL DEFAULT true, image text,
    created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now())`,
  `CREATE UNIQUE INDEX users_email_unique ON users (lower(email))`,
  `CREATE TABLE workspaces (
    id text PRIMARY KEY, owner_user_id text NOT NULL UNIQUE REFERENCES users (id), name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now())`,
  `CREATE TABLE teams (
    id text PRIMARY KEY, owner_user_id text NOT NULL REFERENCES users (id), name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now())`,
  `CREATE INDEX teams_owner ON teams (owner_user_id)`,
  `CREATE TABLE team_members (
    team_id text NOT NULL REFERENCES teams (id), user_id text NOT NULL REFERENCES users (id),
    joined_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (team_id, user_id))`,
  `CREATE INDEX team_members_user ON team_members (user_id)`,
  `CREATE TABLE seat_packs (
    id text PRIMARY KEY, team_id text NOT NULL REFERENCES teams (id), plugin text NOT NULL, seats integer NOT NULL CHECK (seats > 0),
    starts_at timestamptz NOT NULL DEFAULT now(), ends_at timestamptz)`,
  `CREATE INDEX seat_packs_team ON seat_packs (team_id)`,
  `CREATE TABLE catalogue (
    kind text NOT NULL CHECK (kind IN ('plugin', 'bundle', 'suite', 'membership')), slug text NOT NULL, name text NOT NULL,
    plugins text[] NOT NULL, PRIMARY KEY (kind, slug))`,
  `CREATE TABLE entitlements (
    id text PRIMARY KEY, user_id text NOT NULL REFERENCES users (id), kind text NOT NULL, slug text NOT NULL,
    starts_at timestamptz NOT NULL DEFAULT now(), ends_at timestamptz, revoked_at timestamptz,
    FOREIGN KEY (kind, slug) REFERENCES catalogue (kind, slug))`,
  `CREATE INDEX entitlements_user ON entitlements (user_id)`,
  `CREATE TABLE oauth_clients (
    id text PRIMARY KEY, name text NOT NULL, redirect_uris text[] NOT NULL CHECK (cardinality(redirect_uris) > 0),
    created_at timestamptz NOT NULL DEFAULT now(), revoked_at timestamptz)`,
  `CREATE TABLE api_keys (
    id text PRIMARY KEY, workspace_id text NOT NULL REFERENCES workspaces (id), user_id text NOT NULL REFERENCES users (id),
    team_id text REFERENCES teams (id), name text NOT NULL, prefix text NOT NULL, scopes text[] NOT NULL,
    rate_limit integer CHECK (rate_limit > 0), oauth_client_id text REFERENCES oauth_clients (id), expires_at timestamptz, revoked_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now())`,
  `CREATE INDEX api_keys_workspace ON api_keys (workspace_id, created_at)`,
  `CREATE INDEX api_keys_user ON api_keys (user_id)`,
  `CREATE INDEX api_keys_oauth_client ON api_keys (oauth_client_id) WHERE oauth_client_id IS NOT NULL`,
  `CREATE TABLE api_key_secrets (
    hash text PRIMARY KEY, key_id text NOT NULL REFERENCES api_keys (id),
    created_at timestamptz NOT NULL DEFAULT now(), expires_at timestamptz)`,
  `CREATE INDEX api_key_secrets_key ON api_key_secrets (key_id)`,
  `CREATE TABLE logins (
    id text PRIMARY KEY, user_id text NOT NULL REFERENCES users (id), provider_id text NOT NULL, account_id text NOT NULL, password text,
    access_token text, refresh_token text, id_token text, access_token_expires_at timestamptz, refresh_token_expires_at timestamptz, scope text,
    created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT logins_account_unique UNIQUE (provider_id, account_id))`,
  `CREATE INDEX logins_user ON logins (user_id)`,
  `CREATE TABLE sessions (
    id text PRIMARY KEY, user_id text NOT NULL REFERENCES users (id), token text NOT NULL UNIQUE, expires_at timestamptz NOT NULL,
    seen_at timestamptz NOT NULL DEFAULT now(), ip_address text, user_agent text,
    created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now())`,
  `CREATE INDEX sessions_user ON sessions (user_id)`,
  `CREATE TABLE verifications (
    id text PRIMARY KEY, identifier text NOT NULL, value text NOT NULL, expires_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now())`,
  `CREATE INDEX verifications_identifier ON verifications (identifier)`,
  `CREATE TABLE sign_in_attempts (subject text PRIMARY KEY, attempts integer NOT NULL, ends_at timestamptz NOT NULL)`,
];

const KEY = `workspace_id text NOT NULL, id text NOT NULL`;
const PK = `PRIMARY KEY (workspace_id, id)`;
const STAMPS = `created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now()`;
const WORKSPACE = `FOREIGN KEY (workspace_id) REFERENCES workspaces (id)`;

const reference = (table: string, column: string, target: string) =>
  `CONSTRAINT ${table}_${column}_fk FOREIGN KEY (workspace_id, ${column}) REFERENCES ${target} (workspace_id, id)`;

const record = (table: string, columns: string) =>
  `CREATE TABLE ${table} (${KEY}, ${columns}, external_ref text, payload jsonb NOT NULL DEFAULT '{}', ${STAMPS}, ${PK}, ${WORKSPACE},
    CONSTRAINT ${table}_external_ref_unique UNIQUE (workspace_id, external_ref))`;

/**
 * What a record holds after facts are merged into it: objects merge key by key, null removes a key, everything else
 * replaces what was there.
 */
const MERGE_FACTS = `CREATE FUNCTION merge_facts(present jsonb, facts jsonb) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
  DECLARE merged jsonb; fact record;
  BEGIN
    IF jsonb_typeof(facts) <> 'object' THEN RETURN facts; END IF;
    merged := CASE WHEN jsonb_typeof(present) = 'object' THEN present ELSE '{}' END;
    FOR fact IN SELECT * FROM jsonb_each(facts) LOOP
      IF fact.value = 'null' THEN merged := merged - fact.key;
      ELSE merged := merged || jsonb_build_object(fact.key, merge_facts(merged -> fact.key, fact.value));
      END IF;
    END LOOP;
    RETURN merged;
  END $$`;

/**
 * The first word of a company's name as questions hold it (`firstWordsIn`): lower case, without accents, `The` or what
 * stands between words; `H&M` is one word.
 */
const FIRST_WORD = `CREATE FUNCTION first_word(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  lower(substring(
    regexp_replace(regexp_replace(normalize(name, NFKD), '[\\u0300-\\u036f]', '', 'g'), '\\m([A-Za-z])&([A-Za-z])\\M', '\\1\\2', 'g')
    FROM '(?i)^[[:space:][:punct:]]*(?:the[[:space:]]+)?([^[:space:][:punct:]]+)'))`;

const SALES = [
  MERGE_FACTS,
  FIRST_WORD,
  record(
    'accounts',
    `name text, domain text, industry text, employee_count integer, tier text,
     name_word text GENERATED ALWAYS AS (first_word(name)) STORED, domain_word text GENERATED ALWAYS AS (first_word(domain)) STORED,
     sort_name text GENERATED ALWAYS AS (lower(COALESCE(name, domain, ''))) STORED,
     search tsvector GENERATED ALWAYS AS (
       array_to_tsvector(ARRAY[workspace_id]) || to_tsvector('simple', translate(COALESCE(name, '') || ' ' || COALESCE(domain, ''), './-_@', '     '))) STORED`,
  ),
  `CREATE INDEX accounts_sorted ON accounts (workspace_id, sort_name, id)`,
  `CREATE INDEX accounts_search ON accounts USING gin (search)`,
  `CREATE INDEX accounts_name ON accounts (workspace_id, lower(name))`,
  `CREATE INDEX accounts_name_word ON accounts (workspace_id, name_word)`,
  `CREATE INDEX accounts_domain_word ON accounts (workspace_id, domain_word)`,
  record(
    'opportunities',
    `account_id text NOT NULL, name text, stage text, amount numeric(18,2), currency text, close_date date, owner text,
     meddpicc jsonb NOT NULL DEFAULT '{}', ${reference('opportunities', 'account_id', 'accounts')}`,
  ),
  `CREATE INDEX opportunities_account ON opportunities (workspace_id, account_id, id)`,
  `CREATE INDEX opportunities_gaps ON opportunities (workspace_id, id) WHERE ${OPEN_WITH_GAPS}`,
  record(
    'contacts',
    `account_id text, name text, title text, email text, phone text, linkedin text, ${reference('contacts', 'account_id', 'accounts')}`,
  ),
  `CREATE INDEX contacts_account ON contacts (workspace_id, account_id, id)`,
  record(
    'prospects',
    `account_id text, name text, title text, email text, notes text, ${reference('prospects', 'account_id', 'accounts')}`,
  ),
  `CREATE INDEX prospects_account ON prospects (workspace_id, account_id, id)`,
  record('target_accounts', `list_name text, domain text, name text, industry text, employee_count integer`),
  `CREATE UNIQUE INDEX target_accounts_domain_unique ON target_accounts (workspace_id, list_name, domain) WHERE domain IS NOT NULL`,
  `CREATE UNIQUE INDEX target_accounts_name_unique ON target_accounts (workspace_id, list_name, name) WHERE domain IS NULL`,
  `CREATE TABLE meetings (${KEY}, account_id text, outcome text NOT NULL, notes text, next_step text, occurred_at timestamptz NOT NULL,
    ${STAMPS}, ${PK}, ${WORKSPACE}, ${reference('meetings', 'account_id', 'accounts')})`,
  `CREATE INDEX meetings_account ON meetings (workspace_id, account_id, occurred_at DESC, id DESC)`,
  `CREATE INDEX meetings_recent ON meetings (workspace_id, occurred_at DESC)`,
  `CREATE TABLE captures (${KEY}, source text NOT NULL, text text NOT NULL, account_id text, prospect_id text,
    tags text[] NOT NULL DEFAULT '{}', created_at timestamptz NOT NULL DEFAULT now(), ${PK},
    ${reference('captures', 'account_id', 'accounts')}, ${reference('captures', 'prospect_id', 'prospects')})`,
  `CREATE INDEX captures_account ON captures (workspace_id, account_id, id DESC) WHERE account_id IS NOT NULL`,
  `CREATE INDEX captures_prospect ON captures (workspace_id, prospect_id, id DESC) WHERE account_id IS NULL AND prospect_id IS NOT NULL`,
  `CREATE TABLE plans (${KEY}, account_id text NOT NULL, ${STAMPS}, ${PK}, ${WORKSPACE},
    ${reference('plans', 'account_id', 'accounts')}, CONSTRAINT plans_account_unique UNIQUE (workspace_id, account_id))`,
  `CREATE TABLE plan_entries (${KEY}, plan_id text NOT NULL, section text NOT NULL, content text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(), ${PK}, ${reference('plan_entries', 'plan_id', 'plans')})`,
  `CREATE INDEX plan_entries_section ON plan_entries (workspace_id, plan_id, section, id)`,
  `CREATE TABLE signals (${KEY}, account_id text NOT NULL, key text NOT NULL, value double precision NOT NULL CHECK (value BETWEEN 0 AND 1),
    at timestamptz NOT NULL, run_ref text, created_at timestamptz NOT NULL DEFAULT now(), ${PK}, ${reference('signals', 'account_id', 'accounts')})`,
  `CREATE INDEX signals_account ON signals (workspace_id, account_id, id DESC)`,
  `CREATE INDEX signals_read ON signals (workspace_id, account_id, key, at)`,
  `CREATE TABLE scores (${KEY}, account_id text NOT NULL, role text NOT NULL, value double precision NOT NULL, band text NOT NULL,
    drivers jsonb NOT NULL, weights_version text NOT NULL, run_ref text, created_at timestamptz NOT NULL DEFAULT now(), ${PK},
    ${reference('scores', 'account_id', 'accounts')})`,
  `CREATE INDEX scores_account ON scores (workspace_id, account_id, id DESC)`,
  `CREATE TABLE facts (${KEY}, account_id text, subject_type text NOT NULL, subject_id text NOT NULL, attribute text NOT NULL,
    value text NOT NULL, sentence text NOT NULL, single boolean NOT NULL, tool text NOT NULL, provider text, key_id text, user_id text,
    run_ref text, at timestamptz NOT NULL, superseded_at timestamptz,
    search tsvector GENERATED ALWAYS AS (
      array_to_tsvector(ARRAY[workspace_id]) || to_tsvector('english', replace(attribute, '_', ' ') || ' ' || sentence)) STORED, ${PK},
    ${reference('facts', 'account_id', 'accounts')})`,
  `CREATE INDEX facts_account ON facts (workspace_id, account_id, id)`,
  `CREATE INDEX facts_fields ON facts (workspace_id, account_id) WHERE attribute <> 'capture'`,
  `CREATE INDEX facts_unattached ON facts (workspace_id, subject_id) WHERE account_id IS NULL AND subject_type = 'prospect'`,
  `CREATE UNIQUE INDEX facts_current ON facts (workspace_id, subject_id, attribute) WHERE single AND superseded_at IS NULL`,
  `CREATE INDEX facts_search ON facts USING gin (search)`,
  `CREATE INDEX facts_run ON facts (workspace_id, run_ref, id) WHERE run_ref IS NOT NULL`,
  `CREATE TABLE enrichments (workspace_id text NOT NULL, provider text NOT NULL, contact_key text NOT NULL, entry jsonb NOT NULL,
    expires_at timestamptz NOT NULL, PRIMARY KEY (workspace_id, contact_key, provider), ${WORKSPACE})`,
];

const CONTROL = [
  `CREATE TABLE runs (${KEY}, run_ref text NOT NULL, plugin text, skill text, state text NOT NULL CHECK (state IN ('running', 'ok', 'error')),
    declared boolean NOT NULL, started_at timestamptz, last_sign_at timestamptz NOT NULL, settled_at timestamptz, duration_ms double precision,
    outcome text, counts jsonb, error_code text, error_detail text, account_ref text, telemetry text, key_id text NOT NULL, user_id text NOT NULL,
    team_id text, created_at timestamptz NOT NULL DEFAULT now(), ${PK}, ${WORKSPACE},
    CONSTRAINT runs_run_ref_unique UNIQUE (workspace_id, run_ref))`,
  `CREATE INDEX runs_user ON runs (user_id, created_at)`,
  `CREATE INDEX runs_running ON runs (workspace_id, id) WHERE state = 'running'`,
  `CREATE TABLE brain_states (${KEY}, scope text NOT NULL, version integer NOT NULL, payload jsonb NOT NULL, bytes integer NOT NULL,
    run_ref text, account_ref text, key_id text, user_id text NOT NULL, created_at timestamptz NOT NULL DEFAULT now(), ${PK}, ${WORKSPACE},
    CONSTRAINT brain_states_version_unique UNIQUE (workspace_id, scope, version))`,
  `CREATE TABLE workspace_flags (workspace_id text NOT NULL, flag text NOT NULL, value jsonb NOT NULL, PRIMARY KEY (workspace_id, flag), ${WORKSPACE})`,
  `CREATE TABLE api_key_calls (${KEY}, key_id text NOT NULL, user_id text NOT NULL, tool text NOT NULL, transport text NOT NULL,
    outcome text NOT NULL CHECK (outcome IN ('ok', 'error', 'denied')), error_code text, duration_ms double precision NOT NULL,
    request_bytes integer NOT NULL, response_bytes integer NOT NULL, run_ref text, request_id text NOT NULL,
    at timestamptz NOT NULL DEFAULT now(), ${PK}) WITH (autovacuum_vacuum_insert_scale_factor = 0.02)`,
  `CREATE INDEX api_key_calls_key ON api_key_calls (key_id, id) INCLUDE (tool, outcome)`,
  `CREATE INDEX api_key_calls_failed ON api_key_calls (workspace_id, id) INCLUDE (outcome) WHERE outcome <> 'ok'`,
  `CREATE INDEX api_key_calls_run ON api_key_calls (workspace_id, run_ref, id) WHERE run_ref IS NOT NULL`,
  `CREATE INDEX api_key_calls_at ON api_key_calls USING brin (at)`,
  `CREATE TABLE idempotency_records (workspace_id text NOT NULL, key_id text NOT NULL, idempotency_key text NOT NULL, tool text NOT NULL,
    input_hash text NOT NULL, result text NOT NULL, created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (workspace_id, key_id, idempotency_key))`,
  `CREATE INDEX idempotency_records_created ON idempotency_records USING brin (created_at)`,
  `CREATE TABLE drafts (${KEY}, channel text NOT NULL,
    state text NOT NULL CHECK (state IN ('pending', 'approved', 'scheduled', 'held', 'publishing', 'published', 'failed')),
    version integer NOT NULL, title text, body text NOT NULL, destination jsonb, product text, skill text, account_id text, account_ref text,
    run_ref text, scheduled_for timestamptz, approval jsonb, failure text, claimed_at timestamptz, published_at timestamptz,
    staged_by_key_id text, staged_by_user_id text NOT NULL, edited_by_key_id text, edited_by_user_id text NOT NULL,
    ${STAMPS}, ${PK}, ${WORKSPACE}, ${reference('drafts', 'account_id', 'accounts')})`,
  `CREATE INDEX drafts_state ON drafts (workspace_id, state, id DESC)`,
  `CREATE INDEX drafts_run ON drafts (workspace_id, run_ref, id) WHERE run_ref IS NOT NULL`,
  `CREATE INDEX drafts_account ON drafts (workspace_id, account_id, id) WHERE account_id IS NOT NULL`,
  `CREATE INDEX drafts_due ON drafts (scheduled_for) WHERE state = 'scheduled'`,
  `CREATE INDEX drafts_claimed ON drafts (claimed_at) WHERE state = 'publishing'`,
  `CREATE TABLE draft_versions (workspace_id text NOT NULL, draft_id text NOT NULL, version integer NOT NULL, title text, body text NOT NULL,
    destination jsonb, key_id text, user_id text NOT NULL, created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (workspace_id, draft_id, version), ${reference('draft_versions', 'draft_id', 'drafts')})`,
  `CREATE TABLE draft_reviews (${KEY}, draft_id text NOT NULL, version integer NOT NULL, action text NOT NULL, scheduled_for timestamptz,
    note text, key_id text, session_id text, user_id text NOT NULL, created_at timestamptz NOT NULL DEFAULT now(), ${PK},
    ${reference('draft_reviews', 'draft_id', 'drafts')})`,
  `CREATE INDEX draft_reviews_draft ON draft_reviews (workspace_id, draft_id, created_at)`,
  `CREATE TABLE integration_tokens (${KEY}, channel text NOT NULL, sealed text NOT NULL, encryption_key_id text NOT NULL, account_label text,
    scopes text[] NOT NULL DEFAULT '{}', expires_at timestamptz, user_id text NOT NULL, ${STAMPS}, ${PK}, ${WORKSPACE},
    CONSTRAINT integration_tokens_channel_unique UNIQUE (workspace_id, channel))`,
  `CREATE TABLE sends (${KEY}, draft_id text, account_id text, channel text NOT NULL, provider text, message_ref text,
    sent_at timestamptz NOT NULL, run_ref text, key_id text, user_id text, created_at timestamptz NOT NULL DEFAULT now(), ${PK}, ${WORKSPACE},
    ${reference('sends', 'draft_id', 'drafts')}, ${reference('sends', 'account_id', 'accounts')},
    CONSTRAINT sends_message_ref_unique UNIQUE (workspace_id, channel, message_ref))`,
  `CREATE INDEX sends_draft ON sends (workspace_id, draft_id, id)`,
  `CREATE INDEX sends_account ON sends (workspace_id, account_id, id)`,
  `CREATE TABLE replies (${KEY}, send_id text NOT NULL, intent text NOT NULL
    CHECK (intent IN ('interested', 'not-interested', 'referred', 'later', 'unclear')), classified_by text NOT NULL CHECK (classified_by IN ('rules', 'caller')),
    message_ref text, received_at timestamptz NOT NULL, run_ref text, key_id text, user_id text, created_at timestamptz NOT NULL DEFAULT now(),
    ${PK}, ${reference('replies', 'send_id', 'sends')}, CONSTRAINT replies_message_ref_unique UNIQUE (workspace_id, send_id, message_ref))`,
  `CREATE TABLE tier_proposals (${KEY}, account_id text NOT NULL, from_tier text, tier text NOT NULL, reason text, evidence text[] NOT NULL DEFAULT '{}',
    state text NOT NULL CHECK (state IN ('proposed', 'accepted', 'overridden', 'superseded')), decided_tier text, decided_by_user_id text,
    decided_at timestamptz, run_ref text, key_id text, user_id text NOT NULL, created_at timestamptz NOT NULL DEFAULT now(), ${PK},
    ${reference('tier_proposals', 'account_id', 'accounts')})`,
  `CREATE UNIQUE INDEX tier_proposals_open ON tier_proposals (workspace_id, account_id) WHERE state = 'proposed'`,
  `CREATE TABLE webhooks (${KEY}, origin text NOT NULL, sealed_target text NOT NULL, sealed_secret text NOT NULL, types text[],
    enabled boolean NOT NULL DEFAULT true, disabled_reason text, failures integer NOT NULL DEFAULT 0, failing_since timestamptz,
    leased_by text, leased_until timestamptz, ${STAMPS}, ${PK}, ${WORKSPACE})`,
  `CREATE INDEX webhooks_id ON webhooks (id)`,
  `CREATE TABLE webhook_events (${KEY}, type text NOT NULL, body text NOT NULL CHECK (octet_length(body) <= 20480), run_ref text,
    created_at timestamptz NOT NULL DEFAULT now(), ${PK}, ${WORKSPACE})`,
  `CREATE INDEX webhook_events_created ON webhook_events USING brin (created_at)`,
  `CREATE INDEX webhook_events_run ON webhook_events (workspace_id, run_ref, id) WHERE run_ref IS NOT NULL`,
  `CREATE TABLE webhook_deliveries (workspace_id text NOT NULL, webhook_id text NOT NULL, event_id text NOT NULL,
    state text NOT NULL CHECK (state IN ('pending', 'delivered', 'failed', 'stopped')), attempts integer NOT NULL DEFAULT 0,
    due_at timestamptz, replayed boolean NOT NULL DEFAULT false, resume_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (workspace_id, webhook_id, event_id),
    FOREIGN KEY (workspace_id, webhook_id) REFERENCES webhooks (workspace_id, id) ON DELETE CASCADE,
    FOREIGN KEY (workspace_id, event_id) REFERENCES webhook_events (workspace_id, id) ON DELETE CASCADE)`,
  `CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, due_at) WHERE due_at IS NOT NULL`,
  `CREATE INDEX webhook_deliveries_event ON webhook_deliveries (workspace_id, event_id)`,
  `CREATE TABLE webhook_attempts (${KEY}, webhook_id text NOT NULL, event_id text NOT NULL, at timestamptz NOT NULL, duration_ms integer NOT NULL,
    status integer, error text, response text, replay boolean NOT NULL, PRIMARY KEY (workspace_id, webhook_id, event_id, id),
    FOREIGN KEY (workspace_id, webhook_id) REFERENCES webhooks (workspace_id, id) ON DELETE CASCADE)`,
  `CREATE INDEX webhook_attempts_at ON webhook_attempts USING brin (at)`,
];

/** An id as `newId` makes them, for rows that only the database knows of. */
const NEW_ID = `CREATE FUNCTION new_id(prefix text) RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT prefix || '_' || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', digit::int + 1, 1), '' ORDER BY place)
  FROM (SELECT place, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint >> (5 * (9 - place)) & 31 AS digit FROM generate_series(0, 9) place
        UNION ALL
        SELECT 10 + place, get_byte(uuid_send(random), place) & 31
        FROM (SELECT gen_random_uuid() AS random) once, generate_series(0, 15) place) digits $$`;

/**
 * What people do, and the operator for them: in the transaction that does it. A session's beginning and end are seen here,
 * whoever begins or ends it; one that ran out ends without a word.
 */
const ACTIVITY = [
  NEW_ID,
  `CREATE TABLE acts (${KEY}, act text NOT NULL, subject_id text, user_id text, session_id text, request_id text, address text,
    detail jsonb NOT NULL DEFAULT '{}', at timestamptz NOT NULL DEFAULT clock_timestamp(), ${PK}, ${WORKSPACE})`,
  `CREATE INDEX acts_subject ON acts (workspace_id, subject_id, id) WHERE subject_id IS NOT NULL`,
  `CREATE INDEX acts_at ON acts USING brin (at)`,
  `CREATE FUNCTION note_session() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE session record; act text;
  BEGIN
    IF TG_OP = 'INSERT' THEN session := NEW; act := 'session.started'; ELSE session := OLD; act := 'session.ended'; END IF;
    IF session.expires_at > now() THEN
      INSERT INTO acts (workspace_id, id, act, subject_id, user_id, session_id, address)
      SELECT w.id, new_id('act'), act, session.id, session.user_id, session.id, session.ip_address
      FROM workspaces w WHERE w.owner_user_id = session.user_id;
    END IF;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER sessions_noted AFTER INSERT OR DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION note_session()`,
];

const AUTHORIZATIONS = [
  `CREATE TABLE oauth_authorizations (${KEY}, user_id text NOT NULL, session_id text NOT NULL,
    client_id text NOT NULL, redirect_uri text NOT NULL, state text, scopes text[] NOT NULL,
    code_challenge text NOT NULL, issuer text NOT NULL, created_at timestamptz NOT NULL DEFAULT now(), expires_at timestamptz NOT NULL,
    decided_at timestamptz, code_hash text, code_expires_at timestamptz, redeemed_at timestamptz, key_id text, ${PK}, ${WORKSPACE})`,
  `CREATE INDEX oauth_authorizations_code ON oauth_authorizations (code_hash) WHERE code_hash IS NOT NULL`,
  `CREATE INDEX oauth_authorizations_created ON oauth_authorizations USING brin (created_at)`,
];

const TENANT_TABLES = [
  'accounts',
  'opportunities',
  'contacts',
  'prospects',
  'target_accounts',
  'meetings',
  'captures',
  'plans',
  'plan_entries',
  'signals',
  'scores',
  'facts',
  'enrichments',
  'runs',
  'brain_states',
  'workspace_flags',
  'api_key_calls',
  'acts',
  'idempotency_records',
  'drafts',
  'draft_versions',
  'draft_reviews',
  'integration_tokens',
  'sends',
  'replies',
  'tier_proposals',
  'webhooks',
  'webhook_events',
  'webhook_deliveries',
  'webhook_attempts',
];

const PEOPLE_TABLES = [
  'users',
  'workspaces',
  'teams',
  'team_members',
  'seat_packs',
  'catalogue',
  'entitlements',
  'api_keys',
  'api_key_secrets',
];

/**
 * Roles are shared by all databases of a cluster, so another database may have made them, or be making them now. Since
 * PostgreSQL 16 whoever makes a role is a member that may not yet take it on.
 */
export const createRole = (role: string) => `DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}') THEN
      BEGIN CREATE ROLE ${role} NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END;
    END IF;
    IF NOT pg_has_role(current_user, '${role}', CASE WHEN current_setting('server_version_num')::int < 160000 THEN 'MEMBER' ELSE 'SET' END)
      THEN EXECUTE format('GRANT ${role} TO %I', current_user); END IF;
  END $$`;

/** Only while the role is taken on: the login role is a member of every role, and would pass for it all the time. */
const acting = (role: string) => `current_user = '${role}'`;

const oneWorkspace = (table: string, name: string, role: string) =>
  `CREATE POLICY ${table}_${name} ON ${table} TO ${role}
    USING (workspace_id = NULLIF(current_setting('${TENANT_SETTING}', true), ''))
    WITH CHECK (workspace_id = NULLIF(current_setting('${TENANT_SETTING}', true), ''))`;

const tenancy = (table: string) => [
  `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
  oneWorkspace(table, 'tenant', service),
];

/** What was done stays as it was written. */
const APPEND_ONLY = new Set(['api_key_calls', 'acts']);

const RIGHTS = [
  ...TENANT_TABLES.map((table) =>
    APPEND_ONLY.has(table)
      ? `GRANT SELECT, INSERT ON ${table} TO ${service}`
      : `GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO ${service}`,
  ),
  ...PEOPLE_TABLES.flatMap((table) => [
    `GRANT SELECT ON ${table} TO ${gate}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO ${operator}`,
  ]),
  // Which version of the signal weights is in force, for many calls at once; never what it holds.
  `GRANT SELECT (workspace_id, id, scope, version) ON brain_states TO ${gate}`,
  `CREATE POLICY brain_states_versions ON brain_states FOR SELECT TO ${gate} USING (${acting(gate)} AND scope = 'signal-weights')`,
  ...['captures', 'facts', 'api_key_calls'].flatMap((table) => [
    `GRANT INSERT ON ${table} TO ${gate}`,
    `CREATE POLICY ${table}_append ON ${table} FOR INSERT TO ${gate} WITH CHECK (true)`,
  ]),
  ...[
    { table: 'api_key_calls', columns: 'workspace_id, id, at' },
    { table: 'acts', columns: 'workspace_id, id, at' },
    { table: 'idempotency_records', columns: 'workspace_id, key_id, idempotency_key, created_at' },
  ].flatMap(({ table, columns }) => [
    `GRANT DELETE, SELECT (${columns}) ON ${table} TO ${maintenance}`,
    `CREATE POLICY ${table}_retention ON ${table} TO ${maintenance} USING (${acting(maintenance)})`,
  ]),
];

/** Where people are let in, and where keys are made, what they do is noted without its ever being read there. */
const NOTING = [operator, login, oauth].flatMap((role) => [
  `GRANT INSERT ON acts TO ${role}`,
  `CREATE POLICY acts_append_${role} ON acts FOR INSERT TO ${role} WITH CHECK (${acting(role)})`,
]);

/** Only the publisher's role can write the states publishing, published and failed, or touch what it has claimed. */
const PUBLISHING = [
  ...['drafts', 'draft_versions', 'integration_tokens', 'sends', 'facts'].flatMap((table) => [
    `GRANT SELECT, INSERT, UPDATE ON ${table} TO ${publisher}`,
    oneWorkspace(table, 'publisher', publisher),
  ]),
  `CREATE POLICY drafts_due ON drafts FOR SELECT TO ${publisher} USING (${acting(publisher)})`,
  `CREATE POLICY drafts_staged ON drafts AS RESTRICTIVE FOR INSERT TO ${service} WITH CHECK (state = 'pending')`,
  `CREATE POLICY drafts_unclaimed ON drafts AS RESTRICTIVE FOR UPDATE TO ${service}
    USING (state NOT IN ('publishing', 'published')) WITH CHECK (state IN ('pending', 'approved', 'scheduled', 'held'))`,
];

/** Rotation of the encryption keys rewraps what is sealed and reads nothing else. */
const REWRAPPING = [
  `GRANT SELECT (workspace_id, id, channel, sealed, encryption_key_id), UPDATE (sealed, encryption_key_id) ON integration_tokens TO ${maintenance}`,
  `CREATE POLICY integration_tokens_rewrap ON integration_tokens TO ${maintenance} USING (${acting(maintenance)})`,
  `GRANT SELECT (workspace_id, id, sealed_target, sealed_secret), UPDATE (sealed_target, sealed_secret) ON webhooks TO ${maintenance}`,
  `CREATE POLICY webhooks_rewrap ON webhooks TO ${maintenance} USING (${acting(maintenance)})`,
];

const WEBHOOK_TABLES = ['webhooks', 'webhook_events', 'webhook_deliveries', 'webhook_attempts'];

/** The delivery worker serves every workspace; the publisher adds events of what it has sent. */
const DELIVERY = [
  ...WEBHOOK_TABLES.map(
    (table) => `CREATE POLICY ${table}_delivery ON ${table} TO ${delivery} USING (true) WITH CHECK (true)`,
  ),
  `GRANT SELECT, UPDATE (enabled, disabled_reason, failures, failing_since, leased_by, leased_until, updated_at) ON webhooks TO ${delivery}`,
  `GRANT SELECT, DELETE ON webhook_events TO ${delivery}`,
  `GRANT SELECT, UPDATE ON webhook_deliveries TO ${delivery}`,
  `GRANT SELECT, INSERT, DELETE ON webhook_attempts TO ${delivery}`,
  ...['webhooks', 'webhook_events', 'webhook_deliveries'].map((table) => oneWorkspace(table, 'publisher', publisher)),
  `GRANT SELECT (workspace_id, id, enabled, types) ON webhooks TO ${publisher}`,
  `GRANT SELECT (id), INSERT ON webhook_events TO ${publisher}`,
  `GRANT INSERT ON webhook_deliveries TO ${publisher}`,
];

/**
 * What an owner may learn of members' work (decisions 14), and whoever has a key of its use: the columns named here, by
 * the database's own rule. It is asked once a statement, not of every row: many rows are counted under it.
 */
const TEAM_READS = [
  `GRANT SELECT ON teams, team_members TO ${teams}`,
  `GRANT SELECT (id, name) ON users TO ${teams}`,
  `GRANT SELECT (id, user_id, team_id) ON api_keys TO ${teams}`,
  `GRANT SELECT (plugin, skill, state, started_at, last_sign_at, settled_at, duration_ms, counts, error_code, account_ref, user_id,
     team_id, created_at) ON runs TO ${teams}`,
  `GRANT SELECT (id, key_id, tool, outcome, at) ON api_key_calls TO ${teams}`,
  ...['runs', 'api_key_calls'].map(
    (table) => `CREATE POLICY ${table}_teams ON ${table} FOR SELECT TO ${teams} USING ((SELECT ${acting(teams)}))`,
  ),
];

/** Who signs in, and the sessions of whoever has: one role for both, which sees no keys and no sales data. */
const SIGN_IN = [
  `GRANT SELECT ON users TO ${login}`,
  `GRANT SELECT (id, owner_user_id) ON workspaces TO ${login}`,
  ...['logins', 'sessions', 'verifications', 'sign_in_attempts'].map(
    (table) => `GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO ${login}`,
  ),
  `GRANT SELECT, INSERT, UPDATE, DELETE ON logins TO ${operator}`,
  `GRANT SELECT, DELETE ON sessions TO ${operator}`,
  `GRANT SELECT, UPDATE (seen_at) ON sessions TO ${gate}`,
];

/**
 * Applications: what they ask of whom, the codes they get, and the keys they get for those. A code comes without its
 * workspace, so the role works in all of them; it sees no sales data, and of keys no more than it makes.
 */
const APPLICATIONS = [
  `ALTER TABLE oauth_authorizations ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE oauth_authorizations FORCE ROW LEVEL SECURITY`,
  // To lock a client while its code is redeemed, which wants the right to change some column; this one says nothing.
  `GRANT SELECT, UPDATE (created_at) ON oauth_clients TO ${oauth}`,
  `GRANT SELECT, INSERT, UPDATE ON oauth_authorizations TO ${oauth}`,
  `CREATE POLICY oauth_authorizations_oauth ON oauth_authorizations TO ${oauth} USING (${acting(oauth)}) WITH CHECK (${acting(oauth)})`,
  `GRANT SELECT (id, scopes, oauth_client_id, revoked_at), INSERT, UPDATE (revoked_at) ON api_keys TO ${oauth}`,
  `GRANT INSERT ON api_key_secrets TO ${oauth}`,
  `GRANT SELECT, INSERT, UPDATE ON oauth_clients TO ${operator}`,
  `GRANT DELETE, SELECT (workspace_id, id, created_at) ON oauth_authorizations TO ${maintenance}`,
  `CREATE POLICY oauth_authorizations_retention ON oauth_authorizations TO ${maintenance} USING (${acting(maintenance)})`,
];

/**
 * Full text over all facts of a workspace. PostgreSQL takes no index on words under row level security: the match is not
 * leakproof, so it waits for the policy, row by row. Through this view the workspace is a condition like any other, and a
 * word of every fact's index entry besides. Only the service's role may use it, and only in a workspace.
 */
const SEARCHING = [
  `CREATE VIEW searchable_facts AS SELECT * FROM facts
     WHERE workspace_id = NULLIF(current_setting('${TENANT_SETTING}', true), '')`,
  `CREATE POLICY facts_searchable ON facts FOR SELECT TO CURRENT_USER USING (true)`,
  `GRANT SELECT ON searchable_facts TO ${service}`,
  `CREATE VIEW searchable_accounts AS SELECT * FROM accounts
     WHERE workspace_id = NULLIF(current_setting('${TENANT_SETTING}', true), '')`,
  `CREATE POLICY accounts_searchable ON accounts FOR SELECT TO CURRENT_USER USING (true)`,
  `GRANT SELECT ON searchable_accounts TO ${service}`,
];

const CATALOGUE = `INSERT INTO catalogue (kind, slug, name, plugins) VALUES
  ('plugin', 'deal-desk', 'Deal desk', '{deal-desk}'),
  ('plugin', 'prospecting', 'Prospecting', '{prospecting}'),
  ('plugin', 'account-planning', 'Account planning', '{account-planning}'),
  ('plugin', 'content-studio', 'Content studio', '{content-studio}'),
  ('plugin', 'gtm-engine', 'GTM engine', '{gtm-engine}'),
  ('plugin', 'team-insights', 'Team insights', '{team-insights}'),
  ('bundle', 'seller', 'Seller', '{deal-desk,prospecting,account-planning}'),
  ('bundle', 'growth', 'Growth', '{gtm-engine,content-studio}'),
  ('suite', 'everything', 'Everything', '{deal-desk,prospecting,account-planning,content-studio,gtm-engine,team-insights}'),
  ('membership', 'pro', 'Pro', '{deal-desk,prospecting,account-planning,content-studio,gtm-engine}')`;

export class Foundation extends Migration {
  override name = '0001-foundation';

  override up(): void {
    const statements = [
      ...Object.values(ROLES).map(createRole),
      ...PEOPLE,
      ...SALES,
      ...CONTROL,
      ...AUTHORIZATIONS,
      ...ACTIVITY,
      ...TENANT_TABLES.flatMap(tenancy),
      ...RIGHTS,
      ...NOTING,
      ...PUBLISHING,
      ...REWRAPPING,
      ...TEAM_READS,
      ...DELIVERY,
      ...SIGN_IN,
      ...APPLICATIONS,
      ...SEARCHING,
      CATALOGUE,
    ];
    for (const statement of statements) this.addSql(statement);
  }
}
