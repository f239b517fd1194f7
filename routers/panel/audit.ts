import { z } from 'zod';
import { sealState } from '../../server/audit/export.ts';
import { listCalls, readCall } from '../../server/panel/panel-audit.ts';
import { cursor, exactId, id, limit, LABEL, timestamp } from '../fields.ts';
import { t } from '../trpc.ts';
import { factView } from './accounts.ts';
import { panelProcedure, reading, words } from './procedure.ts';

const text = (description: string) => z.string().trim().min(1).max(LABEL).describe(description);

/** Filters of the audit log: of the panel's page, and of the export's address. */
export const auditFilters = z.object({
  from: timestamp('Calls of this time or later.').optional(),
  to: timestamp('Calls before this time.').optional(),
  tool: text('Name of the tool.').optional(),
  outcome: z.enum(['ok', 'proposed', 'error', 'denied']).optional(),
  transport: z.enum(['rest', 'mcp', 'trpc']).optional(),
  error_code: text('Error code.').optional(),
  key_id: id('key', 'Calls of this key.').optional(),
  run_ref: text('Calls of this run.').optional(),
  request_id: text('The call of this request.').optional(),
});

export const callView = z.object({
  call_id: z.string(),
  at: z.string(),
  tool: z.string(),
  transport: z.string(),
  outcome: z.enum(['ok', 'proposed', 'error', 'denied']),
  error_code: words,
  duration_ms: z.number(),
  request_bytes: z.int(),
  response_bytes: z.int(),
  key_id: z.string(),
  user_id: z.string(),
  run_ref: words,
  request_id: z.string(),
  count: z.int().describe('The calls it stands for: above 1, refusals far beyond the limit, of any tool.'),
});

/** @param tools names that calls can be audited under */
export const auditRouter = (tools: () => Iterable<string>) =>
  t.router({
    list: panelProcedure
      .input(auditFilters.extend({ limit: limit(50), cursor }).prefault({}))
      .output(
        z.object({
          items: z.array(callView),
          next_cursor: words,
          searched_to: words.describe('There is more: down to here the log was looked through for this page.'),
        }),
      )
      .query(({ ctx, input }) => listCalls(reading(ctx), input)),
    seal: panelProcedure
      .output(
        z.object({
          sealed_until: words.describe('The latest call that is sealed; null before the first seal.'),
          seal: z.int().nullable(),
          hash: words.describe('The end of the chain, to note elsewhere.'),
        }),
      )
      .query(({ ctx }) => sealState(reading(ctx))),
    get: panelProcedure
      .input(z.object({ call_id: exactId('call', 'The call.') }))
      .output(
        z.object({
          call: callView.extend({ failed_fields: z.array(z.string()).describe('Paths of the input.') }),
          facts: z.array(factView.extend({ before: words.describe('The value it replaced.') })),
        }),
      )
      .query(({ ctx, input }) => readCall(reading(ctx), input.call_id)),
    tools: panelProcedure
      .output(z.object({ tools: z.array(z.string()) }))
      .query(() => ({ tools: [...tools()].toSorted() })),
  });
