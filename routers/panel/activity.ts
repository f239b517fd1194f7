import { z } from 'zod';
import { ACTS } from '../../server/identity/activity.ts';
import { listActivity } from '../../server/panel/panel-activity.ts';
import { cursor, limit, LABEL, timestamp } from '../fields.ts';
import { t } from '../trpc.ts';
import { pageOf, panelProcedure, reading, words } from './procedure.ts';

/** Filters of people's activity: of the panel's page, and of the export's address. */
export const activityFilters = z.object({
  from: timestamp('Acts of this time or later.').optional(),
  to: timestamp('Acts before this time.').optional(),
  act: z.enum(ACTS).optional(),
  subject_id: z.string().trim().min(1).max(LABEL).optional().describe('What was done to this.'),
});

export const activity = t.router({
  list: panelProcedure
    .input(activityFilters.extend({ limit: limit(50), cursor }).prefault({}))
    .output(
      pageOf(
        z.object({
          act_id: z.string(),
          at: z.string(),
          act: z.string(),
          subject_id: words,
          subject_name: words.describe('Of a record, a draft, a run, an import or a view.'),
          subject_gone: z.boolean().describe('It is archived, or merged into another.'),
          user_id: words.describe('Null: the operator, or, of a refused sign-in, nobody known.'),
          session_id: words,
          request_id: words,
          address: words,
          detail: z.record(z.string(), z.unknown()),
        }),
      ),
    )
    .query(({ ctx, input }) => listActivity(reading(ctx), input)),
});
