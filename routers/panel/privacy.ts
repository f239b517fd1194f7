import { z } from 'zod';
import { confirmIdentity, confirmsByPassword } from '../../server/identity/confirm-identity.ts';
import { activityActorOf, type PersonAction } from '../../server/identity/person-call.ts';
import { deleteWorkspace } from '../../server/privacy/workspaces.ts';
import { beginRestore, beginToRestore, checkRestorable } from '../../server/restore/begin-restore.ts';
import { id } from '../fields.ts';
import { erasedSubject, exportedSubject, foundSubject, pageFields, subjectFields } from '../subject-fields.ts';
import { t } from '../trpc.ts';
import { growingProcedure, panelProcedure, writing } from './procedure.ts';

const password = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .describe('Their password; whoever signs in without one must have signed in within ten minutes.');

const askerOf = (action: PersonAction) => ({ requestId: action.requestId, person: activityActorOf(action) });

/**
 * The data of people in one's own workspace, and the workspace itself. Without a licence, too: what is kept of people can
 * be told and erased whatever was bought.
 */
export const privacy = t.router({
  confirmation: panelProcedure
    .output(z.object({ password: z.boolean().describe('Whether the password confirms; else a fresh sign-in does.') }))
    .query(async ({ ctx }) => ({ password: await confirmsByPassword(ctx.services, ctx.session) })),
  find_subject: panelProcedure
    .input(z.object(subjectFields))
    .output(foundSubject)
    .query(({ ctx, input }) => ctx.services.subjects.find(ctx.session.workspace.id, input)),
  export_subject: panelProcedure
    .input(z.object({ ...subjectFields, ...pageFields }))
    .output(exportedSubject)
    .query(({ ctx, input }) => ctx.services.subjects.export(ctx.session.workspace.id, input, askerOf(ctx.action))),
  erase_subject: panelProcedure
    .input(z.object({ ...subjectFields, password }))
    .output(erasedSubject)
    .mutation(async ({ ctx, input: { password: given, ...asked } }) => {
      await confirmIdentity(ctx.services, ctx.session, given);
      return ctx.services.subjects.erase(ctx.session.workspace.id, asked, askerOf(ctx.action));
    }),
  begin_restore: growingProcedure
    .input(z.object({ file_name: z.string().trim().min(1).max(200), bytes: z.int().min(1), password }))
    .output(z.object({ import_id: z.string() }))
    .mutation(async ({ ctx, input: { password: given, ...file } }) => {
      await confirmIdentity(ctx.services, ctx.session, given);
      await checkRestorable(ctx.services.db, ctx.session.workspace.id, file.bytes);
      return writing(ctx, (call) => beginRestore(call, file));
    }),
  start_restore: growingProcedure
    .input(z.object({ import_id: id('import', 'The uploaded file.') }))
    .output(z.object({ import_id: z.string() }))
    .mutation(async ({ ctx, input: { import_id: importId } }) => {
      await writing(
        ctx,
        (call) => beginToRestore(call, ctx.services, importId),
        (detail) => ({ act: 'workspace.restore_begun', subject: importId, detail }),
      );
      return { import_id: importId };
    }),
  delete_workspace: panelProcedure
    .input(z.object({ password }))
    .output(z.object({ workspace_id: z.string(), user_id: z.string(), deleting: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      await confirmIdentity(ctx.services, ctx.session, input.password);
      return deleteWorkspace(ctx.services, ctx.session.workspace.id, askerOf(ctx.action));
    }),
});
