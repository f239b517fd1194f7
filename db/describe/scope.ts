import { isNode, type Node, nodes, type Value } from './parse-tree.ts';

/** The queries around an expression, the innermost last. */
export type Scope = readonly Node[];

/** An expression and where it stands. */
export type Placed = { readonly expression: Value | undefined; readonly scope: Scope };

/** Where a column comes from: a table, expressions (of each part of a UNION), or the recursion it is in. */
export type Origin =
  | { readonly table: string; readonly column: string }
  | { readonly expressions: readonly Placed[] }
  | 'itself'
  | 'unknown';

/** What a query answers, column by column: what it selects, or what it returns of the rows it wrote. */
export function targets(query: Node): readonly Node[] {
  const list = query.commandType === '1' ? query.targetList : query.returningList;
  return nodes(list).filter((entry) => entry.resjunk !== 'true');
}

/** A column of a query's answer, by its number from 1. */
export function answered(query: Node, number: number, outside: Scope): readonly Placed[] {
  const scope = [...outside, query];
  const parts = (part: Value | undefined): readonly Placed[] => {
    if (!isNode(part)) return [];
    if (part.kind !== 'RANGETBLREF') return [...parts(part.larg), ...parts(part.rarg)];
    return answered(nodes(query.rtable)[Number(part.rtindex) - 1]!.subquery as Node, number, scope);
  };
  if (isNode(query.setOperations)) return parts(query.setOperations);
  return [{ expression: targets(query)[number - 1]?.expr, scope }];
}

/** Whether an outer join may leave the column out. */
export const isLeftOut = (column: Node): boolean =>
  Array.isArray(column.varnullingrels) && column.varnullingrels.length > 1;

/** The relation a column is of, and the scope that names it. */
function relationOf(column: Node, scope: Scope) {
  const around = scope.slice(0, scope.length - Number(column.varlevelsup));
  return { around, relation: nodes(around.at(-1)!.rtable)[Number(column.varno) - 1] };
}

/** A relation that is a query with a name or in brackets. */
function queryOf(relation: Node, around: Scope): { query: Node; outside: Scope } | 'itself' | undefined {
  if (relation.rtekind === '1') return { query: relation.subquery as Node, outside: around };
  if (relation.rtekind !== '6') return undefined;
  if (relation.self_reference === 'true') return 'itself';
  const outside = around.slice(0, around.length - Number(relation.ctelevelsup));
  const found = nodes(outside.at(-1)!.cteList).find((each) => each.ctename === relation.ctename);
  return found === undefined ? undefined : { query: found.ctequery as Node, outside };
}

/** Where a column comes from. */
export function originOf(column: Node, scope: Scope): Origin {
  const { around, relation } = relationOf(column, scope);
  const number = Number(column.varattno);
  if (relation === undefined || number <= 0) return 'unknown';
  const at = (value: Value | undefined): Origin => ({
    expressions: [{ expression: nodes(value)[number - 1], scope: around }],
  });
  if (relation.rtekind === '0') return { table: relation.relid as string, column: String(number) };
  if (relation.rtekind === '2') return at(relation.joinaliasvars);
  if (relation.rtekind === '9') return at(relation.groupexprs);
  if (relation.rtekind === '5') {
    const rows = relation.values_lists as readonly Value[];
    return { expressions: rows.map((row) => ({ expression: nodes(row)[number - 1], scope: around })) };
  }
  const inside = queryOf(relation, around);
  if (inside === undefined) return 'unknown';
  return inside === 'itself' ? inside : { expressions: answered(inside.query, number, inside.outside) };
}

/** The columns of a whole row, by name; none when it is not known what the row is of. */
export function rowOf(row: Node, scope: Scope): { name: string; placed: Placed }[] | { table: string } | undefined {
  const { around, relation } = relationOf(row, scope);
  if (relation === undefined) return undefined;
  if (relation.rtekind === '0') return { table: relation.relid as string };
  const inside = queryOf(relation, around);
  if (inside === undefined || inside === 'itself') return undefined;
  return targets(inside.query).map((entry, index) => ({
    name: entry.resname as string,
    placed: answered(inside.query, index + 1, inside.outside)[0]!,
  }));
}
