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
    executed_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP(6) NOT NULL
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
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'acc_01m811fxc45e454759tb5gv2qf', 'Acme Corp', 'acme.example', 'Manufacturing', 420, NULL, DEFAULT, DEFAULT, DEFAULT, DEFAULT, NULL, '{"region": "EMEA"}', '2026-11-22 07:10:54.334861+00', '2026-11-22 07:10:54.334861+00');
INSERT INTO public.acts VALUES
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'act_01m811fwymq39c1012t12fp931', 'entitlement.granted', 'ent_01m811fwvpcvnpzj29164a0d7t', NULL, NULL, NULL, NULL, '{"kind": "suite", "slug": "everything"}', '2026-11-22 07:10:53.909075+00'),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'act_01m811fwzz7vz3a7167cfnd05h', 'team.created', 'team_01m811fwzm474rma0mm9xwxrtz', NULL, NULL, NULL, NULL, '{"name": "Mid-market"}', '2026-11-22 07:10:53.951253+00'),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'act_01m811fx2z5detvn7gzkvc186f', 'team.member_added', 'team_01m811fwzm474rma0mm9xwxrtz', NULL, NULL, NULL, NULL, '{"team": "Mid-market", "member": "Lee Park"}', '2026-11-22 07:10:54.047799+00'),
	('ws_01m811fwr4d0z4027nh4ye0ze0', 'act_01m811fx387j2z7zd89x8g8xks', 'team.member_added', 'team_01m811fwzm474rma0mm9xwxrtz', NULL, NULL, NULL, NULL, '{"team": "Mid-market", "member": "Lee Park"}', '2026-11-22 07:10:54.056114+00'),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'act_01m811fx4gd5n6tx4ypergyw66', 'seats.added', 'team_01m811fwzm474rma0mm9xwxrtz', NULL, NULL, NULL, NULL, '{"team": "Mid-market", "seats": 2, "plugin": "deal-desk"}', '2026-11-22 07:10:54.096245+00'),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'act_01m811fx60drkp0g5629arfexg', 'webhook.created', 'whk_01m811fx5sccn28fqr9vhfw91z', NULL, NULL, NULL, NULL, '{"origin": "https://127.0.0.1:8443"}', '2026-11-22 07:10:54.144947+00'),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'act_01m811fx82haxmze2fn6s5zwqp', 'flag.set', NULL, NULL, NULL, NULL, NULL, '{"to": "true", "flag": "second_approver"}', '2026-11-22 07:10:54.210606+00'),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'act_01m811fx9m5tym65aysy2x86za', 'key.created', 'key_01m811fx92z4sp9ynw62gqfx2d', NULL, NULL, NULL, NULL, '{"name": "Release", "prefix": "sat_wHemwFfz"}', '2026-11-22 07:10:54.260692+00');
