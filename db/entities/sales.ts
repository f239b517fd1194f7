import { defineEntity, p } from '@mikro-orm/core';
import { setByPeople, tenantFilter, tenantKey, timestamps } from './tenant.ts';

/** Whatever a record holds beyond its typed columns. */
export type Payload = Record<string, unknown>;

export const Account = defineEntity({
  name: 'Account',
  tableName: 'accounts',
  filters: tenantFilter,
  uniques: [{ name: 'accounts_external_ref_unique', properties: ['workspaceId', 'externalRef'] }],
  indexes: [
    { name: 'accounts_domain', properties: ['workspaceId', 'domain'], where: 'domain IS NOT NULL' },
    { name: 'accounts_domain_word', properties: ['workspaceId', 'domainWord'] },
    {
      name: 'accounts_name',
      expression: 'CREATE INDEX accounts_name ON public.accounts USING btree (workspace_id, lower(name))',
    },
    { name: 'accounts_name_key', properties: ['workspaceId', 'nameKey'], where: 'name_key IS NOT NULL' },
    { name: 'accounts_name_word', properties: ['workspaceId', 'nameWord'] },
    { name: 'accounts_search', properties: ['search'], type: 'gin' },
    { name: 'accounts_sorted', properties: ['workspaceId', 'sortName', 'id'] },
    { name: 'accounts_tier', properties: ['workspaceId', 'tier', 'sortName', 'id'] },
    { name: 'accounts_industry', properties: ['workspaceId', 'industry', 'sortName', 'id'] },
    { name: 'accounts_updated', properties: ['workspaceId', 'updatedAt', 'id'] },
  ],
  properties: {
    ...tenantKey,
    name: p.text().nullable(),
    domain: p.text().nullable(),
    industry: p.text().nullable(),
    employeeCount: p.integer().nullable(),
    tier: p.text().nullable(),
    externalRef: p.text().nullable(),
    payload: p.json<Payload>().defaultRaw(`'{}'`),
    ...setByPeople,
    nameWord: p.text().nullable().generated('first_word(name) stored').lazy(),
    domainWord: p.text().nullable().generated('first_word(domain) stored').lazy(),
    /** The name without case, spaces and marks. */
    nameKey: p.text().nullable().generated('name_key(name) stored').lazy(),
    sortName: p.text().nullable().generated(`lower(COALESCE(name, domain, ''::text)) stored`).lazy(),
    search: p
      .string()
      .columnType('tsvector')
      .nullable()
      .generated(
        `(array_to_tsvector(ARRAY[workspace_id]) || to_tsvector('simple'::regconfig, translate(((COALESCE(name, ''::text) || ' '::text) || COALESCE(domain, ''::text)), './-_@'::text, '     '::text))) stored`,
      )
      .lazy(),
    ...timestamps,
  },
});

