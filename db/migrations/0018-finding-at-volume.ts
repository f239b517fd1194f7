import { Migration } from '@mikro-orm/migrations';

/** Deals of an owner and of a stage by an index that also holds what their totals add up. */
export class FindingAtVolume extends Migration {
  override name = '0018-finding-at-volume';

  override up(): void {
    const statements = [
      // Columns rather than expressions: row level security keeps lower() from being looked up in an index.
      `ALTER TABLE opportunities ADD COLUMN owner_key text GENERATED ALWAYS AS (lower(owner)) STORED,
         ADD COLUMN stage_key text GENERATED ALWAYS AS (lower(stage)) STORED`,
      `CREATE INDEX opportunities_owner ON opportunities (workspace_id, owner_key, id) INCLUDE (currency, amount)`,
      `CREATE INDEX opportunities_stage ON opportunities (workspace_id, stage_key, id) INCLUDE (currency, amount)`,
    ];
    for (const statement of statements) this.addSql(statement);
  }
}