INSERT INTO public.api_key_calls VALUES
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'call_01m811fxcpkvmyt77gszqn120x', 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', 'gtm_crm_write', 'rest', 'ok', NULL, 73.875, 137, 237, NULL, 'req_01m811fxac3j6hxpznz25n4esj', '2026-11-22 07:10:54.358+00'),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'call_01m811fxevqv37v6a8t7fk19tw', 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', 'gtm_crm_write', 'rest', 'ok', NULL, 9.646, 156, 230, NULL, 'req_01m811fxejqpaf722qx13xqjfq', '2026-11-22 07:10:54.427+00'),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'call_01m811fxg0abbahg3wkr1jyzht', 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', 'gtm_crm_write', 'rest', 'ok', NULL, 20.11, 144, 220, NULL, 'req_01m811fxfc1fmtvdpgn6jh848t', '2026-11-22 07:10:54.464+00'),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'call_01m811fxgtr7dd6cxjdjqv4gga', 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', 'update_prospect', 'rest', 'ok', NULL, 9.724, 96, 267, NULL, 'req_01m811fxgg5zsx5m15q856w5az', '2026-11-22 07:10:54.49+00'),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'call_01m811fxhz42p5k6s0d6hm91nh', 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', 'set_meddpicc', 'rest', 'ok', NULL, 22.127, 95, 440, NULL, 'req_01m811fxh8nt0s00m94nnbye5h', '2026-11-22 07:10:54.527+00'),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'call_01m811fxm1d0hy9sm3szpdjf1r', 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', 'log_capture', 'rest', 'ok', NULL, 47.078, 129, 186, NULL, 'req_01m811fxjj8vwe9r2nhmb9sh3z', '2026-11-22 07:10:54.593+00'),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'call_01m811fxnwt0ztdwyxf0s7qgd7', 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', 'mark_meeting_outcome', 'rest', 'ok', NULL, 23.087, 199, 264, NULL, 'req_01m811fxn5nseyx7webnrn74jx', '2026-11-22 07:10:54.652+00'),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'call_01m811fxprjmxt7dexa5cg81mt', 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', 'add_to_plan', 'rest', 'ok', NULL, 16.195, 114, 303, NULL, 'req_01m811fxp7aaaztqbh1a2yqpbz', '2026-11-22 07:10:54.68+00'),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'call_01m811fxqsm1rq0n4dr60ba6dn', 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', 'gtm_score', 'rest', 'ok', NULL, 20.62, 141, 377, NULL, 'req_01m811fxq5aea99aymfm6z1ysq', '2026-11-22 07:10:54.713+00'),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'call_01m811fxrnjqse0156acxhhm7t', 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', 'gtm_build_tam', 'rest', 'ok', NULL, 11.628, 115, 139, NULL, 'req_01m811fxraqf92z46gyhaj419p', '2026-11-22 07:10:54.741+00'),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'call_01m811fxsnbmdqxzgkbypcjzjn', 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', 'start_run', 'rest', 'ok', NULL, 23.848, 55, 173, NULL, 'req_01m811fxry2f42zkhv8g7g2fr0', '2026-11-22 07:10:54.774+00'),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'call_01m811fxzdk2qhxvkwv2cga6gs', 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', 'sync_brain', 'rest', 'ok', NULL, 11.773, 81, 86, NULL, 'req_01m811fxz2m7c3e83zhv5yrqeg', '2026-11-22 07:10:54.957+00'),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'call_01m811fy0dkfnkzxymmhm1t6bq', 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', 'connect_integration', 'rest', 'ok', NULL, 15.654, 82, 190, NULL, 'req_01m811fxzx9shm6krs6cb5tsbr', '2026-11-22 07:10:54.989+00'),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'call_01m811fy1b829p3687q2j8wv4r', 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', 'studio_stage_draft', 'rest', 'ok', NULL, 18.907, 56, 137, NULL, 'req_01m811fy0rq5jcv47jwyendgky', '2026-11-22 07:10:55.019+00'),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'call_01m811fy25tgaw4kyv9b9v0asv', 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', 'studio_review_draft', 'rest', 'ok', NULL, 12.506, 102, 150, NULL, 'req_01m811fy1r41ym9k0dja8j4891', '2026-11-22 07:10:55.045+00'),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'call_01m811fy2yty3w90362v5ee3vt', 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', 'hosted.record_send', 'trpc', 'ok', NULL, 14.385, 91, 193, NULL, 'req_01m811fy2gcxfbqgbjecz4gh6r', '2026-11-22 07:10:55.07+00'),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'call_01m811fyx8jss96hk0hv7962wy', 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', 'hosted.record_reply', 'trpc', 'ok', NULL, 814.253, 82, 253, NULL, 'req_01m811fy3t91gmg41axycfkd53', '2026-11-22 07:10:55.912+00'),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'call_01m811fyyejwrn573ewveyqkxp', 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', 'hosted.propose_tier', 'trpc', 'ok', NULL, 17.117, 83, 212, NULL, 'req_01m811fyxx5w8217jbahebxjyv', '2026-11-22 07:10:55.95+00'),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'call_01m811fz0xb9dc2sm1a6ptj30c', 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', 'emit_telemetry', 'rest', 'ok', NULL, 45.317, 112, 136, NULL, 'req_01m811fyzg6p23hede00mbx07r', '2026-11-22 07:10:56.029+00'),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'call_01m811fz2vske5wdev2nper09c', 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', 'verify_session', 'rest', 'ok', NULL, 2.373, 2, 407, NULL, 'req_01m811fz2sbfzvkw16mqd44v2a', '2026-11-22 07:10:56.091+00'),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'call_01m811fz31cr7n123bn3a59pcg', 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', 'check_entitlement', 'rest', 'ok', NULL, 1.727, 22, 154, NULL, 'req_01m811fz30xr54zg6gp3n15624', '2026-11-22 07:10:56.097+00'),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'call_01m811fz45weytwe12dsnshg25', 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', 'pull_config', 'rest', 'ok', NULL, 25.479, 2, 261, NULL, 'req_01m811fz3cnvq8ke57v3br9acd', '2026-11-22 07:10:56.133+00'),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'call_01m811fz4qektyrhq7m6kekcas', 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', 'read_account', 'rest', 'ok', NULL, 11.136, 39, 1302, NULL, 'req_01m811fz4b0wg86kcmczmcbv8v', '2026-11-22 07:10:56.151+00'),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'call_01m811fz58g6c78sj5h6s1pbex', 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', 'gtm_signal_query', 'rest', 'ok', NULL, 8.09, 47, 527, NULL, 'req_01m811fz4z8cx36rajp2mrjmzf', '2026-11-22 07:10:56.168+00'),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'call_01m811fz5nkay3133kqr5vx7k4', 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', 'studio_list_drafts', 'rest', 'ok', NULL, 6.145, 2, 676, NULL, 'req_01m811fz5e51q7mxh38qeex10p', '2026-11-22 07:10:56.181+00');
INSERT INTO public.api_key_secrets VALUES
	('a17746a75e458ca60e6aa62328479dd5f4a3ec6b61ce2e9934ab48980b047548', 'key_01m811fx92z4sp9ynw62gqfx2d', '2026-11-22 07:10:54.244145+00', NULL);
