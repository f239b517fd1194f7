/** A node of PostgreSQL's analysed query, as `debug_print_rewritten` prints it, views opened: its kind and its fields. */
export type Node = { readonly kind: string; readonly [field: string]: Value };
export type Value = Node | string | readonly Value[];

const TOKEN = /[{}()]|(?:\\.|[^\s(){}\\])+/gs;

/** Reads a printed query, the first of what rewriting made of it (PostgreSQL, `src/backend/nodes/outfuncs.c`). */
export function parseQuery(text: string): Node {
  const tokens = text.match(TOKEN) ?? [];
  let next = 0;
  const value = (): Value => {
    const token = tokens[next++]!;
    if (token === '(') {
      const items: Value[] = [];
      while (tokens[next] !== ')') items.push(value());
      next += 1;
      return items;
    }
    if (token !== '{') return token;
    const node: Record<string, Value> & { kind: string } = { kind: tokens[next++]! };
    while (tokens[next] !== '}') {
      const field = tokens[next++]!.slice(1);
      const values: Value[] = [];
      while (tokens[next] !== '}' && !tokens[next]!.startsWith(':')) values.push(value());
      node[field] = values.length === 1 ? values[0]! : values;
    }
    next += 1;
    return node;
  };
  const read = value();
  return nodes(Array.isArray(read) ? read : [read])[0]!;
}

/** The nodes of a list field; none when the field is empty or absent. */
export const nodes = (value: Value | undefined): readonly Node[] =>
  Array.isArray(value) ? (value as readonly Value[]).filter((item): item is Node => isNode(item)) : [];

export const isNode = (value: Value | undefined): value is Node => typeof value === 'object' && !Array.isArray(value);

/** The text of a constant: a C string up to its zero (`constlen` -2), or the bytes of a varlena after its four of length. */
export function textOf(constant: Node): string | undefined {
  if (constant.kind !== 'CONST' || !Array.isArray(constant.constvalue)) return undefined;
  const [, ...bytes] = constant.constvalue.map(Number).filter((byte) => !Number.isNaN(byte));
  const text = constant.constlen === '-2' ? bytes.slice(0, -1) : bytes.slice(4);
  return Buffer.from(text.map((byte) => byte & 0xff)).toString();
}
