import type { Database } from '../../db/orm.ts';
import { ROLES } from '../../db/roles.ts';
import { findTeamWorkspaces } from '../../db/statements/answers.ts';
import { nearestOfAccount, nearestOfWorkspace } from '../../db/statements/vectors.ts';
import type { Call } from '../gate/call.ts';
import type { Embedder } from './embedder.ts';
import { cosines, signsOf } from './quantized.ts';
import { questionVector } from './question-vectors.ts';

export type NearestOptions = {
  question: string;
  /** Without it: all accounts the call may see, those of team owners included. */
  accountId?: string;
  /** Most facts. */
  limit: number;
  /** Superseded facts too; by default current ones only. */
  past?: boolean;
};

type Deps = { readonly db: Database; readonly embedder: Embedder };

const NONE: ReadonlyMap<string, number> = new Map();

/**
 * The facts whose meaning is nearest to a question's: cosines (-1 to 1) by fact id, highest first. One statement for an
 * account; across the organization its newest 20,000 facts with a vector, by workspace. Empty when vectors are off or the
 * question has no vector within 300 ms.
 */
export async function nearestFacts(
  call: Call,
  { db, embedder }: Deps,
  { question, accountId, limit, past = false }: NearestOptions,
): Promise<ReadonlyMap<string, number>> {
  const { model } = embedder;
  if (model === null || limit <= 0) return NONE;
  const vector = await questionVector(embedder, question);
  if (vector === undefined) return NONE;
  const signs = signsOf(vector);
  if (accountId !== undefined) {
    const found = await call.query(nearestOfAccount, [call.workspaceId, model, accountId, signs, past]);
    return cosines(vector, found, limit);
  }
  const found = await Promise.all(
    (await workspacesSeen(call, db)).map((workspace) =>
      db.read(workspace, nearestOfWorkspace, [workspace, model, workspace !== call.workspaceId, signs, past]),
    ),
  );
  return cosines(vector, found.flat(), limit);
}

/** The call's own workspace first; each is read as its own tenant. */
async function workspacesSeen({ principal, workspaceId }: Call, db: Database): Promise<string[]> {
  const teams = principal.team === null ? await db.as(ROLES.gate, findTeamWorkspaces, [principal.user.id]) : [];
  return [workspaceId, ...teams.map(({ workspace_id: id }) => id).filter((id) => id !== workspaceId)];
}
