import { Migration } from '@mikro-orm/migrations';

/**
 * Current values of an attribute across a workspace, newest first, for questions about all accounts. The last
 * condition holds for all of them and is asked by that statement alone: on a table without statistics, the look-up of one
 * record's values would take this index, too, and read those of every record.
 */
export class AnswersAcross extends Migration {
  override name = '0026-answers-across';

  override up(): void {
    this.addSql(
      `CREATE INDEX facts_asked ON facts (workspace_id, attribute, id)
         WHERE single AND superseded_at IS NULL AND withdrawn_at IS NULL AND attribute <> ''`,
    );
  }
}
