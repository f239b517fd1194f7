import { Migration } from '@mikro-orm/migrations';

/** As they are at this migration: those with both times, and those with one. */
const UPDATED = [
  'accounts',
  'opportunities',
  'contacts',
  'prospects',
  'target_accounts',
  'meetings',
  'plans',
  'plan_entries',
  'captures',
  'drafts',
];
const MADE = ['signals', 'scores', 'brain_states', 'tier_proposals', 'merge_proposals', 'value_proposals'];

const trigger = (table: string, kind: string) =>
  `CREATE TRIGGER ${table}_call_time BEFORE INSERT OR UPDATE ON ${table}
     FOR EACH ROW WHEN (current_setting('app.call_time', true) <> '') EXECUTE FUNCTION keep_call_time('${kind}')`;

/**
 * What a call that is made again writes carries the call's time (decisions 26): where a statement would put the transaction's.
 * A later write by somebody else keeps its later time.
 */
export class CallTimes extends Migration {
  override name = '0040-call-times';

  override up(): void {
    const statements = [
      `CREATE FUNCTION keep_call_time() RETURNS trigger LANGUAGE plpgsql AS $$
       DECLARE
         called timestamptz := current_setting('app.call_time')::timestamptz;
       BEGIN
         IF TG_OP = 'INSERT' AND NEW.created_at = now() THEN NEW.created_at := called; END IF;
         IF TG_ARGV[0] = 'updated' THEN
           IF NEW.updated_at = now() THEN
             NEW.updated_at := CASE TG_OP WHEN 'INSERT' THEN called ELSE GREATEST(OLD.updated_at, called) END;
           END IF;
         END IF;
         RETURN NEW;
       END $$`,
      ...UPDATED.map((table) => trigger(table, 'updated')),
      ...MADE.map((table) => trigger(table, 'made')),
    ];
    for (const statement of statements) this.addSql(statement);
  }
}