INSERT INTO public.api_keys VALUES
	('key_01m811fx92z4sp9ynw62gqfx2d', 'ws_01m811fwb6qfw82wvbwb5zn0kp', 'usr_01m811fwb6qfw82wvbwb5zn0kn', NULL, 'Release', 'sat_wHemwFfz', '{capture.write,meddpicc.write,prospect.write,plan.write,meeting.write,account.read,brief.read}', NULL, NULL, NULL, NULL, '2026-11-22 07:10:54.244145+00');
INSERT INTO public.brain_states VALUES
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'brn_01m811fxz9c8y33qrp1wcedjqv', 'icp-registry', 1, '{"segments": [{"name": "fintech", "weight": 0.8}]}', 46, NULL, NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', '2026-11-22 07:10:54.949+00');
INSERT INTO public.captures VALUES
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'cap_01m811fxjt4zqvt8rf1en8yzcm', 'call', 'Budget is approved for Q3. Dana signs.', 'acc_01m811fxc45e454759tb5gv2qf', NULL, '{budget}', '2026-11-22 07:10:54.553+00');
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
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'con_01m811fxfv7t4m1ejxg8t3s7cn', 'acc_01m811fxc45e454759tb5gv2qf', 'Dana Reyes', 'CFO', 'dana.reyes@acme.example', NULL, NULL, NULL, '{}', '2026-11-22 07:10:54.448454+00', '2026-11-22 07:10:54.448454+00');
INSERT INTO public.draft_reviews VALUES
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'rev_01m811fy1zm6ekh29gwnpgghw4', 'dra_01m811fy18aqg10fzhd37d39ca', 1, 'hold', NULL, 'Waits for the logo.', 'key_01m811fx92z4sp9ynw62gqfx2d', NULL, 'usr_01m811fwb6qfw82wvbwb5zn0kn', '2026-11-22 07:10:55.040743+00');
INSERT INTO public.draft_versions VALUES
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'dra_01m811fy18aqg10fzhd37d39ca', 1, NULL, 'Three things we learned.', NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', '2026-11-22 07:10:55.008+00');
INSERT INTO public.drafts VALUES
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'dra_01m811fy18aqg10fzhd37d39ca', 'linkedin', 'held', 1, NULL, 'Three things we learned.', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', '2026-11-22 07:10:55.008+00', '2026-11-22 07:10:55.036+00');
INSERT INTO public.entitlements VALUES
	('ent_01m811fwvpcvnpzj29164a0d7t', 'usr_01m811fwb6qfw82wvbwb5zn0kn', 'suite', 'everything', '2026-11-22 07:10:53.821411+00', NULL, NULL);
