import { type Mistakes, nextYear, without } from './mistake.ts';

/** Mistakes with the control-plane and deal tools. */
export const MISTAKES_WITH_RECORDS: Readonly<Record<string, Mistakes>> = {
  verify_session: {
    base: () => ({}),
    unknown: ['account_id', 'verbose', 'workspace_id', 'api_key'],
  },
  check_entitlement: {
    base: () => ({ plugin: 'deal-desk' }),
    renamed: { plugin: ['Plugin', 'pluginSlug', 'plugin_name', 'slug', 'product'] },
    unknown: ['user_id', 'account_id'],
    refused: {
      'no plugin': [without('plugin'), 'plugin', 'missing'],
      'a title for a slug': [{ plugin: 'Deal Desk' }, 'plugin', 'deal-desk'],
    },
  },
  amend_record: {
    base: async (given) => ({ action: 'withdraw', id: await given.id('capture'), reason: 'Logged twice.' }),
    renamed: { id: ['record_id', 'capture_id'], reason: ['why', 'note'] },
    unknown: ['account_id_x', 'force', 'delete'],
    refused: {
      'no reason': [without('reason'), 'reason', 'missing'],
      'an action that is none': [{ action: 'delete' }, 'action', 'withdraw'],
      'a record that cannot be withdrawn': [{ id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t' }, 'id', 'capture'],
      'words for an id': [{ id: 'the note of Friday' }, 'id', 'cap_'],
      'a merge without the other one': [
        { action: 'propose_merge', id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t' },
        'duplicate_id',
        'missing',
      ],
      'a merge of two kinds': [
        {
          action: 'propose_merge',
          id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t',
          duplicate_id: 'con_01kaj6w6qk5x3v0c8m9n2p4r7t',
        },
        'duplicate_id',
        'account',
      ],
    },
  },
  find_records: {
    base: () => ({ kind: 'opp', query: 'Renewal' }),
    renamed: { query: ['Query'], kind: ['Kind'] },
    unknown: ['fields', 'include', 'order_by_desc'],
    refused: {
      'no kind': [without('kind'), 'kind'],
      'a kind that is none': [{ kind: 'deals' }, 'kind', 'opp'],
      'a filter of another kind': [{ assignee: 'Dana' }, 'assignee', 'draft'],
      'a dimension that is none': [{ missing: ['budget'] }, 'missing', 'economic_buyer'],
      'a date in words': [{ close_to: 'end of the quarter' }, 'close_to', '2026'],
      'too many at once': [{ limit: 1_000 }, 'limit', '200'],
    },
  },
  pull_config: { base: () => ({}), unknown: ['plugin', 'scope', 'keys'] },
  start_run: {
    base: () => ({ plugin: 'deal-desk', skill: 'mistakes' }),
    renamed: { skill: ['skillName', 'skill-name', 'workflow'], plugin: ['pluginId', 'plugin_slug'] },
    unknown: ['account_id', 'status', 'started_at'],
    refused: {
      'no skill': [without('skill'), 'skill', 'missing'],
      'a ref with spaces': [{ run_ref: 'my run' }, 'run_ref'],
    },
  },
  run_heartbeat: {
    base: async (given) => ({ run_ref: await given.newRun() }),
    renamed: { run_ref: ['runRef', 'run_id', 'run'] },
    unknown: ['status', 'progress', 'message'],
    refused: { 'no run': [without('run_ref'), 'run_ref', 'missing'] },
  },
  emit_telemetry: {
    base: () => ({
      plugin: 'deal-desk',
      skill: 'mistakes',
      outcome: 'error',
      duration_ms: 12,
      error_detail: 'It broke.',
      counts: { calls: 1 },
    }),
    renamed: {
      outcome: ['status', 'result'],
      duration_ms: ['duration', 'durationMs', 'elapsed_ms'],
      error_detail: ['error', 'error_message', 'errorDetail'],
      counts: ['stats', 'counters'],
      skill: ['skillName'],
    },
    unknown: ['tokens', 'cost_usd', 'started', 'logs'],
    refused: {
      'words for counts': [{ counts: { calls: 'three' } }, 'counts.calls'],
      'an unknown error code': [{ error_code: 'boom' }, 'error_code', 'skill_logic'],
    },
    taken: {
      'its run as run': [{ run: 'mistakes-run-1' }, 'run', 'run_ref'],
      'a run that was never started': [{ run_ref: 'mistakes-run-2' }, 'run_ref', 'mistakes-run-2'],
    },
  },
  sync_brain: {
    base: () => ({ scope: 'funnel-brain', payload: { stages: 3 } }),
    renamed: { payload: ['data', 'state', 'value'], scope: ['namespace', 'topic', 'Scope'] },
    unknown: ['ttl', 'merge', 'tags'],
    refused: { 'text for a payload': [{ payload: 'stages: 3' }, 'payload', 'object'] },
    taken: {
      'a scope in capitals and spaces': [{ scope: 'Funnel Brain' }, 'scope', 'funnel-brain'],
      'a scope with _': [{ scope: 'decision_log' }, 'scope', 'decision-log'],
      'a scope in one word': [{ scope: 'IcpRegistry' }, 'scope', 'icp-registry'],
    },
  },
  add_to_plan: {
    base: async (given) => ({
      account_id: await given.id('account'),
      section: 'next_steps',
      content: 'Call on Friday.',
    }),
    renamed: {
      account_id: ['accountId', 'account', 'company_id'],
      content: ['text', 'body', 'note'],
      section: ['heading', 'sectionName', 'title'],
    },
    unknown: ['date', 'due_date', 'priority'],
    refused: {
      'nothing in it': [{ content: 'N/A' }, 'content', 'says nothing'],
      'the id of a contact': [
        (input) => ({ ...input, account_id: 'con_01kaj6w6qk5x3v0c8m9n2p4r7t' }),
        'account_id',
        'contact',
      ],
      'no content': [without('content'), 'content', 'missing'],
    },
    taken: {
      'a section with spaces': [{ section: 'Next Steps' }, 'section', 'next_steps'],
      'a section with -': [{ section: 'next-steps' }, 'section', 'next_steps'],
      'a section in camelCase': [{ section: 'nextSteps' }, 'section', 'next_steps'],
    },
  },
  log_capture: {
    base: async (given) => ({ source: 'call', text: 'Budget is approved.', account_id: await given.id('account') }),
    renamed: {
      text: ['content', 'body', 'notes', 'transcript', 'Text'],
      account_id: ['accountId', 'account-id', 'company_id', 'customer_id'],
      source: ['origin', 'kind'],
    },
    unknown: ['occurred_at', 'attendees', 'author', 'opp_id'],
    refused: {
      'nothing in it': [{ text: 'unknown' }, 'text', 'says nothing'],
      'no text': [without('text'), 'text', 'missing'],
      'no text beside something unknown': [
        (input) => ({ ...without('text')(input), contents: ['Budget'] }),
        'text',
        'contents',
      ],
      'two texts': [(input) => ({ ...input, content: 'Another.' }), 'content', 'text'],
      'two accounts': [
        (input) => ({ ...input, accountId: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t' }),
        'accountId',
        'account_id',
      ],
      'three mistakes at once': [
        (input) => ({ ...input, source: 7, tags: 'budget', colour: 'red' }),
        'source',
        'tags',
        'colour',
      ],
    },
    taken: {
      'the same account twice': [(input) => ({ ...input, accountId: input['account_id'] }), 'accountId', 'account_id'],
    },
  },
  mark_meeting_outcome: {
    base: async (given) => ({
      outcome: 'advance',
      account_id: await given.id('account'),
      occurred_at: '2026-03-01T14:00:00Z',
      notes: 'Dana wants a review.',
      next_step: 'Send the pack',
    }),
    renamed: {
      occurred_at: ['date', 'meeting_date', 'when', 'occurredAt'],
      notes: ['summary', 'minutes', 'description'],
      next_step: ['next_steps', 'nextStep', 'follow_up'],
      account_id: ['accountId', 'company_id'],
      outcome: ['result', 'status'],
    },
    unknown: ['attendees', 'duration', 'contact_id', 'location'],
    refused: {
      'an outcome in the future': [() => ({ outcome: 'advance', occurred_at: nextYear() }), 'occurred_at', 'future'],
      'a day for a time': [{ occurred_at: '2026-03-01' }, 'occurred_at', 'offset'],
      'notes that say nothing': [{ notes: '-' }, 'notes', 'says nothing'],
      'a next step to be decided': [{ next_step: 'TBD' }, 'next_step', 'says nothing'],
    },
  },
  pull_brief: {
    base: () => ({ scope: 'week' }),
    renamed: { scope: ['period', 'range', 'time_frame'] },
    unknown: ['account_id', 'owner'],
    refused: { 'a month': [{ scope: 'month' }, 'scope', 'week'] },
  },
  read_account: {
    base: async (given) => ({ id: await given.id('account'), include: ['plan'], limit: 5 }),
    renamed: {
      id: ['account_id', 'accountId', 'company_id', 'account'],
      include: ['includes', 'expand'],
      limit: ['max', 'page_size'],
    },
    unknown: ['format', 'cursors.notes', 'name'],
    refused: {
      'an unknown collection': [{ include: ['emails'] }, 'include', 'captures'],
      'the id of an opp': [{ id: 'opp_01kaj6w6qk5x3v0c8m9n2p4r7t' }, 'id', 'opp'],
    },
  },
  set_meddpicc: {
    base: async (given) => ({
      opp_id: await given.id('opp'),
      identify_pain: 'Reports take two days.',
      economic_buyer: 'Dana Reyes',
      competition: 'Rivalsoft',
    }),
    renamed: {
      opp_id: ['opportunity_id', 'deal_id', 'oppId', 'id', 'deal'],
      identify_pain: ['pain', 'pain_point', 'identifiedPain', 'identifyPain'],
      economic_buyer: ['eb', 'economicBuyer'],
      competition: ['competitors', 'competitor'],
    },
    unknown: ['budget', 'timeline', 'stage', 'account_id'],
    refused: {
      'N/A as evidence': [{ metrics: 'N/A' }, 'metrics', 'says nothing', 'null'],
      'unknown as evidence': [{ champion: 'Unknown' }, 'champion', 'says nothing'],
      '- as evidence': [{ decision_process: '-' }, 'decision_process', 'says nothing'],
    },
    taken: {
      'the dimensions inside an object': [
        (input) => ({ opp_id: input['opp_id'], meddpicc: { champion: 'Lee Park' } }),
        'meddpicc',
        'champion',
      ],
      'no dimension at all': [(input) => ({ opp_id: input['opp_id'] }), 'no dimension'],
    },
  },
  update_prospect: {
    base: async (given) => ({
      id: await given.id('prospect'),
      name: 'Lee Park',
      title: 'VP Operations',
      email: 'lee.park@acme.example',
      account_id: await given.id('account'),
      notes: 'Met at the fair.',
      fields: { region: 'EMEA' },
    }),
    renamed: {
      id: ['prospect_id', 'prospectId', 'lead_id'],
      account_id: ['accountId', 'company_id'],
      title: ['jobTitle', 'job_title', 'position'],
      email: ['emailAddress', 'work_email'],
      name: ['full_name', 'displayName'],
      fields: ['custom_fields', 'properties'],
    },
    unknown: ['phone', 'company', 'linkedin', 'status'],
    refused: {
      'a nameless one': [() => ({ title: 'CFO' }), 'name'],
      'no e-mail address': [{ email: 'lee.park' }, 'email', 'e-mail'],
    },
  },
};
