import { hash } from 'node:crypto';
import { Fault, type Issue } from '../errors.ts';
import { isObject } from '../json-value.ts';

export const ROLES = [
  'awareness',
  'deal-risk',
  'deal-risk-team',
  'technical-risk',
  'health',
  'ecosystem-fit',
  'efficiency',
] as const;

export type Role = (typeof ROLES)[number];

export type Direction = 'higher_is_better' | 'higher_is_worse';

/** A role's weights: shares that sum to 1. Keys are in code unit order. */
export type RoleWeights = ReadonlyMap<string, number>;

/** Weights in force and their name in a score's `weights_version`. An omitted role keeps the built-in weights. */
export type SignalWeights = { version: string; roles: Readonly<Partial<Record<Role, RoleWeights>>> };

type RoleDefinition = {
  direction: Direction;
  /** Names of the value ranges 0 to 25, to 50, to 75 and to 100; a bound belongs to the upper range. */
  bands: readonly [string, string, string, string];
  /** Signal key: its weight, and what a value of 1 says. */
  signals: Readonly<Record<string, readonly [weight: number, meaning: string]>>;
};

const RISK_BANDS = ['low', 'guarded', 'high', 'critical'] as const;

export const ROLE_DEFINITIONS: Readonly<Record<Role, RoleDefinition>> = {
  awareness: {
    direction: 'higher_is_better',
    bands: ['cold', 'warm', 'hot', 'on-fire'],
    signals: {
      demo_requested: [0.18, 'asked for a demo or a trial'],
      inbound_reply: [0.14, 'answered outreach with interest'],
      pricing_page_visit: [0.12, 'studied pricing closely'],
      intent_surge: [0.11, 'third-party intent for our topics rises sharply'],
      event_attendance: [0.1, 'attended a webinar or met us at an event'],
      content_engagement: [0.09, 'reads and downloads our content'],
      website_visits: [0.08, 'several people visit the site repeatedly'],
      email_engagement: [0.07, 'opens and clicks throughout a sequence'],
      social_engagement: [0.06, 'follows, comments on or shares our posts'],
      brand_search: [0.05, 'searches for us by name'],
    },
  },
  'deal-risk': {
    direction: 'higher_is_worse',
    bands: RISK_BANDS,
    signals: {
      no_champion: [0.14, 'nobody inside sells for us'],
      no_economic_buyer: [0.13, 'the one who signs is unknown or not met'],
      no_next_step: [0.12, 'no dated next step is agreed'],
      stage_stalled: [0.11, 'far longer in its stage than deals that are won'],
      close_date_pushed: [0.1, 'the close date moved again and again'],
      budget_unconfirmed: [0.1, 'no budget is set aside'],
      pain_unclear: [0.08, 'no pain that costs them something is named'],
      competitor_present: [0.07, 'a competitor is preferred or entrenched'],
      decision_process_unknown: [0.05, 'how they decide is unknown'],
      paper_process_unknown: [0.05, 'legal and procurement steps are unknown'],
      metrics_missing: [0.05, 'no measurable outcome is agreed'],
    },
  },
  'deal-risk-team': {
    direction: 'higher_is_worse',
    bands: RISK_BANDS,
    signals: {
      single_threaded: [0.17, 'all contact runs through one person'],
      champion_left: [0.15, 'the champion left or changed role'],
      champion_silent: [0.13, 'the champion stopped answering'],
      executive_absent: [0.11, 'no executive takes part on their side'],
      detractor_active: [0.1, 'someone with influence argues against us'],
      stakeholder_turnover: [0.08, 'the buying group keeps changing'],
      no_executive_sponsor: [0.08, 'no executive sponsor on our side'],
      meeting_no_shows: [0.07, 'they miss or cancel meetings'],
      owner_changed: [0.06, 'our own seller on the deal changed'],
      team_overloaded: [0.05, 'our team has no time for the deal'],
    },
  },
  'technical-risk': {
    direction: 'higher_is_worse',
    bands: RISK_BANDS,
    signals: {
      poc_failing: [0.16, 'the proof of concept misses its criteria'],
      integration_gap: [0.14, 'a needed integration is missing'],
      security_review_open: [0.13, 'security review is blocked or has findings'],
      requirement_unmet: [0.12, 'a must-have policy is not met'],
      compliance_gap: [0.1, 'a certificate or data residency is missing'],
      technical_buyer_absent: [0.09, 'no technical decision maker takes part'],
      migration_complexity: [0.08, 'leaving the present system is hard'],
      scale_unproven: [0.07, 'their volume is beyond what was shown'],
      custom_work_needed: [0.06, 'it takes custom development'],
      incumbent_lock_in: [0.05, 'the present tool is tied into their stack'],
    },
  },
  health: {
    direction: 'higher_is_better',
    bands: ['critical', 'at-risk', 'stable', 'thriving'],
    signals: {
      product_usage: [0.18, 'used as widely and often as planned'],
      usage_trend: [0.14, 'usage grows'],
      adoption_breadth: [0.12, 'most licensed seats and features are in use'],
      outcome_achieved: [0.12, 'the outcome they bought is reached and measured'],
      champion_engaged: [0.11, 'the champion is present and active'],
      executive_engaged: [0.09, 'an executive takes part in reviews'],
      support_sentiment: [0.08, 'tickets are few and end well'],
      nps: [0.06, 'they would recommend us'],
      payment_timeliness: [0.05, 'invoices are paid on time'],
      expansion_interest: [0.05, 'they ask about more'],
    },
  },
  'ecosystem-fit': {
    direction: 'higher_is_better',
    bands: ['weak', 'partial', 'good', 'strong'],
    signals: {
      tech_stack_match: [0.18, 'runs the systems we work best with'],
      integration_coverage: [0.15, 'our integrations cover their stack'],
      industry_match: [0.13, 'in an industry we serve'],
      company_size_match: [0.12, 'of the size we serve'],
      use_case_match: [0.12, 'has a use case we are known for'],
      partner_overlap: [0.09, 'works with our partners'],
      marketplace_presence: [0.06, 'buys through a marketplace we are in'],
      region_match: [0.05, 'in a region we sell and support in'],
      reference_customers: [0.05, 'peers of theirs are our customers'],
      compliance_match: [0.05, 'what they must comply with, we have'],
    },
  },
  efficiency: {
    direction: 'higher_is_better',
    bands: ['poor', 'fair', 'good', 'excellent'],
    signals: {
      win_rate: [0.16, 'wins far more than its benchmark'],
      sales_cycle_speed: [0.15, 'closes far faster than its benchmark'],
      stage_conversion: [0.13, 'deals move on from stage to stage'],
      response_time: [0.12, 'prospects are answered at once'],
      meeting_to_opportunity: [0.11, 'meetings become opportunities'],
      follow_up_discipline: [0.1, 'every meeting has its follow-up'],
      forecast_accuracy: [0.08, 'closes when and for what was forecast'],
      discount_discipline: [0.05, 'sells at list price'],
      data_completeness: [0.05, 'records are complete and current'],
      activity_focus: [0.05, 'time goes to the deals worth it'],
    },
  },
};