INSERT INTO public.facts VALUES
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'fact_01m811fxcpkvmyt77gszqn120y', 'acc_01m811fxc45e454759tb5gv2qf', 'account', 'acc_01m811fxc45e454759tb5gv2qf', 'domain', 'acme.example', 'Domain of Acme Corp: acme.example.', true, 'gtm_crm_write', NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', NULL, '2026-11-22 07:10:54.323+00', NULL, DEFAULT),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'fact_01m811fxcpkvmyt77gszqn120z', 'acc_01m811fxc45e454759tb5gv2qf', 'account', 'acc_01m811fxc45e454759tb5gv2qf', 'name', 'Acme Corp', 'Name of account: Acme Corp.', true, 'gtm_crm_write', NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', NULL, '2026-11-22 07:10:54.323+00', NULL, DEFAULT),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'fact_01m811fxcpkvmyt77gszqn1210', 'acc_01m811fxc45e454759tb5gv2qf', 'account', 'acc_01m811fxc45e454759tb5gv2qf', 'industry', 'Manufacturing', 'Industry of Acme Corp: Manufacturing.', true, 'gtm_crm_write', NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', NULL, '2026-11-22 07:10:54.323+00', NULL, DEFAULT),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'fact_01m811fxcpkvmyt77gszqn1211', 'acc_01m811fxc45e454759tb5gv2qf', 'account', 'acc_01m811fxc45e454759tb5gv2qf', 'employee_count', '420', 'Employee count of Acme Corp: 420.', true, 'gtm_crm_write', NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', NULL, '2026-11-22 07:10:54.323+00', NULL, DEFAULT),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'fact_01m811fxcpkvmyt77gszqn1212', 'acc_01m811fxc45e454759tb5gv2qf', 'account', 'acc_01m811fxc45e454759tb5gv2qf', 'region', 'EMEA', 'Region of Acme Corp: EMEA.', true, 'gtm_crm_write', NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', NULL, '2026-11-22 07:10:54.323+00', NULL, DEFAULT),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'fact_01m811fxevqv37v6a8t7fk19tx', 'acc_01m811fxc45e454759tb5gv2qf', 'opp', 'opp_01m811fxerrb272whts2bz2jpf', 'name', 'Acme renewal', 'Name of opp: Acme renewal.', true, 'gtm_crm_write', NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', NULL, '2026-11-22 07:10:54.42+00', NULL, DEFAULT),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'fact_01m811fxevqv37v6a8t7fk19ty', 'acc_01m811fxc45e454759tb5gv2qf', 'opp', 'opp_01m811fxerrb272whts2bz2jpf', 'stage', 'Proposal', 'Stage of Acme renewal: Proposal.', true, 'gtm_crm_write', NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', NULL, '2026-11-22 07:10:54.42+00', NULL, DEFAULT),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'fact_01m811fxevqv37v6a8t7fk19tz', 'acc_01m811fxc45e454759tb5gv2qf', 'opp', 'opp_01m811fxerrb272whts2bz2jpf', 'amount', '48000.5', 'Amount of Acme renewal: 48000.5.', true, 'gtm_crm_write', NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', NULL, '2026-11-22 07:10:54.42+00', NULL, DEFAULT),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'fact_01m811fxewvtv44a6mrf461j2b', 'acc_01m811fxc45e454759tb5gv2qf', 'opp', 'opp_01m811fxerrb272whts2bz2jpf', 'close_date', '2026-06-30', 'Close date of Acme renewal: 2026-06-30.', true, 'gtm_crm_write', NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', NULL, '2026-11-22 07:10:54.42+00', NULL, DEFAULT),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'fact_01m811fxg0abbahg3wkr1jyzhv', 'acc_01m811fxc45e454759tb5gv2qf', 'contact', 'con_01m811fxfv7t4m1ejxg8t3s7cn', 'name', 'Dana Reyes', 'Name of contact: Dana Reyes.', true, 'gtm_crm_write', NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', NULL, '2026-11-22 07:10:54.447+00', NULL, DEFAULT),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'fact_01m811fxg0abbahg3wkr1jyzhw', 'acc_01m811fxc45e454759tb5gv2qf', 'contact', 'con_01m811fxfv7t4m1ejxg8t3s7cn', 'title', 'CFO', 'Title of Dana Reyes: CFO.', true, 'gtm_crm_write', NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', NULL, '2026-11-22 07:10:54.447+00', NULL, DEFAULT),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'fact_01m811fxg0abbahg3wkr1jyzhx', 'acc_01m811fxc45e454759tb5gv2qf', 'contact', 'con_01m811fxfv7t4m1ejxg8t3s7cn', 'email', 'dana.reyes@acme.example', 'Email of Dana Reyes: dana.reyes@acme.example.', true, 'gtm_crm_write', NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', NULL, '2026-11-22 07:10:54.447+00', NULL, DEFAULT),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'fact_01m811fxgtr7dd6cxjdjqv4ggb', 'acc_01m811fxc45e454759tb5gv2qf', 'prospect', 'pro_01m811fxgq89ppp11f7vj7vg99', 'name', 'Zoë Müller', 'Name of prospect: Zoë Müller.', true, 'update_prospect', NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', NULL, '2026-11-22 07:10:54.482+00', NULL, DEFAULT),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'fact_01m811fxgtr7dd6cxjdjqv4ggc', 'acc_01m811fxc45e454759tb5gv2qf', 'prospect', 'pro_01m811fxgq89ppp11f7vj7vg99', 'email', 'zoe@acme.example', 'Email of Zoë Müller: zoe@acme.example.', true, 'update_prospect', NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', NULL, '2026-11-22 07:10:54.482+00', NULL, DEFAULT),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'fact_01m811fxhz42p5k6s0d6hm91nj', 'acc_01m811fxc45e454759tb5gv2qf', 'opp', 'opp_01m811fxerrb272whts2bz2jpf', 'economic_buyer', 'Dana Reyes', 'Economic buyer of Acme renewal: Dana Reyes.', true, 'set_meddpicc', NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', NULL, '2026-11-22 07:10:54.507+00', NULL, DEFAULT),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'fact_01m811fxhz42p5k6s0d6hm91nk', 'acc_01m811fxc45e454759tb5gv2qf', 'opp', 'opp_01m811fxerrb272whts2bz2jpf', 'champion', 'Lee Park', 'Champion of Acme renewal: Lee Park.', true, 'set_meddpicc', NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', NULL, '2026-11-22 07:10:54.507+00', NULL, DEFAULT),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'fact_01m811fxm1d0hy9sm3szpdjf1s', 'acc_01m811fxc45e454759tb5gv2qf', 'account', 'acc_01m811fxc45e454759tb5gv2qf', 'capture', 'Budget is approved for Q3.', 'Budget is approved for Q3.', false, 'log_capture', NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', NULL, '2026-11-22 07:10:54.553+00', NULL, DEFAULT),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'fact_01m811fxm1d0hy9sm3szpdjf1t', 'acc_01m811fxc45e454759tb5gv2qf', 'account', 'acc_01m811fxc45e454759tb5gv2qf', 'capture', 'Dana signs.', 'Dana signs.', false, 'log_capture', NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', NULL, '2026-11-22 07:10:54.553+00', NULL, DEFAULT),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'fact_01m811fxnwt0ztdwyxf0s7qgd8', 'acc_01m811fxc45e454759tb5gv2qf', 'meeting', 'mtg_01m811fxnskxg1vxaeshc0pcjr', 'meeting_outcome', 'advance', 'Meeting outcome of Acme Corp on 2026-03-01: advance.', true, 'mark_meeting_outcome', NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', NULL, '2026-11-22 07:10:54.637+00', NULL, DEFAULT),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'fact_01m811fxnwt0ztdwyxf0s7qgd9', 'acc_01m811fxc45e454759tb5gv2qf', 'account', 'acc_01m811fxc45e454759tb5gv2qf', 'next_step', 'Send the security pack by Friday', 'Next step of Acme Corp: Send the security pack by Friday.', true, 'mark_meeting_outcome', NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', NULL, '2026-11-22 07:10:54.637+00', NULL, DEFAULT),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'fact_01m811fxnwt0ztdwyxf0s7qgda', 'acc_01m811fxc45e454759tb5gv2qf', 'meeting', 'mtg_01m811fxnskxg1vxaeshc0pcjr', 'meeting_notes', 'Dana wants the security review first.', 'Dana wants the security review first.', false, 'mark_meeting_outcome', NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', NULL, '2026-11-22 07:10:54.637+00', NULL, DEFAULT),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'fact_01m811fxprjmxt7dexa5cg81mv', 'acc_01m811fxc45e454759tb5gv2qf', 'plan', 'plan_01m811fxpgsy1fkcfsbghscm8r', 'next_steps', 'Send the security pack to Dana.', 'Send the security pack to Dana.', false, 'add_to_plan', NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', NULL, '2026-11-22 07:10:54.67+00', NULL, DEFAULT),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'fact_01m811fxqsm1rq0n4dr60ba6dp', 'acc_01m811fxc45e454759tb5gv2qf', 'account', 'acc_01m811fxc45e454759tb5gv2qf', 'signal_no_next_step', '0.9', 'Signal no next step of Acme Corp: 0.9.', true, 'gtm_score', NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', NULL, '2026-11-22 07:10:54.695+00', NULL, DEFAULT),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'fact_01m811fxqsm1rq0n4dr60ba6dq', 'acc_01m811fxc45e454759tb5gv2qf', 'account', 'acc_01m811fxc45e454759tb5gv2qf', 'deal-risk_score', '43.2 (guarded)', 'Deal risk score of Acme Corp: 43.2 (guarded).', true, 'gtm_score', NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', NULL, '2026-11-22 07:10:54.695+00', NULL, DEFAULT),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'fact_01m811fxrpd5d1gwt46hm0jt4v', NULL, 'target_list', 'EMEA mid-market', 'target_accounts', '2', 'The target account list EMEA mid-market holds 2 accounts.', true, 'gtm_build_tam', NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', NULL, '2026-11-22 07:10:54.732+00', NULL, DEFAULT),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'fact_01m811fxzedrjd2vq1wg4escbd', NULL, 'brain', 'icp-registry', 'brain_version', '1', 'Version 1 of the brain state icp-registry is in force.', true, 'sync_brain', NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', NULL, '2026-11-22 07:10:54.949+00', NULL, DEFAULT),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'fact_01m811fy0dkfnkzxymmhm1t6br', NULL, 'channel', 'linkedin', 'connection', 'connected', 'The channel LinkedIn is connected as Robin Vale.', true, 'connect_integration', NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', NULL, '2026-11-22 07:10:54.976+00', NULL, DEFAULT),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'fact_01m811fy1b829p3687q2j8wv4s', NULL, 'draft', 'dra_01m811fy18aqg10fzhd37d39ca', 'draft_status', 'pending', 'A LinkedIn draft waits for review.', true, 'studio_stage_draft', NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', NULL, '2026-11-22 07:10:55.008+00', '2026-11-22 07:10:55.036+00', DEFAULT),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'fact_01m811fy25tgaw4kyv9b9v0asw', NULL, 'draft', 'dra_01m811fy18aqg10fzhd37d39ca', 'draft_status', 'held', 'A LinkedIn draft is held.', true, 'studio_review_draft', NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', NULL, '2026-11-22 07:10:55.036+00', NULL, DEFAULT),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'fact_01m811fy2yty3w90362v5ee3vv', 'acc_01m811fxc45e454759tb5gv2qf', 'send', 'snd_01m811fy2sxcqacnq7ja88eh6n', 'send', '2026-11-22T07:10:55.062Z', 'The e-mail message of 2026-11-22 went out.', false, 'hosted.record_send', NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', NULL, '2026-11-22 07:10:55.062+00', NULL, DEFAULT),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'fact_01m811fyx8jss96hk0hv7962wz', 'acc_01m811fxc45e454759tb5gv2qf', 'send', 'snd_01m811fy2sxcqacnq7ja88eh6n', 'reply', 'interested', 'The reply of 2026-11-22 to the e-mail message of 2026-11-22 is interested.', true, 'hosted.record_reply', NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', NULL, '2026-11-22 07:10:55.101+00', NULL, DEFAULT),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'fact_01m811fyyejwrn573ewveyqkxq', 'acc_01m811fxc45e454759tb5gv2qf', 'account', 'acc_01m811fxc45e454759tb5gv2qf', 'proposed_tier', 'A', 'The tier A is proposed and not decided.', true, 'hosted.propose_tier', NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', NULL, '2026-11-22 07:10:55.935+00', NULL, DEFAULT),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'fact_01m811fxspa07pbcqrer4v1wch', NULL, 'run', 'run_01m811fxs82cbgzmbfkkszgxsd', 'run_outcome', 'running', 'The run of weekly-pipeline-review (deal-desk) is running.', true, 'start_run', NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', NULL, '2026-11-22 07:10:54.756+00', '2026-11-22 07:10:56.01+00', DEFAULT),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'fact_01m811fz0xb9dc2sm1a6ptj30d', NULL, 'run', 'run_01m811fxs82cbgzmbfkkszgxsd', 'run_outcome', 'ok', 'The run of weekly-pipeline-review (deal-desk) ended ok.', true, 'emit_telemetry', NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', NULL, '2026-11-22 07:10:56.01+00', NULL, DEFAULT);
INSERT INTO public.integration_tokens VALUES
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'int_01m811fy06tqxt9vygsbk68b93', 'linkedin', 'k1:N4o85nWQYYCg2TMMiiQsgn7ALSQMoxVxqYZ0QA67FQ8vItRfljKYjp-G8_IZSAF99kDZzrWrZxQUX_B2PyNc27XqPbkE2YgZSVP5Iq1Fbr9b', 'k1', 'Robin Vale', '{}', NULL, 'usr_01m811fwb6qfw82wvbwb5zn0kn', '2026-11-22 07:10:54.976+00', '2026-11-22 07:10:54.976+00');
INSERT INTO public.logins VALUES
	('log_01m811fwjb8qy44j4j9apm0wfh', 'usr_01m811fwb6qfw82wvbwb5zn0kn', 'credential', 'usr_01m811fwb6qfw82wvbwb5zn0kn', '1b9a7861a5d843bbbdeca94f6267826c:08b5f75c751136f4a2a34a05f7638d448f438614b672e44d85eb948e48a505a5305fd95f714388aea02b6922e62ccd0c81a6944e9146ff6f5d8a6290b37506d4', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:10:53.4708+00', '2026-11-22 07:10:53.4708+00');
INSERT INTO public.meetings VALUES
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'mtg_01m811fxnskxg1vxaeshc0pcjr', 'acc_01m811fxc45e454759tb5gv2qf', 'advance', 'Dana wants the security review first.', 'Send the security pack by Friday', '2026-03-01 14:00:00+00', '2026-11-22 07:10:54.638321+00', '2026-11-22 07:10:54.638321+00');
INSERT INTO public.oauth_clients VALUES
	('cli_01m811fx6ezvvnjvwqa0k7qp7t', 'Notebook', '{https://notebook.example/back}', '2026-11-22 07:10:54.171408+00', NULL);
