import { references } from '../entities/references.ts';
import { narrowed, statement } from '../statement.ts';
import { WITHDRAWABLE_TABLES } from './withdrawn.ts';

/** Tables of which rows can be archived. */
const ARCHIVED = new Set(['accounts', 'prospects', 'target_accounts', 'plans']);

/** Columns by which rows refer to rows that can be archived. */
export const CHILDREN = references.flatMap(({ to, table, columns: [first, column] }) =>
  first === 'workspace_id' && column !== undefined && ARCHIVED.has(to) ? [{ table, column }] : [],
);

type Child = { table: string; column: string };

const childrenIn = ({ table, column }: Child, from: string, withdrawn: string, also = '') =>
  `SELECT '${table}' AS of_table, '${column}' AS of_column, t.id, t.${column} AS parent_id, ${withdrawn} AS withdrawn FROM ${from} t
       WHERE t.workspace_id = $1 AND t.${column} = ANY ($2::text[])${also}`;

const childrenOf = (child: Child): string[] => {
  const { table } = child;
  const every = `every_${table}`;
  if (table === 'facts') {
    // The view does not show what recorded a fact; the table hides those that are withdrawn.
    return [
      childrenIn(child, table, 'false', ' AND ($3::text IS NULL OR t.request_id IS DISTINCT FROM $3)'),
      childrenIn(child, every, 'true', ' AND t.withdrawn_at IS NOT NULL'),
    ];
  }
  return [
    WITHDRAWABLE_TABLES.has(table)
      ? childrenIn(child, every, 't.withdrawn_at IS NOT NULL')
      : childrenIn(child, table, 'false'),
  ];
};

/**
 * Rows that refer to some records, withdrawn ones too, without the facts of an import that stand. `$1`: workspace, `$2`:
 * records, `$3`: import.
 */
export const findChildren = statement(
  'undo_children',
  `${CHILDREN.flatMap(childrenOf).join(' UNION ALL ')}
   UNION ALL SELECT 'merged_records', 'merged_into', m.id, m.merged_into, false FROM merged_records m WHERE m.workspace_id = $1 AND m.merged_into = ANY ($2::text[])`,
  { row: narrowed<{ id: string; parent_id: string; withdrawn: boolean }>() },
);
