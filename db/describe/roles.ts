import { databaseSql, rolesSql } from './roles-sql.ts';

/** `npm run -s db:roles [<migrator> <login>]`: the SQL that makes the roles of a database without CREATEROLE. */
const [migrator = 'sales_migrator', login = 'sales', database = 'sales'] = process.argv.slice(2);
if ([migrator, login, database].every((name) => /^[a-z_][a-z0-9_]*$/.test(name))) {
  process.stdout.write(
    `${rolesSql(migrator, login)}\nCREATE DATABASE ${database} OWNER ${migrator};\n\\connect ${database}\n${databaseSql(migrator, login)}\n`,
  );
} else {
  process.stderr.write(
    'Use: npm run -s db:roles [<migrator> <login> <database>], in lower-case letters, digits and _\n',
  );
  process.exitCode = 2;
}
