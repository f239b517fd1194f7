import { Migration } from '@mikro-orm/migrations';
import { unforced } from './unforced.ts';

/** Versions that an undo, still in effect, restored: each is marked with the earlier one that has its payload. */
const RESTORED = `UPDATE brain_states b SET copy_of = (
    SELECT max(o.version) FROM brain_states o
    WHERE o.workspace_id = b.workspace_id AND o.scope = b.scope AND o.version < s.undone AND o.payload = b.payload)
  FROM undos u CROSS JOIN LATERAL jsonb_to_recordset(u.steps -> 'brain') AS s (scope text, undone int, in_force int)
  WHERE u.restored_at IS NULL AND b.workspace_id = u.workspace_id AND b.scope = s.scope AND b.version = s.in_force`;

export class BrainCopies extends Migration {
  override name = '0050-brain-copies';

  override up(): void {
    this.addSql(`alter table "brain_states" add "copy_of" int null`);
    for (const sql of unforced(['brain_states', 'undos'], RESTORED)) this.addSql(sql);
  }
}
