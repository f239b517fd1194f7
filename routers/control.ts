import { z } from 'zod';
import { syncBrain } from '../server/brain/brain.ts';
import { pullConfig } from '../server/identity/pull-config.ts';
import { checkEntitlement } from '../server/identity/check-entitlement.ts';
import { runHeartbeat, startRun } from '../server/runs/runs.ts';
import { verifySession } from '../server/identity/verify-session.ts';
import { emitTelemetry, ERROR_CODES } from '../server/runs/telemetry.ts';
import { label, LABEL, line, LINE } from './fields.ts';
import { tool } from './tool.ts';

const plan = z.enum(['team', 'pro', 'free']).describe('The plan the key resolves against.');
const plugins = z.array(z.string()).describe('Slugs of the plugins licensed now.');

const plugin = z
  .string()
  .trim()
  .regex(/^[a-z0-9]+(?:[-_.][a-z0-9]+)*$/, 'expected a slug such as deal-desk')
  .max(64)
  .describe('Plugin slug, such as deal-desk.');

const skill = label('Skill that runs; session-summary reports work that triggered no discrete skill.');

/** A run's reference, the agent's own or made by start_run. */
const runRef = (description: string) =>
  z
    .string()
    .max(LABEL)
    .regex(/^[\x21-\x7e]+$/, 'expected 1 to 200 printable ASCII characters without spaces')
    .describe(description);

const accountRef = z.string().trim().max(LABEL).describe('Free-text label of the account worked on; not looked up.');

const counts = z
  .record(
    z
      .string()
      .max(64)
      .regex(/^[A-Za-z0-9][A-Za-z0-9 _.:/-]*$/, 'expected letters, digits, spaces and _.:/-'),
    z.number(),
  )
  .refine((value) => Object.keys(value).length <= 100, 'expected at most 100 counts')
  .describe('What was done, by name: numbers only, at most 100.');

const runStatus = z.enum(['running', 'ok', 'error']).describe('Where the run stands.');