INSERT INTO public.opportunities VALUES
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'opp_01m811fxerrb272whts2bz2jpf', 'acc_01m811fxc45e454759tb5gv2qf', 'Acme renewal', 'Proposal', 48000.50, NULL, '2026-06-30', NULL, '{"champion": "Lee Park", "economic_buyer": "Dana Reyes"}', NULL, '{}', '2026-11-22 07:10:54.421225+00', '2026-11-22 07:10:54.514835+00');
INSERT INTO public.plan_entries VALUES
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'pen_01m811fxpgsy1fkcfsbghscm8s', 'plan_01m811fxpgsy1fkcfsbghscm8r', 'next_steps', 'Send the security pack to Dana.', '2026-11-22 07:10:54.671119+00');
INSERT INTO public.plans VALUES
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'plan_01m811fxpgsy1fkcfsbghscm8r', 'acc_01m811fxc45e454759tb5gv2qf', '2026-11-22 07:10:54.671119+00', '2026-11-22 07:10:54.671119+00');
INSERT INTO public.prospects VALUES
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'pro_01m811fxgq89ppp11f7vj7vg99', 'acc_01m811fxc45e454759tb5gv2qf', 'Zoë Müller', NULL, 'zoe@acme.example', NULL, NULL, '{}', '2026-11-22 07:10:54.484017+00', '2026-11-22 07:10:54.484017+00');
INSERT INTO public.replies VALUES
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'rpl_01m811fy44m9ckczk9q6zn5787', 'snd_01m811fy2sxcqacnq7ja88eh6n', 'interested', 'rules', NULL, '2026-11-22 07:10:55.101+00', NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', '2026-11-22 07:10:55.101+00');
INSERT INTO public.runs VALUES
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'run_01m811fxs82cbgzmbfkkszgxsd', 'run_01m811fxs82cbgzmbfkkszgxsd', 'deal-desk', 'weekly-pipeline-review', 'ok', true, '2026-11-22 07:10:54.756+00', '2026-11-22 07:10:56.01+00', '2026-11-22 07:10:56.01+00', 1254, 'ok', NULL, NULL, NULL, NULL, '{"plugin":"deal-desk","skill":"weekly-pipeline-review","run_id":"run_01m811fxs82cbgzmbfkkszgxsd","outcome":"ok"}', 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', NULL, '2026-11-22 07:10:54.756+00');
INSERT INTO public.schema_migrations VALUES
	(1, '0001-foundation', '2026-11-22 07:10:51.448887+00');
