import { z } from 'zod';
import { listOperatorLog } from '../server/identity/operator-log.ts';
import { verifyAudit } from '../server/audit/verify.ts';
import { makeResetLink } from '../server/identity/password-reset.ts';
import { deleteWorkspace, exportPage, recordExport } from '../server/privacy/workspaces.ts';
import { id, label, limit } from './fields.ts';
import { operatorProcedure } from './operator-procedure.ts';
import { erasedSubject, exportedSubject, foundSubject, pageFields, subjectFields } from './subject-fields.ts';
import { t } from './trpc.ts';

const requestOf = ({ requestId }: { requestId: string }) => ({ requestId });

const user = id('user', 'The user.');
const workspace = id('workspace', 'The workspace.');

export const users = t.router({
  create: operatorProcedure
    .input(
      z.object({
        email: z.email().max(254).describe('For the login; one user per address.'),
        name: label('The name people see.'),
        password: z.string().min(8).max(200).optional().describe('For the panel; without one there is no login.'),
      }),
    )
    .mutation(({ ctx, input }) => ctx.services.provisioning.createUser(input)),
  list: operatorProcedure
    .input(
      z
        .object({
          workspace_id: workspace.describe('Who owns it, and who has a key in it.').optional(),
          email: z.string().max(254).describe('The user by this address.').optional(),
          limit: limit(50),
          cursor: id('user', 'next_cursor of the page before.').optional(),
        })
        .prefault({}),
    )
    .query(({ ctx, input }) => ctx.services.provisioning.people.list(input)),
  disable: operatorProcedure
    .input(
      z.object({
        user_id: user,
        revoke_keys: z
          .boolean()
          .default(false)
          .describe('Also revoke their keys and applications, which then stay revoked.'),
      }),
    )
    .mutation(({ ctx, input }) => ctx.services.provisioning.people.disable({ ...input, ...requestOf(ctx) })),
  enable: operatorProcedure
    .input(z.object({ user_id: user }))
    .mutation(({ ctx, input }) => ctx.services.provisioning.people.enable({ ...input, ...requestOf(ctx) })),
  set_password: operatorProcedure
    .input(
      z.object({
        user_id: user,
        password: z
          .string()
          .min(8)
          .max(200)
          .optional()
          .describe('The new one, which ends all sessions; when omitted, a link with which the person sets it once.'),
      }),
    )
    .mutation(async ({ ctx, input: { user_id, password } }) =>
      password === undefined
        ? { user_id, ...(await makeResetLink(ctx.services, { userId: user_id, ...requestOf(ctx) })) }
        : ctx.services.provisioning.people.setPassword({ user_id, password, ...requestOf(ctx) }),
    ),
  remove_second_factor: operatorProcedure
    .input(z.object({ user_id: user }))
    .mutation(({ ctx, input }) => ctx.services.provisioning.people.removeSecondFactor({ ...input, ...requestOf(ctx) })),
  end_sessions: operatorProcedure
    .input(z.object({ user_id: user }))
    .mutation(({ ctx, input }) => ctx.services.provisioning.people.endSessions({ ...input, ...requestOf(ctx) })),
});

export const workspaces = t.router({
  export: operatorProcedure
    .input(z.object({ workspace_id: workspace, ...pageFields }))
    .query(async ({ ctx: { services, requestId }, input: { workspace_id, ...page } }) => {
      const exported = await exportPage(services.db, workspace_id, page);
      if (page.cursor === undefined) await recordExport(services.db, workspace_id, { requestId });
      return exported;
    }),
  delete: operatorProcedure
    .input(z.object({ workspace_id: workspace.describe('The workspace to delete for ever, its owner included.') }))
    .mutation(({ ctx, input }) => deleteWorkspace(ctx.services, input.workspace_id, requestOf(ctx))),
});

export const subjects = t.router({
  find: operatorProcedure
    .input(z.object({ workspace_id: workspace, ...subjectFields }))
    .output(foundSubject)
    .query(({ ctx, input: { workspace_id, ...asked } }) => ctx.services.subjects.find(workspace_id, asked)),
  export: operatorProcedure
    .input(z.object({ workspace_id: workspace, ...subjectFields, ...pageFields }))
    .output(exportedSubject)
    .query(({ ctx, input: { workspace_id, ...asked } }) =>
      ctx.services.subjects.export(workspace_id, asked, requestOf(ctx)),
    ),
  erase: operatorProcedure
    .input(z.object({ workspace_id: workspace, ...subjectFields }))
    .output(erasedSubject)
    .mutation(({ ctx, input: { workspace_id, ...asked } }) =>
      ctx.services.subjects.erase(workspace_id, asked, requestOf(ctx)),
    ),
});

export const log = t.router({
  list: operatorProcedure
    .input(
      z
        .object({
          subject_id: z.string().max(64).describe('The user or workspace it was done to.').optional(),
          limit: limit(50),
          cursor: id('act', 'next_cursor of the page before.').optional(),
        })
        .prefault({}),
    )
    .query(({ ctx, input }) => listOperatorLog(ctx.services.db, input)),
});

export const audit = t.router({
  verify: operatorProcedure
    .input(
      z
        .object({
          workspace_id: workspace
            .describe('The workspace whose sealed audit rows to look through; all when omitted.')
            .optional(),
          cursor: id('workspace', 'next_cursor of the answer before.').optional(),
        })
        .prefault({}),
    )
    .query(({ ctx, input }) => verifyAudit(ctx.services.db, input)),
});
