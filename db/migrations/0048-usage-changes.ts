import { Migration } from '@mikro-orm/migrations';
import { ROLES } from '../roles.ts';

const { maintenance } = ROLES;

/** The counts that may decide over a key otherwise than the count before. */
const DECISIVE = { INSERT: 'NEW.is_full', UPDATE: 'OLD.is_full OR NEW.is_full', DELETE: 'OLD.is_full' };

/**
 * A count is a change of the workspace's keys only where it finds the quota used up, or no longer so: as any count was one,
 * the next call of each key in use was admitted again every minute.
 */
export class UsageChanges extends Migration {
  override name = '0048-usage-changes';

  override up(): void {
    this.addSql(`ALTER TABLE workspace_usage ADD COLUMN is_full boolean NOT NULL DEFAULT false`);
    // The job that counts compares with what the workspace may hold.
    this.addSql(`GRANT SELECT ON workspace_quotas TO ${maintenance}`);
    this.addSql(
      `CREATE POLICY workspace_quotas_maintenance ON workspace_quotas FOR SELECT TO ${maintenance} USING (current_user = '${maintenance}')`,
    );
    this.addSql(`DROP TRIGGER workspace_usage_of_keys ON workspace_usage`);
    for (const [event, which] of Object.entries(DECISIVE)) {
      this.addSql(
        `CREATE TRIGGER workspace_usage_of_keys_${event.toLowerCase()} AFTER ${event} ON workspace_usage FOR EACH ROW
           WHEN (${which}) EXECUTE FUNCTION note_key_change('workspace_id')`,
      );
    }
  }
}
