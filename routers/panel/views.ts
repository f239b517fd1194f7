import { z } from 'zod';
import { ENTITIES } from '../../server/records/kinds.ts';
import { dropView, keepView, savedViews } from '../../server/panel/saved-views.ts';
import { exactId } from '../fields.ts';
import { t } from '../trpc.ts';
import { panelProcedure, reading, writing } from './procedure.ts';

const kind = z.enum(ENTITIES);
const name = z.string().trim().min(1).max(80);
const view = z.object({ view_id: z.string(), name: z.string() });

/** Filters and an order of a list that a person keeps under a name. */
export const views = t.router({
  list: panelProcedure
    .input(z.object({ kind }))
    .output(
      z.object({
        items: z.array(
          view.extend({
            search: z.record(z.string(), z.string()),
            shared: z.boolean().describe('For everybody of the workspace.'),
            own: z.boolean(),
            updated_at: z.string(),
          }),
        ),
      }),
    )
    .query(({ ctx, input }) => savedViews(reading(ctx), input.kind)),
  save: panelProcedure
    .input(
      z.object({
        kind,
        name,
        search: z
          .record(z.string().max(40), z.string().max(200))
          .refine((each) => Object.keys(each).length <= 20, 'holds more than 20 names'),
        shared: z.boolean().default(false),
      }),
    )
    .output(view.extend({ shared: z.boolean() }))
    .mutation(({ ctx, input }) =>
      writing(
        ctx,
        (call) => keepView(call, input),
        ({ view_id: subject, shared }) => ({ act: 'view.saved', subject, detail: { kind: input.kind, shared } }),
      ),
    ),
  delete: panelProcedure
    .input(z.object({ view_id: exactId('view', 'The view.') }))
    .output(view)
    .mutation(({ ctx, input }) =>
      writing(
        ctx,
        (call) => dropView(call, input.view_id),
        ({ view_id: subject }) => ({ act: 'view.deleted', subject, detail: {} }),
      ),
    ),
});
