CREATE FUNCTION public.first_word(name text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN lower("substring"(regexp_replace(regexp_replace(NORMALIZE(name, NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), '\m([A-Za-z])&([A-Za-z])\M'::text, '\1\2'::text, 'g'::text), '(?i)^[[:space:][:punct:]]*(?:the[[:space:]]+)?([^[:space:][:punct:]]+)'::text));
CREATE FUNCTION public.merge_facts(present jsonb, facts jsonb) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
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
  END $$;
CREATE FUNCTION public.new_id(prefix text) RETURNS text
    LANGUAGE sql
    AS $$
  SELECT prefix || '_' || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', digit::int + 1, 1), '' ORDER BY place)
  FROM (SELECT place, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint >> (5 * (9 - place)) & 31 AS digit FROM generate_series(0, 9) place
        UNION ALL
        SELECT 10 + place, get_byte(uuid_send(random), place) & 31
        FROM (SELECT gen_random_uuid() AS random) once, generate_series(0, 15) place) digits $$;
CREATE FUNCTION public.note_session() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  DECLARE session record; act text;
  BEGIN
    IF TG_OP = 'INSERT' THEN session := NEW; act := 'session.started'; ELSE session := OLD; act := 'session.ended'; END IF;
    IF session.expires_at > now() THEN
      INSERT INTO acts (workspace_id, id, act, subject_id, user_id, session_id, address)
      SELECT w.id, new_id('act'), act, session.id, session.user_id, session.id, session.ip_address
      FROM workspaces w WHERE w.owner_user_id = session.user_id;
    END IF;
    RETURN NULL;
  END $$;
CREATE TABLE public.accounts (
    workspace_id text NOT NULL,
    id text NOT NULL,
    name text,
    domain text,
    industry text,
    employee_count integer,
    tier text,
    name_word text GENERATED ALWAYS AS (public.first_word(name)) STORED,
    domain_word text GENERATED ALWAYS AS (public.first_word(domain)) STORED,
    sort_name text GENERATED ALWAYS AS (lower(COALESCE(name, domain, ''::text))) STORED,
    search tsvector GENERATED ALWAYS AS ((array_to_tsvector(ARRAY[workspace_id]) || to_tsvector('simple'::regconfig, translate(((COALESCE(name, ''::text) || ' '::text) || COALESCE(domain, ''::text)), './-_@'::text, '     '::text)))) STORED,
    external_ref text,
    payload jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY public.accounts FORCE ROW LEVEL SECURITY;
CREATE TABLE public.acts (
    workspace_id text NOT NULL,
    id text NOT NULL,
    act text NOT NULL,
    subject_id text,
    user_id text,
    session_id text,
    request_id text,
    address text,
    detail jsonb DEFAULT '{}'::jsonb NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
ALTER TABLE ONLY public.acts FORCE ROW LEVEL SECURITY;
CREATE TABLE public.api_key_calls (
    workspace_id text NOT NULL,
    id text NOT NULL,
    key_id text NOT NULL,
    user_id text NOT NULL,
    tool text NOT NULL,
    transport text NOT NULL,
    outcome text NOT NULL,
    error_code text,
    duration_ms double precision NOT NULL,
    request_bytes integer NOT NULL,
    response_bytes integer NOT NULL,
    run_ref text,
    request_id text NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT api_key_calls_outcome_check CHECK ((outcome = ANY (ARRAY['ok'::text, 'error'::text, 'denied'::text])))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.02');
ALTER TABLE ONLY public.api_key_calls FORCE ROW LEVEL SECURITY;
CREATE TABLE public.api_key_secrets (
    hash text NOT NULL,
    key_id text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone
);
CREATE TABLE public.api_keys (
    id text NOT NULL,
    workspace_id text NOT NULL,
    user_id text NOT NULL,
    team_id text,
    name text NOT NULL,
    prefix text NOT NULL,
    scopes text[] NOT NULL,
    rate_limit integer,
    oauth_client_id text,
    expires_at timestamp with time zone,
    revoked_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    may_approve boolean DEFAULT false NOT NULL,
    CONSTRAINT api_keys_application_never_approves CHECK (((NOT may_approve) OR (oauth_client_id IS NULL))),
    CONSTRAINT api_keys_rate_limit_check CHECK ((rate_limit > 0))
);
CREATE TABLE public.brain_states (
    workspace_id text NOT NULL,
    id text NOT NULL,
    scope text NOT NULL,
    version integer NOT NULL,
    payload jsonb NOT NULL,
    bytes integer NOT NULL,
    run_ref text,
    account_ref text,
    key_id text,
    user_id text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY public.brain_states FORCE ROW LEVEL SECURITY;
CREATE TABLE public.captures (
    workspace_id text NOT NULL,
    id text NOT NULL,
    source text NOT NULL,
    text text NOT NULL,
    account_id text,
    prospect_id text,
    tags text[] DEFAULT '{}'::text[] NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY public.captures FORCE ROW LEVEL SECURITY;
CREATE TABLE public.catalogue (
    kind text NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    plugins text[] NOT NULL,
    CONSTRAINT catalogue_kind_check CHECK ((kind = ANY (ARRAY['plugin'::text, 'bundle'::text, 'suite'::text, 'membership'::text])))
);
CREATE TABLE public.contacts (
    workspace_id text NOT NULL,
    id text NOT NULL,
    account_id text,
    name text,
    title text,
    email text,
    phone text,
    linkedin text,
    external_ref text,
    payload jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY public.contacts FORCE ROW LEVEL SECURITY;
CREATE TABLE public.draft_reviews (
    workspace_id text NOT NULL,
    id text NOT NULL,
    draft_id text NOT NULL,
    version integer NOT NULL,
    action text NOT NULL,
    scheduled_for timestamp with time zone,
    note text,
    key_id text,
    session_id text,
    user_id text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY public.draft_reviews FORCE ROW LEVEL SECURITY;
CREATE TABLE public.draft_versions (
    workspace_id text NOT NULL,
    draft_id text NOT NULL,
    version integer NOT NULL,
    title text,
    body text NOT NULL,
    destination jsonb,
    key_id text,
    user_id text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY public.draft_versions FORCE ROW LEVEL SECURITY;
CREATE TABLE public.drafts (
    workspace_id text NOT NULL,
    id text NOT NULL,
    channel text NOT NULL,
    state text NOT NULL,
    version integer NOT NULL,
    title text,
    body text NOT NULL,
    destination jsonb,
    product text,
    skill text,
    account_id text,
    account_ref text,
    run_ref text,
    scheduled_for timestamp with time zone,
    approval jsonb,
    failure text,
    claimed_at timestamp with time zone,
    published_at timestamp with time zone,
    staged_by_key_id text,
    staged_by_user_id text NOT NULL,
    edited_by_key_id text,
    edited_by_user_id text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT drafts_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'scheduled'::text, 'held'::text, 'publishing'::text, 'published'::text, 'failed'::text])))
);
ALTER TABLE ONLY public.drafts FORCE ROW LEVEL SECURITY;
CREATE TABLE public.enrichments (
    workspace_id text NOT NULL,
    provider text NOT NULL,
    contact_key text NOT NULL,
    entry jsonb NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
ALTER TABLE ONLY public.enrichments FORCE ROW LEVEL SECURITY;
CREATE TABLE public.entitlements (
    id text NOT NULL,
    user_id text NOT NULL,
    kind text NOT NULL,
    slug text NOT NULL,
    starts_at timestamp with time zone DEFAULT now() NOT NULL,
    ends_at timestamp with time zone,
    revoked_at timestamp with time zone
);
CREATE TABLE public.facts (
    workspace_id text NOT NULL,
    id text NOT NULL,
    account_id text,
    subject_type text NOT NULL,
    subject_id text NOT NULL,
    attribute text NOT NULL,
    value text NOT NULL,
    sentence text NOT NULL,
    single boolean NOT NULL,
    tool text NOT NULL,
    provider text,
    key_id text,
    user_id text,
    run_ref text,
    at timestamp with time zone NOT NULL,
    superseded_at timestamp with time zone,
    search tsvector GENERATED ALWAYS AS ((array_to_tsvector(ARRAY[workspace_id]) || to_tsvector('english'::regconfig, ((replace(attribute, '_'::text, ' '::text) || ' '::text) || sentence)))) STORED
);
ALTER TABLE ONLY public.facts FORCE ROW LEVEL SECURITY;
CREATE TABLE public.idempotency_records (
    workspace_id text NOT NULL,
    key_id text NOT NULL,
    idempotency_key text NOT NULL,
    tool text NOT NULL,
    input_hash text NOT NULL,
    result text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY public.idempotency_records FORCE ROW LEVEL SECURITY;
CREATE TABLE public.integration_tokens (
    workspace_id text NOT NULL,
    id text NOT NULL,
    channel text NOT NULL,
    sealed text NOT NULL,
    encryption_key_id text NOT NULL,
    account_label text,
    scopes text[] DEFAULT '{}'::text[] NOT NULL,
    expires_at timestamp with time zone,
    user_id text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY public.integration_tokens FORCE ROW LEVEL SECURITY;
CREATE TABLE public.logins (
    id text NOT NULL,
    user_id text NOT NULL,
    provider_id text NOT NULL,
    account_id text NOT NULL,
    password text,
    access_token text,
    refresh_token text,
    id_token text,
    access_token_expires_at timestamp with time zone,
    refresh_token_expires_at timestamp with time zone,
    scope text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.meetings (
    workspace_id text NOT NULL,
    id text NOT NULL,
    account_id text,
    outcome text NOT NULL,
    notes text,
    next_step text,
    occurred_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY public.meetings FORCE ROW LEVEL SECURITY;
CREATE TABLE public.oauth_authorizations (
    workspace_id text NOT NULL,
    id text NOT NULL,
    user_id text NOT NULL,
    session_id text NOT NULL,
    client_id text NOT NULL,
    redirect_uri text NOT NULL,
    state text,
    scopes text[] NOT NULL,
    code_challenge text NOT NULL,
    issuer text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    code_hash text,
    code_expires_at timestamp with time zone,
    redeemed_at timestamp with time zone,
    key_id text
);
ALTER TABLE ONLY public.oauth_authorizations FORCE ROW LEVEL SECURITY;
CREATE TABLE public.oauth_clients (
    id text NOT NULL,
    name text NOT NULL,
    redirect_uris text[] NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp with time zone,
    CONSTRAINT oauth_clients_redirect_uris_check CHECK ((cardinality(redirect_uris) > 0))
);
CREATE TABLE public.opportunities (
    workspace_id text NOT NULL,
    id text NOT NULL,
    account_id text NOT NULL,
    name text,
    stage text,
    amount numeric(18,2),
    currency text,
    close_date date,
    owner text,
    meddpicc jsonb DEFAULT '{}'::jsonb NOT NULL,
    external_ref text,
    payload jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY public.opportunities FORCE ROW LEVEL SECURITY;
CREATE TABLE public.plan_entries (
    workspace_id text NOT NULL,
    id text NOT NULL,
    plan_id text NOT NULL,
    section text NOT NULL,
    content text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY public.plan_entries FORCE ROW LEVEL SECURITY;
CREATE TABLE public.plans (
    workspace_id text NOT NULL,
    id text NOT NULL,
    account_id text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY public.plans FORCE ROW LEVEL SECURITY;
CREATE TABLE public.prospects (
    workspace_id text NOT NULL,
    id text NOT NULL,
    account_id text,
    name text,
    title text,
    email text,
    notes text,
    external_ref text,
    payload jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY public.prospects FORCE ROW LEVEL SECURITY;
CREATE TABLE public.replies (
    workspace_id text NOT NULL,
    id text NOT NULL,
    send_id text NOT NULL,
    intent text NOT NULL,
    classified_by text NOT NULL,
    message_ref text,
    received_at timestamp with time zone NOT NULL,
    run_ref text,
    key_id text,
    user_id text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT replies_classified_by_check CHECK ((classified_by = ANY (ARRAY['rules'::text, 'caller'::text]))),
    CONSTRAINT replies_intent_check CHECK ((intent = ANY (ARRAY['interested'::text, 'not-interested'::text, 'referred'::text, 'later'::text, 'unclear'::text])))
);
ALTER TABLE ONLY public.replies FORCE ROW LEVEL SECURITY;
CREATE TABLE public.runs (
    workspace_id text NOT NULL,
    id text NOT NULL,
    run_ref text NOT NULL,
    plugin text,
    skill text,
    state text NOT NULL,
    declared boolean NOT NULL,
    started_at timestamp with time zone,
    last_sign_at timestamp with time zone NOT NULL,
    settled_at timestamp with time zone,
    duration_ms double precision,
    outcome text,
    counts jsonb,
    error_code text,
    error_detail text,
    account_ref text,
    telemetry text,
    key_id text NOT NULL,
    user_id text NOT NULL,
    team_id text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT runs_state_check CHECK ((state = ANY (ARRAY['running'::text, 'ok'::text, 'error'::text])))
);
ALTER TABLE ONLY public.runs FORCE ROW LEVEL SECURITY;
CREATE TABLE public.schema_migrations (
    id integer NOT NULL,
    name character varying(255) NOT NULL,
    executed_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP(6) NOT NULL,
    checksum text
);
CREATE SEQUENCE public.schema_migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.schema_migrations_id_seq OWNED BY public.schema_migrations.id;
CREATE TABLE public.scores (
    workspace_id text NOT NULL,
    id text NOT NULL,
    account_id text NOT NULL,
    role text NOT NULL,
    value double precision NOT NULL,
    band text NOT NULL,
    drivers jsonb NOT NULL,
    weights_version text NOT NULL,
    run_ref text,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY public.scores FORCE ROW LEVEL SECURITY;
CREATE VIEW public.searchable_accounts AS
 SELECT accounts.workspace_id,
    accounts.id,
    accounts.name,
    accounts.domain,
    accounts.industry,
    accounts.employee_count,
    accounts.tier,
    accounts.name_word,
    accounts.domain_word,
    accounts.sort_name,
    accounts.search,
    accounts.external_ref,
    accounts.payload,
    accounts.created_at,
    accounts.updated_at
   FROM public.accounts
  WHERE (accounts.workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text));
CREATE VIEW public.searchable_facts AS
 SELECT facts.workspace_id,
    facts.id,
    facts.account_id,
    facts.subject_type,
    facts.subject_id,
    facts.attribute,
    facts.value,
    facts.sentence,
    facts.single,
    facts.tool,
    facts.provider,
    facts.key_id,
    facts.user_id,
    facts.run_ref,
    facts.at,
    facts.superseded_at,
    facts.search
   FROM public.facts
  WHERE (facts.workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text));
CREATE TABLE public.seat_packs (
    id text NOT NULL,
    team_id text NOT NULL,
    plugin text NOT NULL,
    seats integer NOT NULL,
    starts_at timestamp with time zone DEFAULT now() NOT NULL,
    ends_at timestamp with time zone,
    CONSTRAINT seat_packs_seats_check CHECK ((seats > 0))
);
CREATE TABLE public.sends (
    workspace_id text NOT NULL,
    id text NOT NULL,
    draft_id text,
    account_id text,
    channel text NOT NULL,
    provider text,
    message_ref text,
    sent_at timestamp with time zone NOT NULL,
    run_ref text,
    key_id text,
    user_id text,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY public.sends FORCE ROW LEVEL SECURITY;
CREATE TABLE public.sessions (
    id text NOT NULL,
    user_id text NOT NULL,
    token text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    seen_at timestamp with time zone DEFAULT now() NOT NULL,
    ip_address text,
    user_agent text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.sign_in_attempts (
    subject text NOT NULL,
    attempts integer NOT NULL,
    ends_at timestamp with time zone NOT NULL
);
CREATE TABLE public.signals (
    workspace_id text NOT NULL,
    id text NOT NULL,
    account_id text NOT NULL,
    key text NOT NULL,
    value double precision NOT NULL,
    at timestamp with time zone NOT NULL,
    run_ref text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT signals_value_check CHECK (((value >= (0)::double precision) AND (value <= (1)::double precision)))
);
ALTER TABLE ONLY public.signals FORCE ROW LEVEL SECURITY;
CREATE TABLE public.target_accounts (
    workspace_id text NOT NULL,
    id text NOT NULL,
    list_name text,
    domain text,
    name text,
    industry text,
    employee_count integer,
    external_ref text,
    payload jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY public.target_accounts FORCE ROW LEVEL SECURITY;
CREATE TABLE public.team_members (
    team_id text NOT NULL,
    user_id text NOT NULL,
    joined_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.teams (
    id text NOT NULL,
    owner_user_id text NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.tier_proposals (
    workspace_id text NOT NULL,
    id text NOT NULL,
    account_id text NOT NULL,
    from_tier text,
    tier text NOT NULL,
    reason text,
    evidence text[] DEFAULT '{}'::text[] NOT NULL,
    state text NOT NULL,
    decided_tier text,
    decided_by_user_id text,
    decided_at timestamp with time zone,
    run_ref text,
    key_id text,
    user_id text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT tier_proposals_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'accepted'::text, 'overridden'::text, 'superseded'::text])))
);
ALTER TABLE ONLY public.tier_proposals FORCE ROW LEVEL SECURITY;
CREATE TABLE public.users (
    id text NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    email_verified boolean DEFAULT true NOT NULL,
    image text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.verifications (
    id text NOT NULL,
    identifier text NOT NULL,
    value text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.webhook_attempts (
    workspace_id text NOT NULL,
    id text NOT NULL,
    webhook_id text NOT NULL,
    event_id text NOT NULL,
    at timestamp with time zone NOT NULL,
    duration_ms integer NOT NULL,
    status integer,
    error text,
    response text,
    replay boolean NOT NULL
);
ALTER TABLE ONLY public.webhook_attempts FORCE ROW LEVEL SECURITY;
CREATE TABLE public.webhook_deliveries (
    workspace_id text NOT NULL,
    webhook_id text NOT NULL,
    event_id text NOT NULL,
    state text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone,
    replayed boolean DEFAULT false NOT NULL,
    resume_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text, 'stopped'::text])))
);
ALTER TABLE ONLY public.webhook_deliveries FORCE ROW LEVEL SECURITY;
CREATE TABLE public.webhook_events (
    workspace_id text NOT NULL,
    id text NOT NULL,
    type text NOT NULL,
    body text NOT NULL,
    run_ref text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT webhook_events_body_check CHECK ((octet_length(body) <= 20480))
);
ALTER TABLE ONLY public.webhook_events FORCE ROW LEVEL SECURITY;
CREATE TABLE public.webhooks (
    workspace_id text NOT NULL,
    id text NOT NULL,
    origin text NOT NULL,
    sealed_target text NOT NULL,
    sealed_secret text NOT NULL,
    types text[],
    enabled boolean DEFAULT true NOT NULL,
    disabled_reason text,
    failures integer DEFAULT 0 NOT NULL,
    failing_since timestamp with time zone,
    leased_by text,
    leased_until timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY public.webhooks FORCE ROW LEVEL SECURITY;
CREATE TABLE public.workspace_flags (
    workspace_id text NOT NULL,
    flag text NOT NULL,
    value jsonb NOT NULL
);
ALTER TABLE ONLY public.workspace_flags FORCE ROW LEVEL SECURITY;
CREATE TABLE public.workspaces (
    id text NOT NULL,
    owner_user_id text NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY public.schema_migrations ALTER COLUMN id SET DEFAULT nextval('public.schema_migrations_id_seq'::regclass);
INSERT INTO public.accounts VALUES
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'Acme Corp', 'acme.example', 'Manufacturing', 420, NULL, DEFAULT, DEFAULT, DEFAULT, DEFAULT, NULL, '{"region": "EMEA"}', '2026-11-22 07:11:17.078474+00', '2026-11-22 07:11:17.078474+00');
INSERT INTO public.acts VALUES
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'act_01m811gk55av5dqx83ds0z460m', 'entitlement.granted', 'ent_01m811gk3cr8cpecp5ebpmhvcs', NULL, NULL, NULL, NULL, '{"kind": "suite", "slug": "everything"}', '2026-11-22 07:11:16.645243+00'),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'act_01m811gk641v48mjap46re75dr', 'team.created', 'team_01m811gk5x9hdys842t02repex', NULL, NULL, NULL, NULL, '{"name": "Mid-market"}', '2026-11-22 07:11:16.676932+00'),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'act_01m811gk8f0pqeja2dz601wdyn', 'team.member_added', 'team_01m811gk5x9hdys842t02repex', NULL, NULL, NULL, NULL, '{"team": "Mid-market", "member": "Lee Park"}', '2026-11-22 07:11:16.751676+00'),
	('ws_01m811gk0en2pccs7zm9pr9yxh', 'act_01m811gk8w3tmgzdbmz3nj6fy8', 'team.member_added', 'team_01m811gk5x9hdys842t02repex', NULL, NULL, NULL, NULL, '{"team": "Mid-market", "member": "Lee Park"}', '2026-11-22 07:11:16.764257+00'),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'act_01m811gk9sn8ww96fgdyrqe6qh', 'seats.added', 'team_01m811gk5x9hdys842t02repex', NULL, NULL, NULL, NULL, '{"team": "Mid-market", "seats": 2, "plugin": "deal-desk"}', '2026-11-22 07:11:16.793102+00'),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'act_01m811gkbbpmrss39hq27ke7f6', 'webhook.created', 'whk_01m811gkb2asvrhkpzh392x9r9', NULL, NULL, NULL, NULL, '{"origin": "https://127.0.0.1:8443"}', '2026-11-22 07:11:16.843858+00'),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'act_01m811gkdz71h9h8c9p6sk1j5s', 'flag.set', NULL, NULL, NULL, NULL, NULL, '{"to": "true", "flag": "second_approver"}', '2026-11-22 07:11:16.927784+00'),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'act_01m811gkgnyc1emwcej3jc1jxn', 'key.created', 'key_01m811gkf4xz8pwdmegkvb4b2r', NULL, NULL, NULL, NULL, '{"name": "Release", "prefix": "sat_r1aldI9I"}', '2026-11-22 07:11:17.013835+00');
INSERT INTO public.api_key_calls VALUES
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'call_01m811gkk3jrrtavg35d1cr54y', 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', 'gtm_crm_write', 'rest', 'ok', NULL, 49.065, 137, 237, NULL, 'req_01m811gkhkhzvk37rk1n17b9st', '2026-11-22 07:11:17.092+00'),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'call_01m811gkn5v6rnffv17wx6w12s', 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', 'gtm_crm_write', 'rest', 'ok', NULL, 23.151, 156, 230, NULL, 'req_01m811gkmeyw4nzbkk65z3w881', '2026-11-22 07:11:17.158+00'),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'call_01m811gkp1cs2epdkxaht5nsm0', 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', 'gtm_crm_write', 'rest', 'ok', NULL, 14.077, 144, 220, NULL, 'req_01m811gknm3pyn99cyaq4mgvpn', '2026-11-22 07:11:17.186+00'),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'call_01m811gkq3gq98m407taryx69h', 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', 'update_prospect', 'rest', 'ok', NULL, 21.96, 96, 267, NULL, 'req_01m811gkpd56w4d5289qr1y5kz', '2026-11-22 07:11:17.219+00'),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'call_01m811gkqtpnqg0kjggpw5tz6t', 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', 'set_meddpicc', 'rest', 'ok', NULL, 15.275, 95, 440, NULL, 'req_01m811gkqbpn3zszandfvtn2qc', '2026-11-22 07:11:17.242+00'),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'call_01m811gkrxd0d5tbpb41p2t57f', 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', 'log_capture', 'rest', 'ok', NULL, 21.924, 129, 186, NULL, 'req_01m811gkr880z1pt4r227bvdjz', '2026-11-22 07:11:17.277+00'),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'call_01m811gkt3peggjywj34sq3das', 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', 'mark_meeting_outcome', 'rest', 'ok', NULL, 17.846, 199, 264, NULL, 'req_01m811gksh6qhggv4p70nb4n1e', '2026-11-22 07:11:17.315+00'),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'call_01m811gktyf800cj1aezty87fw', 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', 'add_to_plan', 'rest', 'ok', NULL, 17.985, 114, 303, NULL, 'req_01m811gktck8ss3y422yhfcb45', '2026-11-22 07:11:17.342+00'),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'call_01m811gkvsm07w44vez49an098', 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', 'gtm_score', 'rest', 'ok', NULL, 18.081, 141, 377, NULL, 'req_01m811gkv7ypydsjga5dwyhbjz', '2026-11-22 07:11:17.369+00'),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'call_01m811gkwkkt0jq3kg8gq0w0t3', 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', 'gtm_build_tam', 'rest', 'ok', NULL, 12.775, 115, 139, NULL, 'req_01m811gkw75nes8avzx6z4h9h9', '2026-11-22 07:11:17.395+00'),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'call_01m811gkxxnq1r3xgxw5jfc13k', 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', 'start_run', 'rest', 'ok', NULL, 26.031, 55, 173, NULL, 'req_01m811gkx3nqhw1ccs93t8b55a', '2026-11-22 07:11:17.437+00'),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'call_01m811gkzhd92vwgp99m9b2yn0', 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', 'sync_brain', 'rest', 'ok', NULL, 28.182, 81, 86, NULL, 'req_01m811gkynaxm5xnzdbfedhxem', '2026-11-22 07:11:17.489+00'),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'call_01m811gm0vg3vz8zw2sqc603bt', 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', 'connect_integration', 'rest', 'ok', NULL, 14.021, 82, 190, NULL, 'req_01m811gm0dv6g6apfvssc1c3pn', '2026-11-22 07:11:17.531+00'),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'call_01m811gm1htkgdjzvrx508n6x4', 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', 'studio_stage_draft', 'rest', 'ok', NULL, 12.916, 56, 137, NULL, 'req_01m811gm14a9teqg54r8pyafs5', '2026-11-22 07:11:17.553+00'),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'call_01m811gm2bhprms4pz5yqza2z3', 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', 'studio_review_draft', 'rest', 'ok', NULL, 6.497, 102, 150, NULL, 'req_01m811gm25nbgq128vs0658zqr', '2026-11-22 07:11:17.579+00'),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'call_01m811gm2xd8tgfhghyyzeeqzk', 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', 'hosted.record_send', 'trpc', 'ok', NULL, 10.095, 91, 193, NULL, 'req_01m811gm2ktsne8qrd58qf7ghv', '2026-11-22 07:11:17.597+00'),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'call_01m811gm42e38smjpj4canhzq1', 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', 'hosted.record_reply', 'trpc', 'ok', NULL, 24.084, 82, 253, NULL, 'req_01m811gm3azzmx16y1gat75xqx', '2026-11-22 07:11:17.634+00'),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'call_01m811gm4sey3knekspbf22rak', 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', 'hosted.propose_tier', 'trpc', 'ok', NULL, 9.452, 83, 212, NULL, 'req_01m811gm4fx85cnfbxfxcvscwa', '2026-11-22 07:11:17.657+00'),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'call_01m811gm59chxydaeewbc2330p', 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', 'emit_telemetry', 'rest', 'ok', NULL, 6.238, 112, 135, NULL, 'req_01m811gm53evwqv0cawzab1yrf', '2026-11-22 07:11:17.673+00'),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'call_01m811gm5jynb55frmk752wktv', 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', 'verify_session', 'rest', 'ok', NULL, 1.97, 2, 427, NULL, 'req_01m811gm5g86k480wmmjfzmsqk', '2026-11-22 07:11:17.682+00'),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'call_01m811gm5qb2b6ea148t19336m', 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', 'check_entitlement', 'rest', 'ok', NULL, 1.889, 22, 154, NULL, 'req_01m811gm5nt4nzqgv3hfrwcgsm', '2026-11-22 07:11:17.687+00'),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'call_01m811gm6bxj9wpxgh15zq4r8h', 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', 'pull_config', 'rest', 'ok', NULL, 14.764, 2, 261, NULL, 'req_01m811gm5xsv4djtxzftfh0638', '2026-11-22 07:11:17.707+00'),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'call_01m811gm71rd0mbhcaaf45dqcj', 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', 'read_account', 'rest', 'ok', NULL, 9.029, 39, 1302, NULL, 'req_01m811gm6r6j2hvxs3qtn0hmpz', '2026-11-22 07:11:17.729+00'),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'call_01m811gm7ex5t3w5jr37sfnrd5', 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', 'gtm_signal_query', 'rest', 'ok', NULL, 4.558, 47, 527, NULL, 'req_01m811gm79qc7cxz4pmd1m22kg', '2026-11-22 07:11:17.742+00'),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'call_01m811gm7sdywqgn9zrk5fagkq', 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', 'studio_list_drafts', 'rest', 'ok', NULL, 7.929, 2, 655, NULL, 'req_01m811gm7hm21n0yg4s50a6r7k', '2026-11-22 07:11:17.753+00');
INSERT INTO public.api_key_secrets VALUES
	('6a65ed4deec692590a2890e66f89fbaf66d010f6104b4e258dab70a6b4154131', 'key_01m811gkf4xz8pwdmegkvb4b2r', '2026-11-22 07:11:16.965828+00', NULL);
