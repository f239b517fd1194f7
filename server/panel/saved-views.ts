import { newId } from '../../db/ids.ts';
import { deleteView, listViews, saveView } from '../../db/statements/saved-views.ts';
import { Fault, notFound } from '../errors.ts';
import type { Call } from '../gate/call.ts';

/** Views that a person keeps of one kind of records. */
const MOST_VIEWS = 50;

export type ViewInput = { kind: string; name: string; search: Record<string, string>; shared: boolean };

/** Views of a kind of records, by name: the person's own, and those of others that are shared. */
export const savedViews = async (call: Call, kind: string) => ({
  items: await call.query(listViews, [call.workspaceId, call.principal.user.id, kind]),
});

/** Keeps filters and an order under a name; one of the person's with that name is replaced. @throws Fault invalid_transition */
export async function keepView(call: Call, { kind, name, search, shared }: ViewInput) {
  const [view] = await call.query(saveView, [
    call.workspaceId,
    newId('view'),
    call.principal.user.id,
    kind,
    name,
    JSON.stringify(search),
    shared,
    MOST_VIEWS,
  ]);
  if (view === undefined) {
    throw new Fault('invalid_transition', { message: `You have ${MOST_VIEWS} views of this list. Delete one first.` });
  }
  return view;
}

/** Deletes a view of the person's own. @throws Fault not_found */
export async function dropView(call: Call, viewId: string) {
  const [view] = await call.query(deleteView, [call.workspaceId, viewId, call.principal.user.id]);
  if (view === undefined) throw notFound('view');
  return view;
}
