import { Migration } from '@mikro-orm/migrations';

/** Current values of an attribute across a workspace, newest first, for questions about all accounts. */
export class AnswersAcross extends Migration {
  override name = '0026-answers-across';

  override up(): void {
    this.addSql(
      `CREATE INDEX facts_asked ON facts (workspace_id, attribute, id)
         WHERE single AND superseded_at IS NULL AND withdrawn_at IS NULL`,
    );
  }
}