INSERT INTO public.api_keys VALUES
	('key_01m811gkf4xz8pwdmegkvb4b2r', 'ws_01m811gjj3kypmmg5knp4p2zqh', 'usr_01m811gjj3kypmmg5knp4p2zqg', NULL, 'Release', 'sat_r1aldI9I', '{capture.write,meddpicc.write,prospect.write,plan.write,meeting.write,account.read,brief.read}', NULL, NULL, NULL, NULL, '2026-11-22 07:11:16.965828+00', false);
INSERT INTO public.brain_states VALUES
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'brn_01m811gkz6hzah2mh7q4879znk', 'icp-registry', 1, '{"segments": [{"name": "fintech", "weight": 0.8}]}', 46, NULL, NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', '2026-11-22 07:11:17.468+00');
INSERT INTO public.captures VALUES
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'cap_01m811gkrjvagjpz2khc0axtpe', 'call', 'Budget is approved for Q3. Dana signs.', 'acc_01m811gkjtrtp304ny4yfrsvnb', NULL, '{budget}', '2026-11-22 07:11:17.265+00');
INSERT INTO public.catalogue VALUES
	('plugin', 'deal-desk', 'Deal desk', '{deal-desk}'),
	('plugin', 'prospecting', 'Prospecting', '{prospecting}'),
	('plugin', 'account-planning', 'Account planning', '{account-planning}'),
	('plugin', 'content-studio', 'Content studio', '{content-studio}'),
	('plugin', 'gtm-engine', 'GTM engine', '{gtm-engine}'),
	('plugin', 'team-insights', 'Team insights', '{team-insights}'),
	('bundle', 'seller', 'Seller', '{deal-desk,prospecting,account-planning}'),
	('bundle', 'growth', 'Growth', '{gtm-engine,content-studio}'),
	('suite', 'everything', 'Everything', '{deal-desk,prospecting,account-planning,content-studio,gtm-engine,team-insights}'),
	('membership', 'pro', 'Pro', '{deal-desk,prospecting,account-planning,content-studio,gtm-engine}');
