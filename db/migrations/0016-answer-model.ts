import { Migration } from '@mikro-orm/migrations';

/** The audit row of a call says which language model had a part in its answer. */
export class AnswerModel extends Migration {
  override name = '0016-answer-model';

  override up(): void {
    this.addSql(`ALTER TABLE "api_key_calls" ADD COLUMN "model" text NULL`);
  }
}