export const Opportunity = defineEntity({
  name: 'Opportunity',
  tableName: 'opportunities',
  filters: tenantFilter,
  uniques: [{ name: 'opportunities_external_ref_unique', properties: ['workspaceId', 'externalRef'] }],
  indexes: [
    { name: 'opportunities_amount', properties: ['workspaceId', 'amountKey', 'id'] },
    {
      name: 'opportunities_closing',
      expression: `CREATE INDEX opportunities_closing ON public.opportunities USING btree (workspace_id, closes, id) INCLUDE (gaps, stage, owner, currency, amount)`,
    },
    {
      name: 'opportunities_open',
      expression: `CREATE INDEX opportunities_open ON public.opportunities USING btree (workspace_id, closes, id) INCLUDE (gaps, stage, currency, amount) WHERE (COALESCE(stage, ''::text) !~* '(^|[^[:alpha:]])(won|lost|closed)([^[:alpha:]]|$)'::text)`,
    },
    {
      name: 'opportunities_owner',
      expression:
        'CREATE INDEX opportunities_owner ON public.opportunities USING btree (workspace_id, owner_key, id) INCLUDE (currency, amount)',
    },
    {
      name: 'opportunities_stage',
      expression:
        'CREATE INDEX opportunities_stage ON public.opportunities USING btree (workspace_id, stage_key, id) INCLUDE (currency, amount)',
    },
    {
      name: 'opportunities_updated',
      expression:
        'CREATE INDEX opportunities_updated ON public.opportunities USING btree (workspace_id, updated_at, id) INCLUDE (account_id)',
    },
    { name: 'opportunities_search', properties: ['search'], type: 'gin' },
    {
      name: 'opportunities_of_account',
      expression: `CREATE INDEX opportunities_of_account ON public.opportunities USING btree (workspace_id, account_id, amount_key, id) INCLUDE (closes) WHERE (stage_kind = 'open'::text)`,
    },
    { name: 'opportunities_account', properties: ['workspaceId', 'accountId', 'id'] },
    {
      name: 'opportunities_gaps',
      expression: `CREATE INDEX opportunities_gaps ON public.opportunities USING btree (workspace_id, amount_key, id) WHERE ((stage_kind = 'open'::text) AND (NOT (meddpicc ?& ARRAY['metrics'::text, 'economic_buyer'::text, 'decision_criteria'::text, 'decision_process'::text, 'paper_process'::text, 'identify_pain'::text, 'champion'::text, 'competition'::text])))`,
    },
  ],
  checks: [
    {
      name: 'opportunities_stage_kind_check',
      property: 'stageKind',
      expression: `"stage_kind" in ('open', 'won', 'lost')`,
    },
  ],
  properties: {
    ...tenantKey,
    accountId: p.text(),
    name: p.text().nullable(),
    stage: p.text().nullable(),
    /** Set by the database, by the stage (stage-kinds.ts). */
    stageKind: p.text().default('open'),
    amount: p.decimal('number').precision(18).scale(2).nullable(),
    currency: p.text().nullable(),
    closeDate: p.date().nullable(),
    owner: p.text().nullable(),
    externalRef: p.text().nullable(),
    meddpicc: p.json<Record<string, string>>().defaultRaw(`'{}'`),
    payload: p.json<Payload>().defaultRaw(`'{}'`),
    ...setByPeople,
    /** In lower case, to be looked up by: row level security keeps an expression from being looked up in an index. */
    ownerKey: p.text().nullable().generated('lower(owner) stored').lazy(),
    stageKey: p.text().nullable().generated('lower(stage) stored').lazy(),
    amountKey: p
      .bigint('string')
      .nullable()
      .generated(`((COALESCE(amount, '-10000000000000000'::numeric) * '100'::numeric))::bigint stored`)
      .lazy(),
    closes: p.date().nullable().generated(`COALESCE(close_date, 'infinity'::date) stored`).lazy(),
    gaps: p
      .integer()
      .nullable()
      .generated(
        `(((((((CASE WHEN (meddpicc ? 'metrics'::text) THEN 0 ELSE 1 END + CASE WHEN (meddpicc ? 'economic_buyer'::text) THEN 0 ELSE 2 END) + CASE WHEN (meddpicc ? 'decision_criteria'::text) THEN 0 ELSE 4 END) + CASE WHEN (meddpicc ? 'decision_process'::text) THEN 0 ELSE 8 END) + CASE WHEN (meddpicc ? 'paper_process'::text) THEN 0 ELSE 16 END) + CASE WHEN (meddpicc ? 'identify_pain'::text) THEN 0 ELSE 32 END) + CASE WHEN (meddpicc ? 'champion'::text) THEN 0 ELSE 64 END) + CASE WHEN (meddpicc ? 'competition'::text) THEN 0 ELSE 128 END) stored`,
      )
      .lazy(),
    search: p
      .string()
      .columnType('tsvector')
      .nullable()
      .generated(
        `search_words(workspace_id, ((COALESCE(name, ''::text) || ' '::text) || COALESCE(external_ref, ''::text))) stored`,
      )
      .lazy(),
    ...timestamps,
  },
});

export const Contact = defineEntity({
  name: 'Contact',
  tableName: 'contacts',
  filters: tenantFilter,
  uniques: [{ name: 'contacts_external_ref_unique', properties: ['workspaceId', 'externalRef'] }],
  indexes: [
    { name: 'contacts_account', properties: ['workspaceId', 'accountId', 'id'] },
    { name: 'contacts_email_key', properties: ['workspaceId', 'emailKey'], where: 'email_key IS NOT NULL' },
    { name: 'contacts_name_key', properties: ['workspaceId', 'nameKey'], where: 'name_key IS NOT NULL' },
    {
      name: 'contacts_sorted',
      expression: `CREATE INDEX contacts_sorted ON public.contacts USING btree (workspace_id, COALESCE(name_key, ''::text), id)`,
    },
    { name: 'contacts_search', properties: ['search'], type: 'gin' },
  ],
  properties: {
    ...tenantKey,
    accountId: p.text().nullable(),
    name: p.text().nullable(),
    title: p.text().nullable(),
    email: p.text().nullable(),
    phone: p.text().nullable(),
    linkedin: p.text().nullable(),
    externalRef: p.text().nullable(),
    payload: p.json<Payload>().defaultRaw(`'{}'`),
    ...setByPeople,
    nameKey: p.text().nullable().generated('name_key(name) stored').lazy(),
    emailKey: p.text().nullable().generated('lower(email) stored').lazy(),
    search: p
      .string()
      .columnType('tsvector')
      .nullable()
      .generated(
        `search_words(workspace_id, ((((((COALESCE(name, ''::text) || ' '::text) || COALESCE(title, ''::text)) || ' '::text) || COALESCE(email, ''::text)) || ' '::text) || COALESCE(external_ref, ''::text))) stored`,
      )
      .lazy(),
    ...timestamps,
  },
});

