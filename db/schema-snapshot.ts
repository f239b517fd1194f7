/** A schema by its objects (`table accounts`, `policy facts.facts_tenant`), each in a few words or as a checksum. */
export type SchemaSnapshot = Record<string, string>;

const short = (text: string) => `left(md5(${text}), 8)`;

const OURS = `c.relnamespace = 'public'::regnamespace AND c.relname <> 'schema_migrations'`;

/**
 * What PostgreSQL has in `public`: tables and views with their columns, row level security, constraints, indexes,
 * policies, triggers, functions, and the rights of the service's roles. What versions of PostgreSQL print differently
 * (the text of views and policies) is left out.
 */
export const SCHEMA = `
  SELECT CASE c.relkind WHEN 'v' THEN 'view ' ELSE 'table ' END || c.relname AS object,
    string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END
      || CASE WHEN a.attgenerated <> '' THEN ' generated' WHEN a.atthasdef THEN ' default' ELSE '' END, ' | ' ORDER BY a.attname)
      || CASE WHEN c.relrowsecurity THEN ' | row level security' ELSE '' END
      || CASE WHEN c.relforcerowsecurity THEN ', forced' ELSE '' END AS is
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relkind IN ('r', 'p', 'v') AND ${OURS} GROUP BY c.oid, c.relname, c.relkind, c.relrowsecurity, c.relforcerowsecurity
  UNION ALL
  SELECT 'constraint ' || c.relname || '.' || k.conname, ${short('pg_get_constraintdef(k.oid)')}
  FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid WHERE k.contype IN ('p', 'u', 'f', 'c') AND ${OURS}
  UNION ALL
  SELECT 'index ' || c.relname || '.' || i.relname, ${short('pg_get_indexdef(i.oid)')}
  FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid WHERE ${OURS}
  UNION ALL
  SELECT 'policy ' || c.relname || '.' || p.polname, concat_ws(' ', p.polcmd, CASE WHEN NOT p.polpermissive THEN 'restrictive' END,
    (SELECT string_agg(rolname, ' ' ORDER BY rolname) FROM pg_roles WHERE oid = ANY (p.polroles)))
  FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid WHERE ${OURS}
  UNION ALL
  SELECT 'trigger ' || c.relname || '.' || t.tgname, ${short('pg_get_triggerdef(t.oid)')}
  FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE NOT t.tgisinternal AND ${OURS}
  UNION ALL
  SELECT 'function ' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')', ${short('p.prosrc')}
  FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang AND l.lanname IN ('sql', 'plpgsql')
  WHERE p.pronamespace = 'public'::regnamespace
  UNION ALL
  SELECT 'rights ' || c.relname || ' ' || r.rolname, string_agg(g.privilege, ' ' ORDER BY g.privilege COLLATE "C")
  FROM pg_class c CROSS JOIN LATERAL (
    SELECT grantee, lower(privilege_type) AS privilege FROM aclexplode(c.relacl)
    UNION ALL
    SELECT grantee, lower(privilege_type) || '(' || a.attname || ')'
    FROM pg_attribute a, aclexplode(a.attacl) WHERE a.attrelid = c.oid AND NOT a.attisdropped) g
  JOIN pg_roles r ON r.oid = g.grantee AND r.rolname LIKE 'sat\\_%' AND r.oid <> c.relowner
  WHERE c.relkind IN ('r', 'p', 'v') AND ${OURS} GROUP BY c.relname, r.rolname`;

/** The rows of `SCHEMA` by object, in order. */
export const snapshotOf = (rows: readonly { object: string; is: string }[]): SchemaSnapshot =>
  Object.fromEntries(rows.map(({ object, is }) => [object, is] as const).sort(([a], [b]) => (a < b ? -1 : 1)));

function columnDrift(object: string, expected: string, found: string): string[] {
  const [wanted, there] = [expected.split(' | '), found.split(' | ')];
  const lacking = wanted.filter((column) => !there.includes(column)).map((column) => `${object} lacks “${column}”`);
  return lacking.length > 0
    ? lacking
    : there.filter((column) => !wanted.includes(column)).map((column) => `${object} has “${column}”`);
}

const isTable = (object: string) => /^(?:table|view) /.test(object);

/** The table that an object belongs to; of a function there is none. */
const tableOf = (object: string) => /^(?!function )\w+ (\w+)/.exec(object)?.[1];

/** How a schema is not the expected one, in words, tables first. Objects of somebody else's do not count. */
export function schemaDrift(expected: SchemaSnapshot, found: SchemaSnapshot): string[] {
  const tables = Object.keys(expected).filter(isTable);
  const missing = new Set(tables.filter((object) => found[object] === undefined).map(tableOf));
  const others = Object.keys(expected).filter((object) => !isTable(object) && !missing.has(tableOf(object)));
  return [...tables, ...others].flatMap((object) => {
    const [wanted, there] = [expected[object]!, found[object]];
    if (there === wanted) return [];
    if (there === undefined) return [`${object} is missing`];
    return isTable(object) ? columnDrift(object, wanted, there) : [`${object} differs`];
  });
}
