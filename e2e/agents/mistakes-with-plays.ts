import { type Input, type Mistakes, without } from './mistake.ts';

/** Mistakes with the GTM, reasoning, studio and team tools. */
export const MISTAKES_WITH_PLAYS: Readonly<Record<string, Mistakes>> = {
  gtm_build_tam: {
    base: () => ({ list_name: 'Mistakes', accounts: [{ domain: 'acme.example', name: 'Acme', employee_count: 40 }] }),
    renamed: {
      list_name: ['list', 'listName', 'name'],
      accounts: ['companies', 'rows', 'target_accounts'],
      'accounts.0.employee_count': ['Employee Count', 'EMPLOYEE_COUNT'],
      'accounts.0.domain': ['Domain'],
    },
    unknown: ['tags', 'source'],
    refused: {
      'a company nobody can find again': [{ accounts: [{ industry: 'Food' }] }, 'accounts.0', 'domain or a name'],
      'an address for a domain': [{ accounts: [{ domain: 'https://acme.example' }] }, 'accounts.0.domain', 'domain'],
    },
  },
  gtm_crm_write: {
    base: async (given) => ({
      entity: 'opp',
      facts: {
        account_id: await given.id('account'),
        name: 'Pilot',
        stage: 'Proposal',
        amount: 10,
        close_date: '2026-09-30',
      },
    }),
    renamed: {
      entity: ['type', 'entity_type', 'object'],
      facts: ['fields', 'data', 'properties'],
      'facts.close_date': ['closeDate', 'Close Date', 'close-date'],
      'facts.amount': ['Amount'],
      'facts.account_id': ['accountId'],
    },
    unknown: ['region', 'account_name'],
    refused: {
      'an entity that is none': [{ entity: 'company' }, 'entity', 'account'],
      'an opp of no account': [{ facts: { name: 'Pilot' } }, 'facts.account_id'],
      'a nameless account': [() => ({ entity: 'account', facts: { industry: 'Food' } }), 'facts.name', 'name'],
      'a nameless contact': [() => ({ entity: 'contact', facts: { title: 'CFO' } }), 'facts.name', 'name'],
      'N/A as evidence': [{ entity: 'opp', facts: { champion: 'n/a' } }, 'facts.champion', 'says nothing'],
      'a name among the evidence that is none': [{ facts: { meddpicc: { budget: 'x' } } }, 'facts.meddpicc.budget'],
      'no facts': [without('facts'), 'facts'],
      'the id among the facts': [
        () => ({ entity: 'account', facts: { id: 'acc_x', name: 'A' } }),
        'facts.id',
        'beside facts',
      ],
      'an amount in words': [{ facts: { amount: '10k' } }, 'facts.amount', 'number'],
    },
    taken: {
      'its account beside the facts': [
        (input) => {
          const { account_id, ...facts } = input['facts'] as Input;
          return { ...input, account_id, facts };
        },
        'account_id',
        'facts.account_id',
      ],
      'a stage beside the facts': [{ dealStage: undefined, Stage: 'Proposal' }, 'Stage', 'facts.stage'],
      'a field under another name': [
        (input) => ({ ...input, facts: { ...(input['facts'] as Input), dealValue: 12 } }),
        'dealValue',
        'amount',
      ],
    },
  },
  gtm_enrich: {
    base: () => ({ contact: { fullName: 'Ada Lovelace', domain: 'acme.example' }, wanted: ['email'] }),
    renamed: {
      'contact.fullName': ['full_name', 'name'],
      'contact.domain': ['website', 'company_domain'],
      wanted: ['want', 'wantedFields'],
    },
    unknown: ['contact.birthday', 'provider', 'budget'],
    refused: {
      'a contact that is nobody': [{ contact: {} }, 'contact', 'nobody'],
      'a fact nobody sells': [{ wanted: ['salary'] }, 'wanted', 'email'],
      'a kind without its id': [{ persist_entity: 'account' }, 'persist_id'],
    },
    taken: {
      'a known fact that is none': [
        { contact: { fullName: 'Ada Lovelace', known: { shoe_size: 40 } } },
        'shoe_size',
        'employeeCount',
      ],
      'the contact unwrapped': [
        () => ({ fullName: 'Ada Lovelace', domain: 'acme.example' }),
        'fullName',
        'contact.fullName',
      ],
    },
  },
  gtm_run_play: {
    base: async (given) => ({
      contact: { fullName: 'Ada Lovelace', company: 'Acme' },
      role: 'awareness',
      signals: [{ key: 'demo_requested', value: 1 }],
      account_id: await given.id('account'),
      assignee: 'Dana',
    }),
    renamed: {
      'contact.fullName': ['full_name'],
      account_id: ['accountId'],
      assignee: ['reviewer', 'assignedTo'],
      'signals.0.key': ['name', 'signal'],
      'signals.0.value': ['strength'],
    },
    unknown: ['sender', 'template', 'signals.0.comment'],
    refused: { 'a role that is none': [{ role: 'fit' }, 'role', 'ecosystem-fit'] },
  },
  gtm_score: {
    base: async (given) => ({
      role: 'deal-risk',
      account_id: await given.id('account'),
      signals: [{ key: 'no_champion', value: 0.5, at: '2026-03-01T09:00:00Z' }],
    }),
    renamed: {
      'signals.0.at': ['date', 'timestamp', 'observed_at'],
      'signals.0.value': ['strength', 'level'],
      account_id: ['accountId', 'company_id'],
      role: ['model', 'score_type'],
    },
    unknown: ['weights', 'signals.0.source', 'explain'],
    refused: {
      'a value in words': [{ signals: [{ key: 'no_champion', value: 'high' }] }, 'signals.0.value', 'number'],
      'a percentage': [{ signals: [{ key: 'no_champion', value: 80 }] }, 'signals.0.value', '1'],
      'a role that is none': [{ role: 'risk' }, 'role', 'deal-risk'],
    },
    taken: {
      'a target account under its own name': [
        (input) => ({ role: input['role'], signals: input['signals'], target_account_id: input['account_id'] }),
        'target_account_id',
        'account_id',
      ],
    },
  },
  gtm_signal_query: {
    base: async (given) => ({ account_id: await given.id('account'), limit: 5 }),
    renamed: { account_id: ['accountId', 'id', 'company_id'], limit: ['max', 'top'] },
    unknown: ['role', 'since'],
    refused: { 'no account': [without('account_id'), 'account_id', 'missing'] },
  },
  answer_about_account: {
    base: async (given) => ({ account_id: await given.id('account'), question: 'Who signs?' }),
    renamed: { account_id: ['accountId', 'id', 'company_id'], question: ['query', 'q', 'prompt'] },
    unknown: ['language', 'since'],
    refused: { 'no question': [without('question'), 'question', 'missing'] },
  },
  answer_across_org: {
    base: () => ({ question: 'Who signs at Acme?' }),
    renamed: { question: ['query', 'Question', 'text'] },
    unknown: ['account_id', 'accounts', 'team_id'],
    refused: { 'more than there is': [{ limit: 1_000 }, 'limit', '200'] },
  },
  connect_integration: {
    base: () => ({ channel: 'linkedin', access_token: 'token-of-a-test', account_label: 'Robin' }),
    renamed: { access_token: ['accessToken', 'token'], channel: ['platform', 'Channel'], account_label: ['label'] },
    unknown: ['client_id', 'user_id'],
    refused: { 'a channel that is none': [{ channel: 'twitter' }, 'channel', 'linkedin'] },
  },
  studio_list_drafts: {
    base: () => ({ status: 'pending', limit: 5, assignee: 'Dana' }),
    renamed: { status: ['state', 'draftStatus'], assignee: ['reviewer', 'assigned_to'], limit: ['page_size'] },
    unknown: ['account_id', 'channel', 'since'],
    refused: { 'a state that is none': [{ status: 'open' }, 'status', 'pending'] },
  },
  studio_review_draft: {
    base: async (given) => ({
      draft_id: await given.newDraft(),
      version: 1,
      action: 'hold',
      note: 'Waits for the logo.',
    }),
    renamed: { draft_id: ['draftId', 'id'], action: ['decision'], note: ['reason', 'comment'], version: ['revision'] },
    unknown: ['approved_by', 'body'],
    refused: { 'an action that is none': [{ action: 'publish' }, 'action', 'hold'] },
  },
  studio_stage_draft: {
    base: async (given) => ({
      channel: 'email',
      title: 'A word on renewals',
      body: 'Three things we learned.',
      destination: { to: ['dana@acme.example'] },
      account_id: await given.id('account'),
      assignee: 'Dana',
    }),
    renamed: {
      body: ['text', 'content', 'message'],
      title: ['subject', 'headline'],
      channel: ['platform'],
      account_id: ['accountId'],
      assignee: ['reviewer', 'assignedTo'],
      'destination.to': ['recipients'],
    },
    unknown: ['hashtags', 'scheduled_for', 'destination.reply_to'],
    refused: { 'a channel that is none': [{ channel: 'sms' }, 'channel', 'email'] },
    taken: {
      'the recipients beside it': [
        (input) => ({ ...without('destination')(input), to: ['dana@acme.example'] }),
        'to',
        'destination.to',
      ],
    },
  },
  team_member_summary: {
    base: async (given) => ({ user_id: await given.id('user'), team_id: await given.id('team'), window_days: 30 }),
    renamed: { user_id: ['member_id', 'userId', 'rep_id'], window_days: ['days', 'windowDays'], team_id: ['teamId'] },
    unknown: ['plugin', 'from'],
    refused: { 'a year': [{ window_days: 365 }, 'window_days', '90'] },
  },
  team_rollup: {
    base: async (given) => ({ team_id: await given.id('team'), window_days: 30 }),
    renamed: { team_id: ['teamId', 'team'], window_days: ['days', 'window'] },
    unknown: ['user_id', 'sort'],
    refused: { 'half a day': [{ window_days: 0.5 }, 'window_days'] },
  },
};