INSERT INTO public.contacts VALUES
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'con_01m811gknyk1eq5pt1t9mhecyk', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'Dana Reyes', 'CFO', 'dana.reyes@acme.example', NULL, NULL, NULL, '{}', '2026-11-22 07:11:17.177303+00', '2026-11-22 07:11:17.177303+00');
INSERT INTO public.draft_reviews VALUES
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'rev_01m811gm29x8zvsvr66epfray6', 'dra_01m811gm19nh0yrsy95mb00m95', 1, 'hold', NULL, 'Waits for the logo.', 'key_01m811gkf4xz8pwdmegkvb4b2r', NULL, 'usr_01m811gjj3kypmmg5knp4p2zqg', '2026-11-22 07:11:17.578756+00');
INSERT INTO public.draft_versions VALUES
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'dra_01m811gm19nh0yrsy95mb00m95', 1, NULL, 'Three things we learned.', NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', '2026-11-22 07:11:17.543+00');
INSERT INTO public.drafts VALUES
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'dra_01m811gm19nh0yrsy95mb00m95', 'linkedin', 'held', 1, NULL, 'Three things we learned.', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', '2026-11-22 07:11:17.543+00', '2026-11-22 07:11:17.575+00');
INSERT INTO public.entitlements VALUES
	('ent_01m811gk3cr8cpecp5ebpmhvcs', 'usr_01m811gjj3kypmmg5knp4p2zqg', 'suite', 'everything', '2026-11-22 07:11:16.588864+00', NULL, NULL);
