import { Migration } from '@mikro-orm/migrations';

/** Why a person declined a proposed call, or said that two records are not the same, for the agent to read (decisions 22, 26). */
export class DecisionNotes extends Migration {
  override name = '0033-decision-notes';

  override up(): void {
    this.addSql('ALTER TABLE proposed_calls ADD COLUMN note text');
    this.addSql('ALTER TABLE not_duplicates ADD COLUMN note text');
  }
}