INSERT INTO public.scores VALUES
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'sco_01m811fxqdvvqjbh2bjgj4bcpf', 'acc_01m811fxc45e454759tb5gv2qf', 'deal-risk', 43.2, 'guarded', '[{"key": "no_next_step", "decay": 1, "value": 0.9, "weight": 0.12, "contribution": 43.2}]', 'builtin:a08262ff3071', NULL, '2026-11-22 07:10:54.699003+00');
INSERT INTO public.seat_packs VALUES
	('pack_01m811fx45ag7keqhz84f9t8jc', 'team_01m811fwzm474rma0mm9xwxrtz', 'deal-desk', 2, '2026-11-22 07:10:54.086772+00', NULL);
INSERT INTO public.sends VALUES
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'snd_01m811fy2sxcqacnq7ja88eh6n', NULL, 'acc_01m811fxc45e454759tb5gv2qf', 'email', NULL, 'message-1', '2026-11-22 07:10:55.062+00', NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', '2026-11-22 07:10:55.062+00');
INSERT INTO public.signals VALUES
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'sig_01m811fxqdvvqjbh2bjgj4bcpe', 'acc_01m811fxc45e454759tb5gv2qf', 'no_next_step', 0.9, '2026-03-02 09:00:00+00', NULL, '2026-11-22 07:10:54.699003+00');
INSERT INTO public.target_accounts VALUES
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'tgt_01m811fxreb03e5rvbwp8emssc', 'EMEA mid-market', 'acme.example', 'Acme Corp', NULL, NULL, NULL, '{}', '2026-11-22 07:10:54.733162+00', '2026-11-22 07:10:54.733162+00'),
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'tgt_01m811fxreb03e5rvbwp8emssd', 'EMEA mid-market', NULL, 'Borealis Foods', NULL, NULL, NULL, '{}', '2026-11-22 07:10:54.733162+00', '2026-11-22 07:10:54.733162+00');
INSERT INTO public.team_members VALUES
	('team_01m811fwzm474rma0mm9xwxrtz', 'usr_01m811fwr4d0z4027nh4ye0zdz', '2026-11-22 07:10:54.013+00');
