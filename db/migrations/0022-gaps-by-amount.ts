import { Migration } from '@mikro-orm/migrations';
import { OPEN_LACKING_EVIDENCE } from '../open-deals.ts';

/** Open deals with gaps in the order of what they are worth, as the overview lists them. */
export class GapsByAmount extends Migration {
  override name = '0022-gaps-by-amount';

  override up(): void {
    this.addSql(`DROP INDEX opportunities_gaps`);
    this.addSql(
      `CREATE INDEX opportunities_gaps ON opportunities (workspace_id, COALESCE(amount, -10000000000000000), id)
         WHERE ${OPEN_LACKING_EVIDENCE}`,
    );
  }
}
