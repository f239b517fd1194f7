import { Migration } from '@mikro-orm/migrations';
import { ROLES } from '../roles.ts';

const { gate, service } = ROLES;

type Source = {
  table: string;
  /** The columns that name whose keys it decides over; none where it is everybody's. */
  of: string[];
  /** The changes that count: an event of a trigger, and where not each of them does, which ones. */
  on: Record<string, string | undefined>;
};

const ANY = { 'INSERT OR UPDATE OR DELETE': undefined };

/** What decides over keys. */
const SOURCES: readonly Source[] = [
  { table: 'api_keys', of: ['id'], on: { UPDATE: undefined } },
  { table: 'api_key_secrets', of: ['key_id'], on: { 'UPDATE OR DELETE': undefined } },
  { table: 'users', of: ['id'], on: { 'UPDATE OF name, email, disabled_at': undefined } },
  { table: 'workspaces', of: ['id'], on: { 'UPDATE OF protect_human_values': undefined } },
  { table: 'teams', of: ['id'], on: { 'UPDATE OF name': undefined } },
  { table: 'team_members', of: ['team_id', 'user_id'], on: ANY },
  { table: 'seat_packs', of: ['team_id'], on: ANY },
  { table: 'entitlements', of: ['user_id'], on: ANY },
  { table: 'catalogue', of: [], on: ANY },
  { table: 'workspace_quotas', of: ['workspace_id'], on: ANY },
  { table: 'workspace_usage', of: ['workspace_id'], on: ANY },
  {
    table: 'brain_states',
    of: ['workspace_id'],
    on: {
      INSERT: `NEW.scope = 'signal-weights'`,
      UPDATE: `'signal-weights' IN (OLD.scope, NEW.scope)`,
      DELETE: `OLD.scope = 'signal-weights'`,
    },
  },
  {
    table: 'runs',
    of: ['key_id'],
    on: {
      INSERT: `NEW.state = 'running'`,
      // A sign of life counts after so long a silence that the run may not have been its key's running one any more.
      UPDATE: `(OLD.state, OLD.key_id, OLD.workspace_id, OLD.run_ref) IS DISTINCT FROM (NEW.state, NEW.key_id, NEW.workspace_id, NEW.run_ref)
        OR NEW.last_sign_at < OLD.last_sign_at OR OLD.last_sign_at < now() - interval '29 minutes'`,
      DELETE: `OLD.state = 'running'`,
    },
  },
];

const triggersOf = ({ table, of, on }: Source) =>
  Object.entries(on).map(
    ([event, which], index) =>
      `CREATE TRIGGER ${table}_of_keys${index === 0 ? '' : index} AFTER ${event} ON ${table} FOR EACH ROW
         ${which === undefined ? '' : `WHEN (${which})`} EXECUTE FUNCTION note_key_change(${of.map((column) => `'${column}'`).join(', ')})`,
  );

/**
 * Says by one number whether anything about a key has changed, in place of reading everything about it again. The numbers
 * are drawn at random: after a return to an earlier state of the database, none is the same for something else.
 */
export class KeyChanges extends Migration {
  override name = '0044-key-changes';

  override up(): void {
    this.addSql(`CREATE TABLE key_changes (whose text PRIMARY KEY, number bigint NOT NULL) WITH (fillfactor = 50)`);
    this.addSql(`GRANT SELECT ON key_changes TO ${gate}, ${service}`);
    // SECURITY DEFINER: the roles whose writes fire the trigger have no right to write this table.
    this.addSql(`CREATE FUNCTION note_key_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
      BEGIN
        INSERT INTO key_changes (whose, number)
        SELECT each.whose, floor(random() * 9e18)::bigint
        FROM (SELECT TG_TABLE_NAME::text AS whose WHERE TG_NARGS = 0
              UNION
              SELECT changed.row ->> TG_ARGV[place]
              FROM (VALUES (to_jsonb(OLD)), (to_jsonb(NEW))) AS changed (row), generate_series(0, TG_NARGS - 1) AS place) each
        WHERE each.whose IS NOT NULL ORDER BY each.whose
        ON CONFLICT (whose) DO UPDATE SET number = excluded.number;
        RETURN NULL;
      END $$`);
    // No trace is left of what is deleted: the catalogue's number changes in its place, so every key is looked up again.
    this.addSql(`CREATE FUNCTION forget_key_changes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
      BEGIN
        DELETE FROM key_changes WHERE whose = OLD.id;
        INSERT INTO key_changes (whose, number) VALUES ('catalogue', floor(random() * 9e18)::bigint)
        ON CONFLICT (whose) DO UPDATE SET number = excluded.number;
        RETURN NULL;
      END $$`);
    for (const name of ['note_key_change', 'forget_key_changes'])
      this.addSql(`REVOKE ALL ON FUNCTION ${name}() FROM PUBLIC`);
    for (const source of SOURCES) for (const trigger of triggersOf(source)) this.addSql(trigger);
    for (const table of ['api_keys', 'users', 'workspaces', 'teams']) {
      this.addSql(
        `CREATE TRIGGER ${table}_of_keys_deleted AFTER DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION forget_key_changes()`,
      );
    }
  }
}