const MAX_KEYS = 200;
const MAX_KEY_LENGTH = 100;
const MAX_VERSION_LENGTH = 64;
const SUM_TOLERANCE = 1e-6;
const MAX_ISSUES = 50;

function identify(origin: string, roles: SignalWeights['roles'], label?: string): string {
  const canonical = ROLES.flatMap((role) => (roles[role] ? [[role, [...roles[role]]]] : []));
  const fingerprint = hash('sha256', JSON.stringify(canonical), 'hex').slice(0, 12);
  return `${origin}:${label === undefined ? '' : `${label}+`}${fingerprint}`;
}

function inKeyOrder(entries: [string, number][]): Map<string, number> {
  return new Map(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const builtInRoles = {} as Record<Role, RoleWeights>;
for (const role of ROLES) {
  const signals = Object.entries(ROLE_DEFINITIONS[role].signals);
  builtInRoles[role] = inKeyOrder(signals.map(([key, [weight]]) => [key, weight]));
}

/** The weights of every role where a workspace has synced none. */
export const BUILT_IN: { version: string; roles: Readonly<Record<Role, RoleWeights>> } = {
  version: identify('builtin', builtInRoles),
  roles: builtInRoles,
};

/**
 * A workspace's `signal-weights` brain payload (decisions 8 and 9): `{ version?, roles: { [role]: { [key]: weight } } }`.
 * `version` is a label of 1 to 64 characters; a role named replaces all its built-in weights, one left out keeps them;
 * a role has at most 200 keys of 1 to 100 characters, each weight a finite number >= 0, together 1 within 1e-6.
 * Other fields are ignored. The result's `version` is `workspace:[label+]fingerprint`, the fingerprint 12 hex digits
 * over the weights whatever the order of their keys. `roles: {}` returns to the built-in weights.
 * Throws `invalid_input` with at most 50 issues, their paths as in the input of `sync_brain` (`payload.roles.health.nps`).
 */
export function parseSignalWeights(payload: unknown): SignalWeights {
  const issues: Issue[] = [];
  const refuse = (path: string, message: string) => void issues.push({ path, message });
  const roles: Partial<Record<Role, RoleWeights>> = {};
  const { version, roles: given }: Record<string, unknown> = isObject(payload) ? payload : {};

  if (!isObject(payload)) {
    refuse('payload', 'Expected an object { version?, roles: { [role]: { [key]: weight } } }.');
  } else if (!isObject(given)) {
    refuse('payload.roles', 'Expected an object of role to weights; {} returns to the built-in weights.');
  }
  const label = typeof version === 'string' && version !== '' && version.length <= MAX_VERSION_LENGTH;
  if (version !== undefined && !label) {
    refuse('payload.version', `Expected a string of 1 to ${MAX_VERSION_LENGTH} characters, or nothing.`);
  }
  for (const [name, weights] of Object.entries(isObject(given) ? given : {})) {
    const role = ROLES.find((role) => role === name);
    if (role === undefined)
      refuse(`payload.roles.${name.slice(0, MAX_KEY_LENGTH)}`, `Unknown role; expected one of ${ROLES.join(', ')}.`);
    else roles[role] = parseRole(`payload.roles.${role}`, weights, refuse);
  }

  if (issues.length > 0) throw new Fault('invalid_input', { issues: issues.slice(0, MAX_ISSUES) });
  return { version: identify('workspace', roles, label ? version : undefined), roles };
}

function parseRole(path: string, weights: unknown, refuse: (path: string, message: string) => void): RoleWeights {
  const entries = isObject(weights) ? Object.entries(weights) : [];
  if (entries.length === 0 || entries.length > MAX_KEYS) {
    refuse(path, `Expected an object of 1 to ${MAX_KEYS} signal keys, each with its weight.`);
    return new Map();
  }
  const valid: [string, number][] = [];
  for (const [key, weight] of entries) {
    if (key === '__proto__') {
      refuse(`${path}.${key}`, 'This key is reserved; name the signal otherwise.');
    } else if (key === '' || key.length > MAX_KEY_LENGTH) {
      refuse(`${path}.${key.slice(0, MAX_KEY_LENGTH)}`, `Expected a key of 1 to ${MAX_KEY_LENGTH} characters.`);
    } else if (typeof weight !== 'number' || !Number.isFinite(weight) || weight < 0) {
      refuse(`${path}.${key}`, 'Expected a finite number of 0 or more.');
    } else {
      valid.push([key, weight + 0]);
    }
  }
  const parsed = inKeyOrder(valid);
  if (valid.length === entries.length) {
    let sum = 0;
    for (const weight of parsed.values()) sum += weight;
    if (Math.abs(sum - 1) > SUM_TOLERANCE) {
      refuse(path, `Expected weights that sum to 1 (within ${SUM_TOLERANCE}); these sum to ${Number(sum.toFixed(7))}.`);
    }
  }
  return parsed;
}
