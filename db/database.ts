import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { EmbeddedConnection } from './driver/embedded.ts';
import type { Bound } from './driver/pipeline.ts';
import type { ROLES, Role } from './roles.ts';
import type { QueryIn, Statement } from './statement.ts';

/**
 * The database as the rest of the program sees it, PostgreSQL or embedded alike. Sales data is reached through
 * `tenant(…)` only; `as(role, …)` serves the gate and provisioning, whose roles see none of it.
 */
export interface Database {
  readonly embedded: boolean;
  readonly orm: MikroORM;
  /** What the job queue connects to by itself. */
  readonly store: { readonly url: string } | { readonly connection: EmbeddedConnection };
  /** One statement in its own transaction under a role that has no tenant. One round trip. */
  as: QueryIn<Role>;
  /**
   * One statement of the gate that adds rows, for many workspaces at once, and its rows. One round trip.
   * @param lane `shared`: where it would wait for a lock, it fails at once (55P03)
   * @param checks statements before it in the same transaction: where one of them fails, nothing is added
   */
  append<Row>(lane: 'own' | 'shared', add: Bound, checks?: readonly Bound[]): Promise<Row[]>;
  /** Connections that transactions in workspaces may have at once; reads have as many of their own. */
  readonly connections: number;
  /** One read-only statement inside a workspace, under row level security. One round trip. */
  read: QueryIn<string>;
  /** The same for many sets of parameters, answered in order: one pipeline, all or nothing. */
  readMany(workspaceId: string, query: Statement, all: readonly (readonly unknown[])[]): Promise<unknown[][]>;
  /** An EntityManager fork bound to a workspace: filters and row level security both narrow it. */
  fork(workspaceId: string, role?: typeof ROLES.publisher | typeof ROLES.erasure): EntityManager;
  /** A fork under a role that has no tenant, for provisioning. */
  forkAs(role: Role): EntityManager;
  /**
   * Refreshes the planner's statistics of tables that have grown by half, which autovacuum would do within a minute:
   * until then searches in a workspace that just grew are planned as if it were empty. Tables of another owner are left.
   */
  refreshStatistics(): Promise<void>;
  ping(): Promise<void>;
  /** Connections in use, idle, and callers waiting for one. */
  pool(): { total: number; idle: number; waiting: number };
  close(): Promise<void>;
}

export type DatabaseOptions = {
  /** PostgreSQL connection string; absent means embedded in `dataDir`. */
  url?: string | undefined;
  /** The same of the login that owns the schema and migrates it, where that is another. */
  migrationUrl?: string | undefined;
  dataDir: string;
  /** Memory in which the embedded database keeps pages, in MB. */
  buffersMb?: number;
  poolSize: number;
  /** Called with what goes wrong on an idle connection; such an error never ends the process. */
  onPoolError(error: Error): void;
};