export const control = {
  verify_session: tool({
    name: 'verify_session',
    title: 'Verify the session',
    description:
      'Says who the key acts for: account, plan, entitled plugins, and whether it is a user or a team key. Call it first in every skill; it works before any purchase.',
    entitled: false,
    effect: 'read',
    input: z.object({}),
    output: z.object({
      account: z
        .object({ id: z.string(), name: z.string(), email: z.string() })
        .describe('The acting account: the user the key was issued to.'),
      workspace_id: z.string().describe('The workspace the key reads and writes.'),
      plan,
      plugins,
      scope: z.enum(['team', 'user']).describe('Whether this is a team key or a user key.'),
      team: z.object({ id: z.string(), name: z.string() }).nullable().describe('The team of a team key.'),
      scopes: z.array(z.string()).describe('Scopes it holds.'),
      may_approve: z.boolean().describe('It may approve drafts.'),
    }),
    example: {
      input: {},
      output: {
        account: { id: 'usr_01kaj6w6qk5x3v0c8m9n2p4r7t', name: 'Robin Vale', email: 'robin@example.com' },
        workspace_id: 'ws_01kaj6w6qk5x3v0c8m9n2p4r7t',
        plan: 'pro',
        plugins: ['account-planning', 'deal-desk'],
        scope: 'user',
        team: null,
        scopes: ['account.read', 'capture.write'],
        may_approve: false,
      },
    },
    handler: verifySession,
  }),

  check_entitlement: tool({
    name: 'check_entitlement',
    title: 'Check an entitlement',
    description:
      'Says whether the account is licensed for one plugin right now. Use it before work that belongs to that plugin; it works before any purchase and changes nothing.',
    entitled: false,
    effect: 'read',
    input: z.object({ plugin }),
    output: z.object({
      plugin: z.string().describe('As asked.'),
      entitled: z.boolean().describe('Whether a grant or seat licenses it now; an unknown slug is not.'),
      plan,
      plugins,
    }),
    example: {
      input: { plugin: 'deal-desk' },
      output: { plugin: 'deal-desk', entitled: true, plan: 'pro', plugins: ['account-planning', 'deal-desk'] },
    },
    handler: checkEntitlement,
  }),

  pull_config: tool({
    name: 'pull_config',
    title: 'Pull the configuration',
    description:
      'Gives what a skill should go by here: plan, entitled plugins, the feature flags of the workspace, and which brain versions are in force. Works before any purchase.',
    entitled: false,
    effect: 'read',
    input: z.object({}),
    output: z.object({
      plan,
      plugins,
      flags: z.record(z.string(), z.unknown()).describe('Feature flags by name.'),
      brain: z
        .array(
          z.object({
            scope: z.string(),
            version: z.number(),
            bytes: z.number(),
            synced_at: z.string(),
            stale: z.boolean().describe('Synced over 30 days ago: sync it again.'),
          }),
        )
        .describe('The version in force of each brain scope.'),
    }),
    example: {
      input: {},
      output: {
        plan: 'pro',
        plugins: ['account-planning', 'deal-desk'],
        flags: { second_approver: true },
        brain: [
          { scope: 'signal-weights', version: 3, bytes: 412, synced_at: '2026-03-02T09:30:00.000Z', stale: false },
        ],
      },
    },
    handler: pullConfig,
  }),

  start_run: tool({
    name: 'start_run',
    title: 'Start a run',
    description:
      'Declares that a skill begins to run, so that it shows as running at once, and gives the run_ref to settle it with emit_telemetry. Starting a run_ref that still runs gives that run; one that has ended is refused.',
    appScope: 'runs.write',
    entitled: true,
    effect: 'write',
    refusals: ['invalid_transition'],
    input: z.object({
      plugin,
      skill,
      run_ref: runRef('Correlation id of your own; omit to have one made.').optional(),
    }),
    output: z.object({
      run_ref: z.string().describe('Send it as run_ref to run_heartbeat, as run_id to emit_telemetry.'),
      status: z.literal('running').describe('The run runs.'),
      resumed: z.boolean().describe('Whether this run_ref was running already.'),
      plugin: z.string().nullable().describe('The plugin it was declared with.'),
      skill: z.string().nullable().describe('The skill it was declared with.'),
      started_at: z.string().describe('When it was declared.'),
    }),
    example: {
      input: { plugin: 'deal-desk', skill: 'weekly-pipeline-review' },
      output: {
        run_ref: 'run_01kaj6w6qk5x3v0c8m9n2p4r7t',
        status: 'running',
        resumed: false,
        plugin: 'deal-desk',
        skill: 'weekly-pipeline-review',
        started_at: '2026-03-02T09:30:00.000Z',
      },
    },
    handler: startRun,
  }),

  run_heartbeat: tool({
    name: 'run_heartbeat',
    title: 'Send a heartbeat',
    description:
      'Says that a run is still alive; only for runs longer than a few minutes, at most once per 60 s. After 30 minutes of silence a run shows as stale. On a run that has ended it answers running: false.',
    appScope: 'runs.write',
    entitled: true,
    effect: 'write',
    refusals: ['rate_limited'],
    input: z.object({ run_ref: runRef('The run, as start_run gave it.') }),
    output: z.object({
      run_ref: z.string().describe('As given.'),
      running: z.boolean().describe('False once the run has ended; stop beating then.'),
      status: runStatus,
      last_sign_at: z.string().describe('The last sign of life, this one included.'),
    }),
    example: {
      input: { run_ref: 'run_01kaj6w6qk5x3v0c8m9n2p4r7t' },
      output: {
        run_ref: 'run_01kaj6w6qk5x3v0c8m9n2p4r7t',
        running: true,
        status: 'running',
        last_sign_at: '2026-03-02T09:42:00.000Z',
      },
    },
    handler: runHeartbeat,
  }),

  emit_telemetry: tool({
    name: 'emit_telemetry',
    title: 'Report a run',
    description:
      'Reports how a run ended, with honest counts. With run_id equal to the run_ref of start_run it settles that run; otherwise it records one run. A run that has ended stays as it is. Send skill session-summary for work that triggered no discrete skill.',
    appScope: 'telemetry.write',
    entitled: true,
    effect: 'write',
    maxBytes: 65_536,
    input: z.object({
      plugin: plugin.optional(),
      skill: skill.optional(),
      run_id: runRef('The run_ref to settle; plugin and skill are required without a started run.').optional(),
      counts: counts.optional(),
      outcome: line('In your words; error, failed, failure and timeout settle the run as error.').optional(),
      duration_ms: z
        .number()
        .min(0)
        .max(31_536_000_000)
        .optional()
        .describe('How long it ran; from its start when omitted.'),
      error_code: z.enum(ERROR_CODES).optional().describe('Why it failed; settles the run as error.'),
      error_detail: z.string().max(LINE).optional().describe('What went wrong.'),
      account_ref: accountRef.optional(),
    }),
    output: z.object({
      run_ref: z.string().describe('The run.'),
      result: z
        .enum(['settled', 'recorded', 'already_settled'])
        .describe('A started run was settled; a run was recorded; or it had ended before and nothing changed.'),
      status: z.enum(['ok', 'error']).describe('How the run ended.'),
      settled_at: z.string().describe('When it was settled.'),
      duration_ms: z.number().nullable().describe('How long it ran; null when nobody said.'),
    }),
    example: {
      input: {
        plugin: 'deal-desk',
        skill: 'weekly-pipeline-review',
        run_id: 'pipeline-review-2026-w10',
        counts: { accounts_read: 12, captures: 3 },
        outcome: 'ok',
        duration_ms: 48_200,
        account_ref: 'Acme',
      },
      output: {
        run_ref: 'pipeline-review-2026-w10',
        result: 'recorded',
        status: 'ok',
        settled_at: '2026-03-02T09:31:00.000Z',
        duration_ms: 48_200,
      },
    },
    handler: emitTelemetry,
  }),

  sync_brain: tool({
    name: 'sync_brain',
    title: 'Sync brain state',
    description:
      'Keeps what an agent has learned for its next run, as a new version of a scope; the newest is in force. The scope signal-weights changes how gtm_score weighs signals here. Never send raw e-mail addresses or phone numbers: they are refused.',
    appScope: 'brain.write',
    entitled: true,
    effect: 'write',
    refusals: ['personal_data_refused'],
    maxBytes: 262_144,
    input: z.object({
      scope: z
        .string()
        .trim()
        .toLowerCase()
        .max(64)
        .regex(/^[a-z0-9]+(?:[ _.:/-][a-z0-9]+)*$/, 'expected a name such as icp-registry')
        .describe('Such as signal-weights, icp-registry, decision-log, funnel-brain or content calendar.'),
      payload: z
        .union([z.record(z.string(), z.unknown()), z.array(z.unknown())], 'expected an object or an array')
        .describe('The whole state, which replaces the version in force.'),
      run_ref: runRef('The run that learned it.').optional(),
      account_ref: accountRef.optional(),
    }),
    output: z.object({
      scope: z.string().describe('As kept.'),
      version: z.number().describe('The version now in force.'),
      bytes: z.number().describe('Size of the payload.'),
      synced_at: z.string().describe('When it was kept.'),
    }),
    example: {
      input: {
        scope: 'icp-registry',
        payload: { segments: [{ name: 'mid-market fintech', employees: '200-1000', weight: 0.8 }] },
      },
      output: { scope: 'icp-registry', version: 4, bytes: 80, synced_at: '2026-03-02T09:30:00.000Z' },
    },
    handler: syncBrain,
  }),
};