INSERT INTO public.facts VALUES
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'fact_01m811gkk4ppjx7tek4w5pawxe', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'account', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'domain', 'acme.example', 'Domain of Acme Corp: acme.example.', true, 'gtm_crm_write', NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', NULL, '2026-11-22 07:11:17.076+00', NULL, DEFAULT),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'fact_01m811gkk4ppjx7tek4w5pawxf', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'account', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'name', 'Acme Corp', 'Name of account: Acme Corp.', true, 'gtm_crm_write', NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', NULL, '2026-11-22 07:11:17.076+00', NULL, DEFAULT),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'fact_01m811gkk4ppjx7tek4w5pawxg', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'account', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'industry', 'Manufacturing', 'Industry of Acme Corp: Manufacturing.', true, 'gtm_crm_write', NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', NULL, '2026-11-22 07:11:17.076+00', NULL, DEFAULT),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'fact_01m811gkk4ppjx7tek4w5pawxh', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'account', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'employee_count', '420', 'Employee count of Acme Corp: 420.', true, 'gtm_crm_write', NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', NULL, '2026-11-22 07:11:17.076+00', NULL, DEFAULT),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'fact_01m811gkk4ppjx7tek4w5pawxj', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'account', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'region', 'EMEA', 'Region of Acme Corp: EMEA.', true, 'gtm_crm_write', NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', NULL, '2026-11-22 07:11:17.076+00', NULL, DEFAULT),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'fact_01m811gkn6m9n5f2gpmtvqzsk0', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'opp', 'opp_01m811gkn293r7p2ha2wryf11k', 'name', 'Acme renewal', 'Name of opp: Acme renewal.', true, 'gtm_crm_write', NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', NULL, '2026-11-22 07:11:17.141+00', NULL, DEFAULT),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'fact_01m811gkn6m9n5f2gpmtvqzsk1', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'opp', 'opp_01m811gkn293r7p2ha2wryf11k', 'stage', 'Proposal', 'Stage of Acme renewal: Proposal.', true, 'gtm_crm_write', NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', NULL, '2026-11-22 07:11:17.141+00', NULL, DEFAULT),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'fact_01m811gkn6m9n5f2gpmtvqzsk2', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'opp', 'opp_01m811gkn293r7p2ha2wryf11k', 'amount', '48000.5', 'Amount of Acme renewal: 48000.5.', true, 'gtm_crm_write', NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', NULL, '2026-11-22 07:11:17.141+00', NULL, DEFAULT),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'fact_01m811gkn6m9n5f2gpmtvqzsk3', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'opp', 'opp_01m811gkn293r7p2ha2wryf11k', 'close_date', '2026-06-30', 'Close date of Acme renewal: 2026-06-30.', true, 'gtm_crm_write', NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', NULL, '2026-11-22 07:11:17.141+00', NULL, DEFAULT),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'fact_01m811gkp27hnggmnmvxf862m2', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'contact', 'con_01m811gknyk1eq5pt1t9mhecyk', 'name', 'Dana Reyes', 'Name of contact: Dana Reyes.', true, 'gtm_crm_write', NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', NULL, '2026-11-22 07:11:17.176+00', NULL, DEFAULT),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'fact_01m811gkp27hnggmnmvxf862m3', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'contact', 'con_01m811gknyk1eq5pt1t9mhecyk', 'title', 'CFO', 'Title of Dana Reyes: CFO.', true, 'gtm_crm_write', NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', NULL, '2026-11-22 07:11:17.176+00', NULL, DEFAULT),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'fact_01m811gkp27hnggmnmvxf862m4', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'contact', 'con_01m811gknyk1eq5pt1t9mhecyk', 'email', 'dana.reyes@acme.example', 'Email of Dana Reyes: dana.reyes@acme.example.', true, 'gtm_crm_write', NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', NULL, '2026-11-22 07:11:17.176+00', NULL, DEFAULT),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'fact_01m811gkq3gq98m407taryx69j', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'prospect', 'pro_01m811gkpknhvtkhexqfrn2kd2', 'name', 'Zoë Müller', 'Name of prospect: Zoë Müller.', true, 'update_prospect', NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', NULL, '2026-11-22 07:11:17.201+00', NULL, DEFAULT),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'fact_01m811gkq3gq98m407taryx69k', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'prospect', 'pro_01m811gkpknhvtkhexqfrn2kd2', 'email', 'zoe@acme.example', 'Email of Zoë Müller: zoe@acme.example.', true, 'update_prospect', NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', NULL, '2026-11-22 07:11:17.201+00', NULL, DEFAULT),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'fact_01m811gkqtpnqg0kjggpw5tz6v', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'opp', 'opp_01m811gkn293r7p2ha2wryf11k', 'economic_buyer', 'Dana Reyes', 'Economic buyer of Acme renewal: Dana Reyes.', true, 'set_meddpicc', NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', NULL, '2026-11-22 07:11:17.229+00', NULL, DEFAULT),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'fact_01m811gkqtpnqg0kjggpw5tz6w', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'opp', 'opp_01m811gkn293r7p2ha2wryf11k', 'champion', 'Lee Park', 'Champion of Acme renewal: Lee Park.', true, 'set_meddpicc', NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', NULL, '2026-11-22 07:11:17.229+00', NULL, DEFAULT),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'fact_01m811gkrxd0d5tbpb41p2t57d', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'account', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'capture', 'Budget is approved for Q3.', 'Budget is approved for Q3.', false, 'log_capture', NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', NULL, '2026-11-22 07:11:17.265+00', NULL, DEFAULT),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'fact_01m811gkrxd0d5tbpb41p2t57e', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'account', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'capture', 'Dana signs.', 'Dana signs.', false, 'log_capture', NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', NULL, '2026-11-22 07:11:17.265+00', NULL, DEFAULT),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'fact_01m811gkt3peggjywj34sq3dat', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'meeting', 'mtg_01m811gksxttxy1bgbvbd77pbt', 'meeting_outcome', 'advance', 'Meeting outcome of Acme Corp on 2026-03-01: advance.', true, 'mark_meeting_outcome', NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', NULL, '2026-11-22 07:11:17.301+00', NULL, DEFAULT),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'fact_01m811gkt3peggjywj34sq3dav', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'account', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'next_step', 'Send the security pack by Friday', 'Next step of Acme Corp: Send the security pack by Friday.', true, 'mark_meeting_outcome', NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', NULL, '2026-11-22 07:11:17.301+00', NULL, DEFAULT),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'fact_01m811gkt3peggjywj34sq3daw', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'meeting', 'mtg_01m811gksxttxy1bgbvbd77pbt', 'meeting_notes', 'Dana wants the security review first.', 'Dana wants the security review first.', false, 'mark_meeting_outcome', NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', NULL, '2026-11-22 07:11:17.301+00', NULL, DEFAULT),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'fact_01m811gktyf800cj1aezty87fx', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'plan', 'plan_01m811gkts5qh0wgb2gqys4qtb', 'next_steps', 'Send the security pack to Dana.', 'Send the security pack to Dana.', false, 'add_to_plan', NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', NULL, '2026-11-22 07:11:17.329+00', NULL, DEFAULT),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'fact_01m811gkvsm07w44vez49an099', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'account', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'signal_no_next_step', '0.9', 'Signal no next step of Acme Corp: 0.9.', true, 'gtm_score', NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', NULL, '2026-11-22 07:11:17.353+00', NULL, DEFAULT),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'fact_01m811gkvsm07w44vez49an09a', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'account', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'deal-risk_score', '43.2 (guarded)', 'Deal risk score of Acme Corp: 43.2 (guarded).', true, 'gtm_score', NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', NULL, '2026-11-22 07:11:17.353+00', NULL, DEFAULT),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'fact_01m811gkwm8nk0vyqrh4wy392h', NULL, 'target_list', 'EMEA mid-market', 'target_accounts', '2', 'The target account list EMEA mid-market holds 2 accounts.', true, 'gtm_build_tam', NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', NULL, '2026-11-22 07:11:17.385+00', NULL, DEFAULT),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'fact_01m811gkzhd92vwgp99m9b2yn1', NULL, 'brain', 'icp-registry', 'brain_version', '1', 'Version 1 of the brain state icp-registry is in force.', true, 'sync_brain', NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', NULL, '2026-11-22 07:11:17.468+00', NULL, DEFAULT),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'fact_01m811gm0vg3vz8zw2sqc603bv', NULL, 'channel', 'linkedin', 'connection', 'connected', 'The channel LinkedIn is connected as Robin Vale.', true, 'connect_integration', NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', NULL, '2026-11-22 07:11:17.523+00', NULL, DEFAULT),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'fact_01m811gm1htkgdjzvrx508n6x5', NULL, 'draft', 'dra_01m811gm19nh0yrsy95mb00m95', 'draft_status', 'pending', 'A LinkedIn draft waits for review.', true, 'studio_stage_draft', NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', NULL, '2026-11-22 07:11:17.543+00', '2026-11-22 07:11:17.575+00', DEFAULT),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'fact_01m811gm2bhprms4pz5yqza2z4', NULL, 'draft', 'dra_01m811gm19nh0yrsy95mb00m95', 'draft_status', 'held', 'A LinkedIn draft is held.', true, 'studio_review_draft', NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', NULL, '2026-11-22 07:11:17.575+00', NULL, DEFAULT),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'fact_01m811gm2xd8tgfhghyyzeeqzm', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'send', 'snd_01m811gm2syt343j6jcsh29cz5', 'send', '2026-11-22T07:11:17.591Z', 'The e-mail message of 2026-11-22 went out.', false, 'hosted.record_send', NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', NULL, '2026-11-22 07:11:17.591+00', NULL, DEFAULT),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'fact_01m811gm42e38smjpj4canhzq2', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'send', 'snd_01m811gm2syt343j6jcsh29cz5', 'reply', 'interested', 'The reply of 2026-11-22 to the e-mail message of 2026-11-22 is interested.', true, 'hosted.record_reply', NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', NULL, '2026-11-22 07:11:17.612+00', NULL, DEFAULT),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'fact_01m811gm4sey3knekspbf22ram', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'account', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'proposed_tier', 'A', 'The tier A is proposed and not decided.', true, 'hosted.propose_tier', NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', NULL, '2026-11-22 07:11:17.651+00', NULL, DEFAULT),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'fact_01m811gkxxnq1r3xgxw5jfc13m', NULL, 'run', 'run_01m811gkxd8jfqgf1da0v3p302', 'run_outcome', 'running', 'The run of weekly-pipeline-review (deal-desk) is running.', true, 'start_run', NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', NULL, '2026-11-22 07:11:17.418+00', '2026-11-22 07:11:17.669+00', DEFAULT),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'fact_01m811gm5ayb9mhjkag2tv1c1h', NULL, 'run', 'run_01m811gkxd8jfqgf1da0v3p302', 'run_outcome', 'ok', 'The run of weekly-pipeline-review (deal-desk) ended ok.', true, 'emit_telemetry', NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', NULL, '2026-11-22 07:11:17.669+00', NULL, DEFAULT);
INSERT INTO public.integration_tokens VALUES
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'int_01m811gm0re1yat1kzvwwmwrtp', 'linkedin', 'k1:l7MgJEkBFktypq407XHFToMkLdyA8SdXGfIfaZ4s0KVV-4DiXioTCbCfe3RVOhav2BMD8FIOAkiLpUGZLw67aMNYGvmiCxQa9xlbpBl0C6x_', 'k1', 'Robin Vale', '{}', NULL, 'usr_01m811gjj3kypmmg5knp4p2zqg', '2026-11-22 07:11:17.523+00', '2026-11-22 07:11:17.523+00');
INSERT INTO public.logins VALUES
	('log_01m811gjvjmkre4a3ynb45dvd8', 'usr_01m811gjj3kypmmg5knp4p2zqg', 'credential', 'usr_01m811gjj3kypmmg5knp4p2zqg', '2485c9befc97a9b24c7ceacb4ee7a37d:906824445aa7827c05023345e24809776789f7446b9b866dbd807690781244b81bb032e44ad4fc46df6cb0bea0c8bf655502ec965f8e5efdb409e61c8069067f', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:11:16.316173+00', '2026-11-22 07:11:16.316173+00');
INSERT INTO public.meetings VALUES
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'mtg_01m811gksxttxy1bgbvbd77pbt', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'advance', 'Dana wants the security review first.', 'Send the security pack by Friday', '2026-03-01 14:00:00+00', '2026-11-22 07:11:17.301821+00', '2026-11-22 07:11:17.301821+00');
INSERT INTO public.oauth_clients VALUES
	('cli_01m811gkbv550pvyv2krvcztk6', 'Notebook', '{https://notebook.example/back}', '2026-11-22 07:11:16.885246+00', NULL);
