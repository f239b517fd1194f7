import pg from 'pg';
import { newId } from '../../../db/ids.ts';
import { ROLES } from '../../../db/roles.ts';
import { TENANT_SETTING } from '../../../db/entities/tenant.ts';
import { registry } from '../../../routers/index.ts';
import { Records } from '../../harness/records.ts';
import type { Attack } from './attack.ts';

/** Roles that work inside one workspace. */
const INSIDE = [ROLES.service, ROLES.publisher, ROLES.erasure];

/** The publisher looks for due drafts in every workspace, and can change those of its own only. */
const BY_DESIGN = `${ROLES.publisher}: SELECT 1 FROM drafts`;

const REFUSED = '42501';

/**
 * Statements without a filter, as a forgotten one would send them, by each role that works inside a workspace: they see
 * and change the rows of that workspace only, and none without one.
 */
export const rowSecurity: Attack = {
  name: 'row level security with filters off',
  async run({ cluster, app }) {
    const problems: string[] = [];
    const [first, second] = [await app.newTenant(), await app.newTenant()];
    for (const who of [first, second]) {
      const records = new Records(app, who);
      // Every tool once, so that as many tables as can be have rows of both.
      for (const tool of registry.values()) await who.rest(tool.name, await records.exampleOf(tool));
    }
    const tables = await cluster.rows<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id'
       WHERE c.relkind = 'r' AND c.relrowsecurity AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
    );
    const session = new pg.Client({ connectionString: cluster.postgres.url });
    await session.connect();
    let statements = 0;
    let refused = 0;
    let withRows = 0;
    /** Rows of a statement under a role in a workspace, rolled back; undefined where the role may not. */
    const rowsAs = async (role: string, workspace: string, sql: string, values: unknown[]) => {
      statements += 1;
      await session.query('BEGIN');
      try {
        await session.query(`SELECT set_config('role', $1, true), set_config('${TENANT_SETTING}', $2, true)`, [
          role,
          workspace,
        ]);
        const { rowCount } = await session.query(sql, values);
        return rowCount ?? 0;
      } catch (error) {
        if ((error as { code?: string }).code !== REFUSED) throw error;
        refused += 1;
        return undefined;
      } finally {
        await session.query('ROLLBACK');
      }
    };
    try {
      for (const { name } of tables) {
        const theirs = `WHERE workspace_id <> $1`;
        const [there] = await cluster.rows<{ count: number }>(`SELECT count(*)::int AS count FROM ${name} ${theirs}`, [
          first.workspaceId,
        ]);
        if (there!.count > 0) withRows += 1;
        for (const role of INSIDE) {
          for (const workspace of [first.workspaceId, '', newId('workspace')]) {
            for (const sql of [`SELECT 1 FROM ${name}`, `DELETE FROM ${name}`]) {
              const count = await rowsAs(role, workspace, `${sql} ${theirs}`, [workspace]);
              if (count !== undefined && count > 0 && `${role}: ${sql}` !== BY_DESIGN)
                problems.push(`${role} in ${workspace || 'no workspace'}: ${sql} reached ${count} rows of others`);
            }
          }
        }
      }
    } finally {
      await session.end();
    }
    if (withRows < 15) problems.push(`only ${withRows} tables had rows of others: the attack is no use`);
    return { figures: { calls: statements, refused, tables: tables.length }, problems };
  },
};
