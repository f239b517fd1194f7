import { Migration } from '@mikro-orm/migrations';

export class BrainCopies extends Migration {
  override name = '0050-brain-copies';

  override up(): void {
    this.addSql(`alter table "brain_states" add "copy_of" int null`);
    // What undos that stand put in force again, told by what it holds. The owner of the tables sees no row while row level
    // security is forced.
    for (const table of ['brain_states', 'undos']) this.addSql(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`);
    this.addSql(`UPDATE brain_states b SET copy_of = (
        SELECT max(o.version) FROM brain_states o
        WHERE o.workspace_id = b.workspace_id AND o.scope = b.scope AND o.version < s.undone AND o.payload = b.payload)
      FROM undos u CROSS JOIN LATERAL jsonb_to_recordset(u.steps -> 'brain') AS s (scope text, undone int, in_force int)
      WHERE u.restored_at IS NULL AND b.workspace_id = u.workspace_id AND b.scope = s.scope AND b.version = s.in_force`);
    for (const table of ['brain_states', 'undos']) this.addSql(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
  }
}