INSERT INTO public.opportunities VALUES
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'opp_01m811gkn293r7p2ha2wryf11k', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'Acme renewal', 'Proposal', 48000.50, NULL, '2026-06-30', NULL, '{"champion": "Lee Park", "economic_buyer": "Dana Reyes"}', NULL, '{}', '2026-11-22 07:11:17.142298+00', '2026-11-22 07:11:17.230541+00');
INSERT INTO public.plan_entries VALUES
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'pen_01m811gkts5qh0wgb2gqys4qtc', 'plan_01m811gkts5qh0wgb2gqys4qtb', 'next_steps', 'Send the security pack to Dana.', '2026-11-22 07:11:17.330088+00');
INSERT INTO public.plans VALUES
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'plan_01m811gkts5qh0wgb2gqys4qtb', 'acc_01m811gkjtrtp304ny4yfrsvnb', '2026-11-22 07:11:17.330088+00', '2026-11-22 07:11:17.330088+00');
INSERT INTO public.prospects VALUES
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'pro_01m811gkpknhvtkhexqfrn2kd2', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'Zoë Müller', NULL, 'zoe@acme.example', NULL, NULL, '{}', '2026-11-22 07:11:17.202549+00', '2026-11-22 07:11:17.202549+00');
INSERT INTO public.replies VALUES
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'rpl_01m811gm3mejvw7rkhn5mxemwz', 'snd_01m811gm2syt343j6jcsh29cz5', 'interested', 'rules', NULL, '2026-11-22 07:11:17.612+00', NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', '2026-11-22 07:11:17.612+00');
INSERT INTO public.runs VALUES
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'run_01m811gkxd8jfqgf1da0v3p302', 'run_01m811gkxd8jfqgf1da0v3p302', 'deal-desk', 'weekly-pipeline-review', 'ok', true, '2026-11-22 07:11:17.418+00', '2026-11-22 07:11:17.669+00', '2026-11-22 07:11:17.669+00', 251, 'ok', NULL, NULL, NULL, NULL, '{"plugin":"deal-desk","skill":"weekly-pipeline-review","run_id":"run_01m811gkxd8jfqgf1da0v3p302","outcome":"ok"}', 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', NULL, '2026-11-22 07:11:17.418+00');
INSERT INTO public.schema_migrations VALUES
	(1, '0001-foundation', '2026-11-22 07:11:11.747066+00', '9cc7eae45d1f9462287dc64dcdbac7d6'),
	(2, '0002-key-approval', '2026-11-22 07:11:11.747066+00', 'd8c794ecbd5d5ae903be6ceea7adbd46');
INSERT INTO public.scores VALUES
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'sco_01m811gkvd2t429trx2rnhfcc8', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'deal-risk', 43.2, 'guarded', '[{"key": "no_next_step", "decay": 1, "value": 0.9, "weight": 0.12, "contribution": 43.2}]', 'builtin:a08262ff3071', NULL, '2026-11-22 07:11:17.35428+00');
INSERT INTO public.seat_packs VALUES
	('pack_01m811gk9gwvnn39gd01sp4xqt', 'team_01m811gk5x9hdys842t02repex', 'deal-desk', 2, '2026-11-22 07:11:16.7857+00', NULL);
INSERT INTO public.sends VALUES
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'snd_01m811gm2syt343j6jcsh29cz5', NULL, 'acc_01m811gkjtrtp304ny4yfrsvnb', 'email', NULL, 'message-1', '2026-11-22 07:11:17.591+00', NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', '2026-11-22 07:11:17.591+00');
INSERT INTO public.signals VALUES
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'sig_01m811gkvd2t429trx2rnhfcc7', 'acc_01m811gkjtrtp304ny4yfrsvnb', 'no_next_step', 0.9, '2026-03-02 09:00:00+00', NULL, '2026-11-22 07:11:17.35428+00');
INSERT INTO public.target_accounts VALUES
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'tgt_01m811gkweyew6ysgzm7zegvzt', 'EMEA mid-market', 'acme.example', 'Acme Corp', NULL, NULL, NULL, '{}', '2026-11-22 07:11:17.386671+00', '2026-11-22 07:11:17.386671+00'),
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'tgt_01m811gkweyew6ysgzm7zegvzv', 'EMEA mid-market', NULL, 'Borealis Foods', NULL, NULL, NULL, '{}', '2026-11-22 07:11:17.386671+00', '2026-11-22 07:11:17.386671+00');
INSERT INTO public.team_members VALUES
	('team_01m811gk5x9hdys842t02repex', 'usr_01m811gk0en2pccs7zm9pr9yxg', '2026-11-22 07:11:16.718+00');
INSERT INTO public.teams VALUES
	('team_01m811gk5x9hdys842t02repex', 'usr_01m811gjj3kypmmg5knp4p2zqg', 'Mid-market', '2026-11-22 07:11:16.6703+00');
INSERT INTO public.tier_proposals VALUES
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'tip_01m811gm4q9vh6aw3bdvrw5dj5', 'acc_01m811gkjtrtp304ny4yfrsvnb', NULL, 'A', 'They replied.', '{}', 'proposed', NULL, NULL, NULL, NULL, 'key_01m811gkf4xz8pwdmegkvb4b2r', 'usr_01m811gjj3kypmmg5knp4p2zqg', '2026-11-22 07:11:17.651+00');
INSERT INTO public.users VALUES
	('usr_01m811gjj3kypmmg5knp4p2zqg', 'robin@example.com', 'Robin Vale', true, NULL, '2026-11-22 07:11:16.316173+00', '2026-11-22 07:11:16.316173+00'),
	('usr_01m811gk0en2pccs7zm9pr9yxg', 'lee@example.com', 'Lee Park', true, NULL, '2026-11-22 07:11:16.50495+00', '2026-11-22 07:11:16.50495+00');
INSERT INTO public.webhook_deliveries VALUES
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'whk_01m811gkb2asvrhkpzh392x9r9', 'evt_01m811gm3twmrjy4a7vmmavh1n', 'pending', 0, '2026-11-22 07:11:17.618989+00', false, NULL, '2026-11-22 07:11:17.618989+00');
INSERT INTO public.webhook_events VALUES
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'evt_01m811gm3twmrjy4a7vmmavh1n', 'reply.received', '{"id":"evt_01m811gm3twmrjy4a7vmmavh1n","type":"reply.received","created_at":"2026-11-22T07:11:17.627Z","data":{"send_id":"snd_01m811gm2syt343j6jcsh29cz5","draft_id":null,"account_id":"acc_01m811gkjtrtp304ny4yfrsvnb","intent":"interested","received_at":"2026-11-22T07:11:17.612Z"}}', NULL, '2026-11-22 07:11:17.618989+00');
INSERT INTO public.webhooks VALUES
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'whk_01m811gkb2asvrhkpzh392x9r9', 'https://127.0.0.1:8443', 'k1:BG3B5sNjuy3wTRaICfsjV55urwzM9Y7wLttoRkoK7m4NVos', 'k1:vhHpkihW0ToWy-z8oDeTumaxk4eXnIrKOt0nVjBteuZmsnHR0q9wV8YPeMsoeztti8RzMwAF04_Ci6Z5fPMNFcAEo0k2K430KtJGKD4', NULL, true, NULL, 0, NULL, NULL, NULL, '2026-11-22 07:11:16.836448+00', '2026-11-22 07:11:16.836448+00');
INSERT INTO public.workspace_flags VALUES
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'second_approver', 'true');
INSERT INTO public.workspaces VALUES
	('ws_01m811gjj3kypmmg5knp4p2zqh', 'usr_01m811gjj3kypmmg5knp4p2zqg', 'Robin Vale''s workspace', '2026-11-22 07:11:16.316173+00'),
	('ws_01m811gk0en2pccs7zm9pr9yxh', 'usr_01m811gk0en2pccs7zm9pr9yxg', 'Lee Park''s workspace', '2026-11-22 07:11:16.50495+00');
SELECT pg_catalog.setval('public.schema_migrations_id_seq', 2, true);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_external_ref_unique UNIQUE (workspace_id, external_ref);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.acts
    ADD CONSTRAINT acts_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.api_key_calls
    ADD CONSTRAINT api_key_calls_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.api_key_secrets
    ADD CONSTRAINT api_key_secrets_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.brain_states
    ADD CONSTRAINT brain_states_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.brain_states
    ADD CONSTRAINT brain_states_version_unique UNIQUE (workspace_id, scope, version);
ALTER TABLE ONLY public.captures
    ADD CONSTRAINT captures_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.catalogue
    ADD CONSTRAINT catalogue_pkey PRIMARY KEY (kind, slug);
ALTER TABLE ONLY public.contacts
    ADD CONSTRAINT contacts_external_ref_unique UNIQUE (workspace_id, external_ref);
ALTER TABLE ONLY public.contacts
    ADD CONSTRAINT contacts_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.draft_reviews
    ADD CONSTRAINT draft_reviews_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.draft_versions
    ADD CONSTRAINT draft_versions_pkey PRIMARY KEY (workspace_id, draft_id, version);
ALTER TABLE ONLY public.drafts
    ADD CONSTRAINT drafts_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.enrichments
    ADD CONSTRAINT enrichments_pkey PRIMARY KEY (workspace_id, contact_key, provider);
ALTER TABLE ONLY public.entitlements
    ADD CONSTRAINT entitlements_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.facts
    ADD CONSTRAINT facts_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.idempotency_records
    ADD CONSTRAINT idempotency_records_pkey PRIMARY KEY (workspace_id, key_id, idempotency_key);
ALTER TABLE ONLY public.integration_tokens
    ADD CONSTRAINT integration_tokens_channel_unique UNIQUE (workspace_id, channel);
ALTER TABLE ONLY public.integration_tokens
    ADD CONSTRAINT integration_tokens_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.logins
    ADD CONSTRAINT logins_account_unique UNIQUE (provider_id, account_id);
ALTER TABLE ONLY public.logins
    ADD CONSTRAINT logins_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.meetings
    ADD CONSTRAINT meetings_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.oauth_authorizations
    ADD CONSTRAINT oauth_authorizations_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.oauth_clients
    ADD CONSTRAINT oauth_clients_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.opportunities
    ADD CONSTRAINT opportunities_external_ref_unique UNIQUE (workspace_id, external_ref);
ALTER TABLE ONLY public.opportunities
    ADD CONSTRAINT opportunities_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.plan_entries
    ADD CONSTRAINT plan_entries_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.plans
    ADD CONSTRAINT plans_account_unique UNIQUE (workspace_id, account_id);
ALTER TABLE ONLY public.plans
    ADD CONSTRAINT plans_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.prospects
    ADD CONSTRAINT prospects_external_ref_unique UNIQUE (workspace_id, external_ref);
ALTER TABLE ONLY public.prospects
    ADD CONSTRAINT prospects_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.replies
    ADD CONSTRAINT replies_message_ref_unique UNIQUE (workspace_id, send_id, message_ref);
ALTER TABLE ONLY public.replies
    ADD CONSTRAINT replies_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.runs
    ADD CONSTRAINT runs_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.runs
    ADD CONSTRAINT runs_run_ref_unique UNIQUE (workspace_id, run_ref);
ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.scores
    ADD CONSTRAINT scores_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.seat_packs
    ADD CONSTRAINT seat_packs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sends
    ADD CONSTRAINT sends_message_ref_unique UNIQUE (workspace_id, channel, message_ref);
ALTER TABLE ONLY public.sends
    ADD CONSTRAINT sends_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_token_key UNIQUE (token);
ALTER TABLE ONLY public.sign_in_attempts
    ADD CONSTRAINT sign_in_attempts_pkey PRIMARY KEY (subject);
ALTER TABLE ONLY public.signals
    ADD CONSTRAINT signals_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.target_accounts
    ADD CONSTRAINT target_accounts_external_ref_unique UNIQUE (workspace_id, external_ref);
ALTER TABLE ONLY public.target_accounts
    ADD CONSTRAINT target_accounts_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.team_members
    ADD CONSTRAINT team_members_pkey PRIMARY KEY (team_id, user_id);