export const Prospect = defineEntity({
  name: 'Prospect',
  tableName: 'prospects',
  filters: tenantFilter,
  uniques: [{ name: 'prospects_external_ref_unique', properties: ['workspaceId', 'externalRef'] }],
  indexes: [
    { name: 'prospects_account', properties: ['workspaceId', 'accountId', 'id'] },
    { name: 'prospects_email_key', properties: ['workspaceId', 'emailKey'], where: 'email_key IS NOT NULL' },
    { name: 'prospects_name_key', properties: ['workspaceId', 'nameKey'], where: 'name_key IS NOT NULL' },
    {
      name: 'prospects_sorted',
      expression: `CREATE INDEX prospects_sorted ON public.prospects USING btree (workspace_id, COALESCE(name_key, ''::text), id)`,
    },
    { name: 'prospects_search', properties: ['search'], type: 'gin' },
  ],
  properties: {
    ...tenantKey,
    accountId: p.text().nullable(),
    name: p.text().nullable(),
    title: p.text().nullable(),
    email: p.text().nullable(),
    notes: p.text().nullable(),
    externalRef: p.text().nullable(),
    payload: p.json<Payload>().defaultRaw(`'{}'`),
    ...setByPeople,
    nameKey: p.text().nullable().generated('name_key(name) stored').lazy(),
    emailKey: p.text().nullable().generated('lower(email) stored').lazy(),
    search: p
      .string()
      .columnType('tsvector')
      .nullable()
      .generated(
        `search_words(workspace_id, ((((((COALESCE(name, ''::text) || ' '::text) || COALESCE(title, ''::text)) || ' '::text) || COALESCE(email, ''::text)) || ' '::text) || COALESCE(external_ref, ''::text))) stored`,
      )
      .lazy(),
    ...timestamps,
  },
});

export const TargetAccount = defineEntity({
  name: 'TargetAccount',
  tableName: 'target_accounts',
  filters: tenantFilter,
  uniques: [
    {
      name: 'target_accounts_domain_unique',
      properties: ['workspaceId', 'listName', 'domain'],
      where: 'domain IS NOT NULL',
    },
    { name: 'target_accounts_external_ref_unique', properties: ['workspaceId', 'externalRef'] },
    { name: 'target_accounts_name_unique', properties: ['workspaceId', 'listName', 'name'], where: 'domain IS NULL' },
  ],
  indexes: [
    { name: 'target_accounts_account', properties: ['workspaceId', 'accountId'], where: 'account_id IS NOT NULL' },
    { name: 'target_accounts_search', properties: ['search'], type: 'gin' },
    { name: 'target_accounts_listed', properties: ['workspaceId', 'listName', 'id'] },
    {
      name: 'target_accounts_sorted',
      expression: `CREATE INDEX target_accounts_sorted ON public.target_accounts USING btree (workspace_id, COALESCE(name, domain, ''::text), id)`,
    },
  ],
  properties: {
    ...tenantKey,
    /** The account it became. */
    accountId: p.text().nullable(),
    listName: p.text().nullable(),
    domain: p.text().nullable(),
    name: p.text().nullable(),
    industry: p.text().nullable(),
    employeeCount: p.integer().nullable(),
    externalRef: p.text().nullable(),
    payload: p.json<Payload>().defaultRaw(`'{}'`),
    ...setByPeople,
    search: p
      .string()
      .columnType('tsvector')
      .nullable()
      .generated(
        `search_words(workspace_id, ((((COALESCE(name, ''::text) || ' '::text) || COALESCE(domain, ''::text)) || ' '::text) || COALESCE(external_ref, ''::text))) stored`,
      )
      .lazy(),
    ...timestamps,
  },
});