INSERT INTO public.teams VALUES
	('team_01m811fwzm474rma0mm9xwxrtz', 'usr_01m811fwb6qfw82wvbwb5zn0kn', 'Mid-market', '2026-11-22 07:10:53.944809+00');
INSERT INTO public.tier_proposals VALUES
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'tip_01m811fyyapx00exey9g0frs9c', 'acc_01m811fxc45e454759tb5gv2qf', NULL, 'A', 'They replied.', '{}', 'proposed', NULL, NULL, NULL, NULL, 'key_01m811fx92z4sp9ynw62gqfx2d', 'usr_01m811fwb6qfw82wvbwb5zn0kn', '2026-11-22 07:10:55.935+00');
INSERT INTO public.users VALUES
	('usr_01m811fwb6qfw82wvbwb5zn0kn', 'robin@example.com', 'Robin Vale', true, NULL, '2026-11-22 07:10:53.4708+00', '2026-11-22 07:10:53.4708+00'),
	('usr_01m811fwr4d0z4027nh4ye0zdz', 'lee@example.com', 'Lee Park', true, NULL, '2026-11-22 07:10:53.705826+00', '2026-11-22 07:10:53.705826+00');
INSERT INTO public.webhook_deliveries VALUES
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'whk_01m811fx5sccn28fqr9vhfw91z', 'evt_01m811fyx33yqx9f4edz361dwp', 'pending', 0, '2026-11-22 07:10:55.102513+00', false, NULL, '2026-11-22 07:10:55.102513+00');
INSERT INTO public.webhook_events VALUES
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'evt_01m811fyx33yqx9f4edz361dwp', 'reply.received', '{"id":"evt_01m811fyx33yqx9f4edz361dwp","type":"reply.received","created_at":"2026-11-22T07:10:55.907Z","data":{"send_id":"snd_01m811fy2sxcqacnq7ja88eh6n","draft_id":null,"account_id":"acc_01m811fxc45e454759tb5gv2qf","intent":"interested","received_at":"2026-11-22T07:10:55.101Z"}}', NULL, '2026-11-22 07:10:55.102513+00');
INSERT INTO public.webhooks VALUES
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'whk_01m811fx5sccn28fqr9vhfw91z', 'https://127.0.0.1:8443', 'k1:vPt2ozw3pf63AlP_IoVMq03AMqzDSljB-_93OkSVAVQ79Yg', 'k1:g99uJK3UFXd5L4-xMK5tWmhzbNcSn7c7HzqqHc4pSnK4MyT9NaYwjx39O5ytGjThDLPPq9e-_x_oA-ThyUpxrMhH5bb1VLJUQ0DAkjw', NULL, true, NULL, 0, NULL, NULL, NULL, '2026-11-22 07:10:54.139287+00', '2026-11-22 07:10:54.139287+00');
INSERT INTO public.workspace_flags VALUES
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'second_approver', 'true');
INSERT INTO public.workspaces VALUES
	('ws_01m811fwb6qfw82wvbwb5zn0kp', 'usr_01m811fwb6qfw82wvbwb5zn0kn', 'Robin Vale''s workspace', '2026-11-22 07:10:53.4708+00'),
	('ws_01m811fwr4d0z4027nh4ye0ze0', 'usr_01m811fwr4d0z4027nh4ye0zdz', 'Lee Park''s workspace', '2026-11-22 07:10:53.705826+00');
SELECT pg_catalog.setval('public.schema_migrations_id_seq', 1, true);
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