ALTER TABLE ONLY public.teams
    ADD CONSTRAINT teams_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tier_proposals
    ADD CONSTRAINT tier_proposals_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.verifications
    ADD CONSTRAINT verifications_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhook_attempts
    ADD CONSTRAINT webhook_attempts_pkey PRIMARY KEY (workspace_id, webhook_id, event_id, id);
ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (workspace_id, webhook_id, event_id);
ALTER TABLE ONLY public.webhook_events
    ADD CONSTRAINT webhook_events_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_pkey PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.workspace_flags
    ADD CONSTRAINT workspace_flags_pkey PRIMARY KEY (workspace_id, flag);
ALTER TABLE ONLY public.workspaces
    ADD CONSTRAINT workspaces_owner_user_id_key UNIQUE (owner_user_id);
ALTER TABLE ONLY public.workspaces
    ADD CONSTRAINT workspaces_pkey PRIMARY KEY (id);
CREATE INDEX accounts_domain_word ON public.accounts USING btree (workspace_id, domain_word);
CREATE INDEX accounts_name ON public.accounts USING btree (workspace_id, lower(name));
CREATE INDEX accounts_name_word ON public.accounts USING btree (workspace_id, name_word);
CREATE INDEX accounts_search ON public.accounts USING gin (search);
CREATE INDEX accounts_sorted ON public.accounts USING btree (workspace_id, sort_name, id);
CREATE INDEX acts_at ON public.acts USING brin (at);
CREATE INDEX acts_subject ON public.acts USING btree (workspace_id, subject_id, id) WHERE (subject_id IS NOT NULL);
CREATE INDEX api_key_calls_at ON public.api_key_calls USING brin (at);
CREATE INDEX api_key_calls_failed ON public.api_key_calls USING btree (workspace_id, id) INCLUDE (outcome) WHERE (outcome <> 'ok'::text);
CREATE INDEX api_key_calls_key ON public.api_key_calls USING btree (key_id, id) INCLUDE (tool, outcome);
CREATE INDEX api_key_calls_run ON public.api_key_calls USING btree (workspace_id, run_ref, id) WHERE (run_ref IS NOT NULL);
CREATE INDEX api_key_secrets_key ON public.api_key_secrets USING btree (key_id);
CREATE INDEX api_keys_oauth_client ON public.api_keys USING btree (oauth_client_id) WHERE (oauth_client_id IS NOT NULL);
CREATE INDEX api_keys_user ON public.api_keys USING btree (user_id);
CREATE INDEX api_keys_workspace ON public.api_keys USING btree (workspace_id, created_at);
CREATE INDEX captures_account ON public.captures USING btree (workspace_id, account_id, id DESC) WHERE (account_id IS NOT NULL);
CREATE INDEX captures_prospect ON public.captures USING btree (workspace_id, prospect_id, id DESC) WHERE ((account_id IS NULL) AND (prospect_id IS NOT NULL));
CREATE INDEX contacts_account ON public.contacts USING btree (workspace_id, account_id, id);
CREATE INDEX draft_reviews_draft ON public.draft_reviews USING btree (workspace_id, draft_id, created_at);
CREATE INDEX drafts_account ON public.drafts USING btree (workspace_id, account_id, id) WHERE (account_id IS NOT NULL);
CREATE INDEX drafts_claimed ON public.drafts USING btree (claimed_at) WHERE (state = 'publishing'::text);
CREATE INDEX drafts_due ON public.drafts USING btree (scheduled_for) WHERE (state = 'scheduled'::text);
CREATE INDEX drafts_run ON public.drafts USING btree (workspace_id, run_ref, id) WHERE (run_ref IS NOT NULL);
CREATE INDEX drafts_state ON public.drafts USING btree (workspace_id, state, id DESC);
CREATE INDEX entitlements_user ON public.entitlements USING btree (user_id);
CREATE INDEX facts_account ON public.facts USING btree (workspace_id, account_id, id);
CREATE UNIQUE INDEX facts_current ON public.facts USING btree (workspace_id, subject_id, attribute) WHERE (single AND (superseded_at IS NULL));
CREATE INDEX facts_fields ON public.facts USING btree (workspace_id, account_id) WHERE (attribute <> 'capture'::text);
CREATE INDEX facts_run ON public.facts USING btree (workspace_id, run_ref, id) WHERE (run_ref IS NOT NULL);
CREATE INDEX facts_search ON public.facts USING gin (search);
CREATE INDEX facts_unattached ON public.facts USING btree (workspace_id, subject_id) WHERE ((account_id IS NULL) AND (subject_type = 'prospect'::text));
CREATE INDEX idempotency_records_created ON public.idempotency_records USING brin (created_at);
CREATE INDEX logins_user ON public.logins USING btree (user_id);
CREATE INDEX meetings_account ON public.meetings USING btree (workspace_id, account_id, occurred_at DESC, id DESC);
CREATE INDEX meetings_recent ON public.meetings USING btree (workspace_id, occurred_at DESC);
CREATE INDEX oauth_authorizations_code ON public.oauth_authorizations USING btree (code_hash) WHERE (code_hash IS NOT NULL);
CREATE INDEX oauth_authorizations_created ON public.oauth_authorizations USING brin (created_at);
CREATE INDEX opportunities_account ON public.opportunities USING btree (workspace_id, account_id, id);
CREATE INDEX opportunities_gaps ON public.opportunities USING btree (workspace_id, id) WHERE ((COALESCE(stage, ''::text) !~* '(^|[^[:alpha:]])(won|lost|closed)([^[:alpha:]]|$)'::text) AND (NOT (meddpicc ?& ARRAY['metrics'::text, 'economic_buyer'::text, 'decision_criteria'::text, 'decision_process'::text, 'paper_process'::text, 'identify_pain'::text, 'champion'::text, 'competition'::text])));
CREATE INDEX plan_entries_section ON public.plan_entries USING btree (workspace_id, plan_id, section, id);
CREATE INDEX prospects_account ON public.prospects USING btree (workspace_id, account_id, id);
CREATE INDEX runs_running ON public.runs USING btree (workspace_id, id) WHERE (state = 'running'::text);
CREATE INDEX runs_user ON public.runs USING btree (user_id, created_at);
CREATE INDEX scores_account ON public.scores USING btree (workspace_id, account_id, id DESC);
CREATE INDEX seat_packs_team ON public.seat_packs USING btree (team_id);
CREATE INDEX sends_account ON public.sends USING btree (workspace_id, account_id, id);
CREATE INDEX sends_draft ON public.sends USING btree (workspace_id, draft_id, id);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id);
CREATE INDEX signals_account ON public.signals USING btree (workspace_id, account_id, id DESC);
CREATE INDEX signals_read ON public.signals USING btree (workspace_id, account_id, key, at);
CREATE UNIQUE INDEX target_accounts_domain_unique ON public.target_accounts USING btree (workspace_id, list_name, domain) WHERE (domain IS NOT NULL);
CREATE UNIQUE INDEX target_accounts_name_unique ON public.target_accounts USING btree (workspace_id, list_name, name) WHERE (domain IS NULL);
CREATE INDEX team_members_user ON public.team_members USING btree (user_id);
CREATE INDEX teams_owner ON public.teams USING btree (owner_user_id);
CREATE UNIQUE INDEX tier_proposals_open ON public.tier_proposals USING btree (workspace_id, account_id) WHERE (state = 'proposed'::text);
CREATE UNIQUE INDEX users_email_unique ON public.users USING btree (lower(email));
CREATE INDEX verifications_identifier ON public.verifications USING btree (identifier);
CREATE INDEX webhook_attempts_at ON public.webhook_attempts USING brin (at);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (webhook_id, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX webhook_deliveries_event ON public.webhook_deliveries USING btree (workspace_id, event_id);
CREATE INDEX webhook_events_created ON public.webhook_events USING brin (created_at);
CREATE INDEX webhook_events_run ON public.webhook_events USING btree (workspace_id, run_ref, id) WHERE (run_ref IS NOT NULL);
CREATE INDEX webhooks_id ON public.webhooks USING btree (id);
CREATE TRIGGER sessions_noted AFTER INSERT OR DELETE ON public.sessions FOR EACH ROW EXECUTE FUNCTION public.note_session();
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.acts
    ADD CONSTRAINT acts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.api_key_secrets
    ADD CONSTRAINT api_key_secrets_key_id_fkey FOREIGN KEY (key_id) REFERENCES public.api_keys(id);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_oauth_client_id_fkey FOREIGN KEY (oauth_client_id) REFERENCES public.oauth_clients(id);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_team_id_fkey FOREIGN KEY (team_id) REFERENCES public.teams(id);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.brain_states
    ADD CONSTRAINT brain_states_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.captures
    ADD CONSTRAINT captures_account_id_fk FOREIGN KEY (workspace_id, account_id) REFERENCES public.accounts(workspace_id, id);
ALTER TABLE ONLY public.captures
    ADD CONSTRAINT captures_prospect_id_fk FOREIGN KEY (workspace_id, prospect_id) REFERENCES public.prospects(workspace_id, id);
ALTER TABLE ONLY public.contacts
    ADD CONSTRAINT contacts_account_id_fk FOREIGN KEY (workspace_id, account_id) REFERENCES public.accounts(workspace_id, id);
ALTER TABLE ONLY public.contacts
    ADD CONSTRAINT contacts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.draft_reviews
    ADD CONSTRAINT draft_reviews_draft_id_fk FOREIGN KEY (workspace_id, draft_id) REFERENCES public.drafts(workspace_id, id);
ALTER TABLE ONLY public.draft_versions
    ADD CONSTRAINT draft_versions_draft_id_fk FOREIGN KEY (workspace_id, draft_id) REFERENCES public.drafts(workspace_id, id);
ALTER TABLE ONLY public.drafts
    ADD CONSTRAINT drafts_account_id_fk FOREIGN KEY (workspace_id, account_id) REFERENCES public.accounts(workspace_id, id);
ALTER TABLE ONLY public.drafts
    ADD CONSTRAINT drafts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.enrichments
    ADD CONSTRAINT enrichments_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.entitlements
    ADD CONSTRAINT entitlements_kind_slug_fkey FOREIGN KEY (kind, slug) REFERENCES public.catalogue(kind, slug);
ALTER TABLE ONLY public.entitlements
    ADD CONSTRAINT entitlements_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.facts
    ADD CONSTRAINT facts_account_id_fk FOREIGN KEY (workspace_id, account_id) REFERENCES public.accounts(workspace_id, id);
ALTER TABLE ONLY public.integration_tokens
    ADD CONSTRAINT integration_tokens_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.logins
    ADD CONSTRAINT logins_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.meetings
    ADD CONSTRAINT meetings_account_id_fk FOREIGN KEY (workspace_id, account_id) REFERENCES public.accounts(workspace_id, id);
ALTER TABLE ONLY public.meetings
    ADD CONSTRAINT meetings_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.oauth_authorizations
    ADD CONSTRAINT oauth_authorizations_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.opportunities
    ADD CONSTRAINT opportunities_account_id_fk FOREIGN KEY (workspace_id, account_id) REFERENCES public.accounts(workspace_id, id);
ALTER TABLE ONLY public.opportunities
    ADD CONSTRAINT opportunities_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.plan_entries
    ADD CONSTRAINT plan_entries_plan_id_fk FOREIGN KEY (workspace_id, plan_id) REFERENCES public.plans(workspace_id, id);
ALTER TABLE ONLY public.plans
    ADD CONSTRAINT plans_account_id_fk FOREIGN KEY (workspace_id, account_id) REFERENCES public.accounts(workspace_id, id);
ALTER TABLE ONLY public.plans
    ADD CONSTRAINT plans_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.prospects
    ADD CONSTRAINT prospects_account_id_fk FOREIGN KEY (workspace_id, account_id) REFERENCES public.accounts(workspace_id, id);
ALTER TABLE ONLY public.prospects
    ADD CONSTRAINT prospects_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.replies
    ADD CONSTRAINT replies_send_id_fk FOREIGN KEY (workspace_id, send_id) REFERENCES public.sends(workspace_id, id);
ALTER TABLE ONLY public.runs
    ADD CONSTRAINT runs_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.scores
    ADD CONSTRAINT scores_account_id_fk FOREIGN KEY (workspace_id, account_id) REFERENCES public.accounts(workspace_id, id);
ALTER TABLE ONLY public.seat_packs
    ADD CONSTRAINT seat_packs_team_id_fkey FOREIGN KEY (team_id) REFERENCES public.teams(id);
ALTER TABLE ONLY public.sends
    ADD CONSTRAINT sends_account_id_fk FOREIGN KEY (workspace_id, account_id) REFERENCES public.accounts(workspace_id, id);
ALTER TABLE ONLY public.sends
    ADD CONSTRAINT sends_draft_id_fk FOREIGN KEY (workspace_id, draft_id) REFERENCES public.drafts(workspace_id, id);
ALTER TABLE ONLY public.sends
    ADD CONSTRAINT sends_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.signals
    ADD CONSTRAINT signals_account_id_fk FOREIGN KEY (workspace_id, account_id) REFERENCES public.accounts(workspace_id, id);
ALTER TABLE ONLY public.target_accounts
    ADD CONSTRAINT target_accounts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.team_members
    ADD CONSTRAINT team_members_team_id_fkey FOREIGN KEY (team_id) REFERENCES public.teams(id);
ALTER TABLE ONLY public.team_members
    ADD CONSTRAINT team_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.teams
    ADD CONSTRAINT teams_owner_user_id_fkey FOREIGN KEY (owner_user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.tier_proposals
    ADD CONSTRAINT tier_proposals_account_id_fk FOREIGN KEY (workspace_id, account_id) REFERENCES public.accounts(workspace_id, id);
ALTER TABLE ONLY public.webhook_attempts
    ADD CONSTRAINT webhook_attempts_workspace_id_webhook_id_fkey FOREIGN KEY (workspace_id, webhook_id) REFERENCES public.webhooks(workspace_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_workspace_id_event_id_fkey FOREIGN KEY (workspace_id, event_id) REFERENCES public.webhook_events(workspace_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_workspace_id_webhook_id_fkey FOREIGN KEY (workspace_id, webhook_id) REFERENCES public.webhooks(workspace_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.webhook_events
    ADD CONSTRAINT webhook_events_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.workspace_flags
    ADD CONSTRAINT workspace_flags_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.workspaces
    ADD CONSTRAINT workspaces_owner_user_id_fkey FOREIGN KEY (owner_user_id) REFERENCES public.users(id);
ALTER TABLE public.accounts ENABLE ROW LEVEL SECURITY;
CREATE POLICY accounts_searchable ON public.accounts FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY accounts_tenant ON public.accounts TO sat_service USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
ALTER TABLE public.acts ENABLE ROW LEVEL SECURITY;
CREATE POLICY acts_append_sat_login ON public.acts FOR INSERT TO sat_login WITH CHECK ((CURRENT_USER = 'sat_login'::name));
CREATE POLICY acts_append_sat_oauth ON public.acts FOR INSERT TO sat_oauth WITH CHECK ((CURRENT_USER = 'sat_oauth'::name));
CREATE POLICY acts_append_sat_operator ON public.acts FOR INSERT TO sat_operator WITH CHECK ((CURRENT_USER = 'sat_operator'::name));
CREATE POLICY acts_retention ON public.acts TO sat_maintenance USING ((CURRENT_USER = 'sat_maintenance'::name));
CREATE POLICY acts_tenant ON public.acts TO sat_service USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
ALTER TABLE public.api_key_calls ENABLE ROW LEVEL SECURITY;
CREATE POLICY api_key_calls_append ON public.api_key_calls FOR INSERT TO sat_gate WITH CHECK (true);
CREATE POLICY api_key_calls_retention ON public.api_key_calls TO sat_maintenance USING ((CURRENT_USER = 'sat_maintenance'::name));
CREATE POLICY api_key_calls_teams ON public.api_key_calls FOR SELECT TO sat_teams USING (( SELECT (CURRENT_USER = 'sat_teams'::name)));
CREATE POLICY api_key_calls_tenant ON public.api_key_calls TO sat_service USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
ALTER TABLE public.brain_states ENABLE ROW LEVEL SECURITY;
CREATE POLICY brain_states_tenant ON public.brain_states TO sat_service USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
CREATE POLICY brain_states_versions ON public.brain_states FOR SELECT TO sat_gate USING (((CURRENT_USER = 'sat_gate'::name) AND (scope = 'signal-weights'::text)));
ALTER TABLE public.captures ENABLE ROW LEVEL SECURITY;
CREATE POLICY captures_append ON public.captures FOR INSERT TO sat_gate WITH CHECK (true);
CREATE POLICY captures_tenant ON public.captures TO sat_service USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
ALTER TABLE public.contacts ENABLE ROW LEVEL SECURITY;
CREATE POLICY contacts_tenant ON public.contacts TO sat_service USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
ALTER TABLE public.draft_reviews ENABLE ROW LEVEL SECURITY;
CREATE POLICY draft_reviews_tenant ON public.draft_reviews TO sat_service USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
ALTER TABLE public.draft_versions ENABLE ROW LEVEL SECURITY;
CREATE POLICY draft_versions_publisher ON public.draft_versions TO sat_publisher USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
CREATE POLICY draft_versions_tenant ON public.draft_versions TO sat_service USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
ALTER TABLE public.drafts ENABLE ROW LEVEL SECURITY;
CREATE POLICY drafts_due ON public.drafts FOR SELECT TO sat_publisher USING ((CURRENT_USER = 'sat_publisher'::name));
CREATE POLICY drafts_publisher ON public.drafts TO sat_publisher USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
CREATE POLICY drafts_staged ON public.drafts AS RESTRICTIVE FOR INSERT TO sat_service WITH CHECK ((state = 'pending'::text));
CREATE POLICY drafts_tenant ON public.drafts TO sat_service USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
CREATE POLICY drafts_unclaimed ON public.drafts AS RESTRICTIVE FOR UPDATE TO sat_service USING ((state <> ALL (ARRAY['publishing'::text, 'published'::text]))) WITH CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'scheduled'::text, 'held'::text])));
ALTER TABLE public.enrichments ENABLE ROW LEVEL SECURITY;
CREATE POLICY enrichments_tenant ON public.enrichments TO sat_service USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
ALTER TABLE public.facts ENABLE ROW LEVEL SECURITY;
CREATE POLICY facts_append ON public.facts FOR INSERT TO sat_gate WITH CHECK (true);
CREATE POLICY facts_publisher ON public.facts TO sat_publisher USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
CREATE POLICY facts_searchable ON public.facts FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY facts_tenant ON public.facts TO sat_service USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
ALTER TABLE public.idempotency_records ENABLE ROW LEVEL SECURITY;
CREATE POLICY idempotency_records_retention ON public.idempotency_records TO sat_maintenance USING ((CURRENT_USER = 'sat_maintenance'::name));
CREATE POLICY idempotency_records_tenant ON public.idempotency_records TO sat_service USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
ALTER TABLE public.integration_tokens ENABLE ROW LEVEL SECURITY;
CREATE POLICY integration_tokens_publisher ON public.integration_tokens TO sat_publisher USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
CREATE POLICY integration_tokens_rewrap ON public.integration_tokens TO sat_maintenance USING ((CURRENT_USER = 'sat_maintenance'::name));
CREATE POLICY integration_tokens_tenant ON public.integration_tokens TO sat_service USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
ALTER TABLE public.meetings ENABLE ROW LEVEL SECURITY;
CREATE POLICY meetings_tenant ON public.meetings TO sat_service USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
ALTER TABLE public.oauth_authorizations ENABLE ROW LEVEL SECURITY;
CREATE POLICY oauth_authorizations_oauth ON public.oauth_authorizations TO sat_oauth USING ((CURRENT_USER = 'sat_oauth'::name)) WITH CHECK ((CURRENT_USER = 'sat_oauth'::name));
CREATE POLICY oauth_authorizations_retention ON public.oauth_authorizations TO sat_maintenance USING ((CURRENT_USER = 'sat_maintenance'::name));
ALTER TABLE public.opportunities ENABLE ROW LEVEL SECURITY;
CREATE POLICY opportunities_tenant ON public.opportunities TO sat_service USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
ALTER TABLE public.plan_entries ENABLE ROW LEVEL SECURITY;
CREATE POLICY plan_entries_tenant ON public.plan_entries TO sat_service USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
ALTER TABLE public.plans ENABLE ROW LEVEL SECURITY;
CREATE POLICY plans_tenant ON public.plans TO sat_service USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
ALTER TABLE public.prospects ENABLE ROW LEVEL SECURITY;
CREATE POLICY prospects_tenant ON public.prospects TO sat_service USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
ALTER TABLE public.replies ENABLE ROW LEVEL SECURITY;
CREATE POLICY replies_tenant ON public.replies TO sat_service USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
ALTER TABLE public.runs ENABLE ROW LEVEL SECURITY;
CREATE POLICY runs_teams ON public.runs FOR SELECT TO sat_teams USING (( SELECT (CURRENT_USER = 'sat_teams'::name)));
CREATE POLICY runs_tenant ON public.runs TO sat_service USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
ALTER TABLE public.scores ENABLE ROW LEVEL SECURITY;
CREATE POLICY scores_tenant ON public.scores TO sat_service USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
ALTER TABLE public.sends ENABLE ROW LEVEL SECURITY;
CREATE POLICY sends_publisher ON public.sends TO sat_publisher USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
CREATE POLICY sends_tenant ON public.sends TO sat_service USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
ALTER TABLE public.signals ENABLE ROW LEVEL SECURITY;
CREATE POLICY signals_tenant ON public.signals TO sat_service USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
ALTER TABLE public.target_accounts ENABLE ROW LEVEL SECURITY;
CREATE POLICY target_accounts_tenant ON public.target_accounts TO sat_service USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
ALTER TABLE public.tier_proposals ENABLE ROW LEVEL SECURITY;
CREATE POLICY tier_proposals_tenant ON public.tier_proposals TO sat_service USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
ALTER TABLE public.webhook_attempts ENABLE ROW LEVEL SECURITY;
CREATE POLICY webhook_attempts_delivery ON public.webhook_attempts TO sat_delivery USING (true) WITH CHECK (true);
CREATE POLICY webhook_attempts_tenant ON public.webhook_attempts TO sat_service USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
ALTER TABLE public.webhook_deliveries ENABLE ROW LEVEL SECURITY;
CREATE POLICY webhook_deliveries_delivery ON public.webhook_deliveries TO sat_delivery USING (true) WITH CHECK (true);
CREATE POLICY webhook_deliveries_publisher ON public.webhook_deliveries TO sat_publisher USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
CREATE POLICY webhook_deliveries_tenant ON public.webhook_deliveries TO sat_service USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
ALTER TABLE public.webhook_events ENABLE ROW LEVEL SECURITY;
CREATE POLICY webhook_events_delivery ON public.webhook_events TO sat_delivery USING (true) WITH CHECK (true);
CREATE POLICY webhook_events_publisher ON public.webhook_events TO sat_publisher USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
CREATE POLICY webhook_events_tenant ON public.webhook_events TO sat_service USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
ALTER TABLE public.webhooks ENABLE ROW LEVEL SECURITY;
CREATE POLICY webhooks_delivery ON public.webhooks TO sat_delivery USING (true) WITH CHECK (true);
CREATE POLICY webhooks_publisher ON public.webhooks TO sat_publisher USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
CREATE POLICY webhooks_rewrap ON public.webhooks TO sat_maintenance USING ((CURRENT_USER = 'sat_maintenance'::name));
CREATE POLICY webhooks_tenant ON public.webhooks TO sat_service USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
ALTER TABLE public.workspace_flags ENABLE ROW LEVEL SECURITY;
CREATE POLICY workspace_flags_tenant ON public.workspace_flags TO sat_service USING ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text))) WITH CHECK ((workspace_id = NULLIF(current_setting('app.workspace_id'::text, true), ''::text)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.accounts TO sat_service;
GRANT SELECT,INSERT ON TABLE public.acts TO sat_service;
GRANT DELETE ON TABLE public.acts TO sat_maintenance;
GRANT INSERT ON TABLE public.acts TO sat_operator;
GRANT INSERT ON TABLE public.acts TO sat_login;
GRANT INSERT ON TABLE public.acts TO sat_oauth;
GRANT SELECT(workspace_id) ON TABLE public.acts TO sat_maintenance;
GRANT SELECT(id) ON TABLE public.acts TO sat_maintenance;
GRANT SELECT(at) ON TABLE public.acts TO sat_maintenance;
GRANT SELECT,INSERT ON TABLE public.api_key_calls TO sat_service;
GRANT INSERT ON TABLE public.api_key_calls TO sat_gate;
GRANT DELETE ON TABLE public.api_key_calls TO sat_maintenance;
GRANT SELECT(workspace_id) ON TABLE public.api_key_calls TO sat_maintenance;
GRANT SELECT(id) ON TABLE public.api_key_calls TO sat_maintenance;
GRANT SELECT(id) ON TABLE public.api_key_calls TO sat_teams;
GRANT SELECT(key_id) ON TABLE public.api_key_calls TO sat_teams;
GRANT SELECT(tool) ON TABLE public.api_key_calls TO sat_teams;
GRANT SELECT(outcome) ON TABLE public.api_key_calls TO sat_teams;
GRANT SELECT(at) ON TABLE public.api_key_calls TO sat_maintenance;
GRANT SELECT(at) ON TABLE public.api_key_calls TO sat_teams;
GRANT SELECT ON TABLE public.api_key_secrets TO sat_gate;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.api_key_secrets TO sat_operator;
GRANT INSERT ON TABLE public.api_key_secrets TO sat_oauth;
GRANT SELECT ON TABLE public.api_keys TO sat_gate;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.api_keys TO sat_operator;
GRANT INSERT ON TABLE public.api_keys TO sat_oauth;
GRANT SELECT(id) ON TABLE public.api_keys TO sat_teams;
GRANT SELECT(id) ON TABLE public.api_keys TO sat_oauth;
GRANT SELECT(user_id) ON TABLE public.api_keys TO sat_teams;
GRANT SELECT(team_id) ON TABLE public.api_keys TO sat_teams;
GRANT SELECT(scopes) ON TABLE public.api_keys TO sat_oauth;
GRANT SELECT(oauth_client_id) ON TABLE public.api_keys TO sat_oauth;
GRANT SELECT(revoked_at),UPDATE(revoked_at) ON TABLE public.api_keys TO sat_oauth;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.brain_states TO sat_service;
GRANT SELECT(workspace_id) ON TABLE public.brain_states TO sat_gate;
GRANT SELECT(id) ON TABLE public.brain_states TO sat_gate;
GRANT SELECT(scope) ON TABLE public.brain_states TO sat_gate;
GRANT SELECT(version) ON TABLE public.brain_states TO sat_gate;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.captures TO sat_service;
GRANT INSERT ON TABLE public.captures TO sat_gate;
GRANT SELECT ON TABLE public.catalogue TO sat_gate;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.catalogue TO sat_operator;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.contacts TO sat_service;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.draft_reviews TO sat_service;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.draft_versions TO sat_service;
GRANT SELECT,INSERT,UPDATE ON TABLE public.draft_versions TO sat_publisher;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.drafts TO sat_service;
GRANT SELECT,INSERT,UPDATE ON TABLE public.drafts TO sat_publisher;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.enrichments TO sat_service;
GRANT SELECT ON TABLE public.entitlements TO sat_gate;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.entitlements TO sat_operator;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.facts TO sat_service;
GRANT INSERT ON TABLE public.facts TO sat_gate;
GRANT SELECT,INSERT,UPDATE ON TABLE public.facts TO sat_publisher;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.idempotency_records TO sat_service;
GRANT DELETE ON TABLE public.idempotency_records TO sat_maintenance;
GRANT SELECT(workspace_id) ON TABLE public.idempotency_records TO sat_maintenance;
GRANT SELECT(key_id) ON TABLE public.idempotency_records TO sat_maintenance;
GRANT SELECT(idempotency_key) ON TABLE public.idempotency_records TO sat_maintenance;
GRANT SELECT(created_at) ON TABLE public.idempotency_records TO sat_maintenance;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.integration_tokens TO sat_service;
GRANT SELECT,INSERT,UPDATE ON TABLE public.integration_tokens TO sat_publisher;
GRANT SELECT(workspace_id) ON TABLE public.integration_tokens TO sat_maintenance;
GRANT SELECT(id) ON TABLE public.integration_tokens TO sat_maintenance;
GRANT SELECT(channel) ON TABLE public.integration_tokens TO sat_maintenance;
GRANT SELECT(sealed),UPDATE(sealed) ON TABLE public.integration_tokens TO sat_maintenance;
GRANT SELECT(encryption_key_id),UPDATE(encryption_key_id) ON TABLE public.integration_tokens TO sat_maintenance;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.logins TO sat_login;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.logins TO sat_operator;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.meetings TO sat_service;
GRANT SELECT,INSERT,UPDATE ON TABLE public.oauth_authorizations TO sat_oauth;
GRANT DELETE ON TABLE public.oauth_authorizations TO sat_maintenance;
GRANT SELECT(workspace_id) ON TABLE public.oauth_authorizations TO sat_maintenance;
GRANT SELECT(id) ON TABLE public.oauth_authorizations TO sat_maintenance;
GRANT SELECT(created_at) ON TABLE public.oauth_authorizations TO sat_maintenance;
GRANT SELECT ON TABLE public.oauth_clients TO sat_oauth;
GRANT SELECT,INSERT,UPDATE ON TABLE public.oauth_clients TO sat_operator;
GRANT UPDATE(created_at) ON TABLE public.oauth_clients TO sat_oauth;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.opportunities TO sat_service;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.plan_entries TO sat_service;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.plans TO sat_service;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.prospects TO sat_service;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.replies TO sat_service;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.runs TO sat_service;
GRANT SELECT(plugin) ON TABLE public.runs TO sat_teams;
GRANT SELECT(skill) ON TABLE public.runs TO sat_teams;
GRANT SELECT(state) ON TABLE public.runs TO sat_teams;
GRANT SELECT(started_at) ON TABLE public.runs TO sat_teams;
GRANT SELECT(last_sign_at) ON TABLE public.runs TO sat_teams;
GRANT SELECT(settled_at) ON TABLE public.runs TO sat_teams;
GRANT SELECT(duration_ms) ON TABLE public.runs TO sat_teams;
GRANT SELECT(counts) ON TABLE public.runs TO sat_teams;
GRANT SELECT(error_code) ON TABLE public.runs TO sat_teams;
GRANT SELECT(account_ref) ON TABLE public.runs TO sat_teams;
GRANT SELECT(user_id) ON TABLE public.runs TO sat_teams;
GRANT SELECT(team_id) ON TABLE public.runs TO sat_teams;
GRANT SELECT(created_at) ON TABLE public.runs TO sat_teams;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.scores TO sat_service;
GRANT SELECT ON TABLE public.searchable_accounts TO sat_service;
GRANT SELECT ON TABLE public.searchable_facts TO sat_service;
GRANT SELECT ON TABLE public.seat_packs TO sat_gate;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.seat_packs TO sat_operator;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sends TO sat_service;
GRANT SELECT,INSERT,UPDATE ON TABLE public.sends TO sat_publisher;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sessions TO sat_login;
GRANT SELECT,DELETE ON TABLE public.sessions TO sat_operator;
GRANT SELECT ON TABLE public.sessions TO sat_gate;
GRANT UPDATE(seen_at) ON TABLE public.sessions TO sat_gate;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sign_in_attempts TO sat_login;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.signals TO sat_service;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.target_accounts TO sat_service;
GRANT SELECT ON TABLE public.team_members TO sat_gate;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.team_members TO sat_operator;
GRANT SELECT ON TABLE public.team_members TO sat_teams;
GRANT SELECT ON TABLE public.teams TO sat_gate;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.teams TO sat_operator;
GRANT SELECT ON TABLE public.teams TO sat_teams;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.tier_proposals TO sat_service;
GRANT SELECT ON TABLE public.users TO sat_gate;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.users TO sat_operator;
GRANT SELECT ON TABLE public.users TO sat_login;
GRANT SELECT(id) ON TABLE public.users TO sat_teams;
GRANT SELECT(name) ON TABLE public.users TO sat_teams;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.verifications TO sat_login;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_attempts TO sat_service;
GRANT SELECT,INSERT,DELETE ON TABLE public.webhook_attempts TO sat_delivery;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_deliveries TO sat_service;
GRANT SELECT,UPDATE ON TABLE public.webhook_deliveries TO sat_delivery;
GRANT INSERT ON TABLE public.webhook_deliveries TO sat_publisher;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_events TO sat_service;
GRANT SELECT,DELETE ON TABLE public.webhook_events TO sat_delivery;
GRANT INSERT ON TABLE public.webhook_events TO sat_publisher;
GRANT SELECT(id) ON TABLE public.webhook_events TO sat_publisher;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhooks TO sat_service;
GRANT SELECT ON TABLE public.webhooks TO sat_delivery;
GRANT SELECT(workspace_id) ON TABLE public.webhooks TO sat_maintenance;
GRANT SELECT(workspace_id) ON TABLE public.webhooks TO sat_publisher;
GRANT SELECT(id) ON TABLE public.webhooks TO sat_maintenance;
GRANT SELECT(id) ON TABLE public.webhooks TO sat_publisher;
GRANT SELECT(sealed_target),UPDATE(sealed_target) ON TABLE public.webhooks TO sat_maintenance;
GRANT SELECT(sealed_secret),UPDATE(sealed_secret) ON TABLE public.webhooks TO sat_maintenance;
GRANT SELECT(types) ON TABLE public.webhooks TO sat_publisher;
GRANT UPDATE(enabled) ON TABLE public.webhooks TO sat_delivery;
GRANT SELECT(enabled) ON TABLE public.webhooks TO sat_publisher;
GRANT UPDATE(disabled_reason) ON TABLE public.webhooks TO sat_delivery;
GRANT UPDATE(failures) ON TABLE public.webhooks TO sat_delivery;
GRANT UPDATE(failing_since) ON TABLE public.webhooks TO sat_delivery;
GRANT UPDATE(leased_by) ON TABLE public.webhooks TO sat_delivery;
GRANT UPDATE(leased_until) ON TABLE public.webhooks TO sat_delivery;
GRANT UPDATE(updated_at) ON TABLE public.webhooks TO sat_delivery;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.workspace_flags TO sat_service;
GRANT SELECT ON TABLE public.workspaces TO sat_gate;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.workspaces TO sat_operator;
GRANT SELECT(id) ON TABLE public.workspaces TO sat_login;
GRANT SELECT(owner_user_id) ON TABLE public.workspaces TO sat_login;
