import { ROLES } from '../roles.ts';

/** The program's roles as an administrator makes them, and who may take them on. Both logins may be there already. */
export function rolesSql(migrator: string, login: string): string {
  const taken = Object.values(ROLES).filter((role) => role !== ROLES.search);
  const make = (role: string, as: string) =>
    `DO $$ BEGIN CREATE ROLE ${role} ${as}; EXCEPTION WHEN duplicate_object THEN NULL; END $$;`;
  return [
    `-- Run by an administrator, once, and again for a version that adds roles. Set passwords with \\password.`,
    make(migrator, 'LOGIN NOINHERIT'),
    make(login, 'LOGIN'),
    ...Object.values(ROLES).map((role) => make(role, 'NOLOGIN')),
    `GRANT ${Object.values(ROLES).join(', ')} TO ${migrator};`,
    `GRANT ${taken.join(', ')} TO ${login};`,
  ].join('\n');
}

/** What an administrator does in the database itself: the job queue makes its own tables, in a schema of the login's. */
export const databaseSql = (migrator: string, login: string): string =>
  `ALTER SCHEMA public OWNER TO ${migrator};\nCREATE SCHEMA IF NOT EXISTS pgboss AUTHORIZATION ${login};`;
