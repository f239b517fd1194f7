import { type Catalogue, isNullable } from './nullable.ts';
import { isNode, type Node, nodes, textOf, type Value } from './parse-tree.ts';
import { answered, originOf, type Placed, rowOf, type Scope } from './scope.ts';
import { wordsOf } from './words.ts';

/** A value in JSON, by the SQL type it was made of. */
const IN_JSON: Record<string, string> = {
  text: 'string',
  varchar: 'string',
  name: 'string',
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  date: 'string',
  timestamptz: 'string',
  _text: 'string[]',
};

/** The field of each kind of node that names the type it answers. */
const TYPE_FIELDS =
  'vartype consttype paramtype funcresulttype opresulttype aggtype wintype coalescetype casetype resulttype minmaxtype array_typeid type'.split(
    ' ',
  );

const key = (name: string) => (/^[a-z_][a-z0-9_]*$/i.test(name) ? name : `'${name}'`);

/**
 * The TypeScript type of a JSON value that a query builds (`json_build_object`, `json_agg`, `to_json` over what it reads),
 * `unknown` where JSON is kept in a column or nothing is known.
 */
export function jsonShape(placed: Placed, catalogue: Catalogue): string {
  return ofJson(placed.expression, placed.scope);

  function orNull(type: string, each: Placed): string {
    return type === 'unknown' || !isNullable(each, catalogue) ? type : `${type} | null`;
  }

  /** A value that becomes part of a JSON value. */
  function inJson(expression: Value | undefined, scope: Scope): string {
    const type = typeName(expression, scope);
    if (type === 'json' || type === 'jsonb') return ofJson(expression, scope);
    if (isNode(expression) && expression.kind === 'VAR' && expression.varattno === '0') return ofRow(expression, scope);
    return wordsOf({ expression, scope }, catalogue) ?? IN_JSON[type] ?? 'unknown';
  }

  function partOf(each: Placed): string {
    return orNull(inJson(each.expression, each.scope), each);
  }

  function ofRow(row: Node, scope: Scope): string {
    const columns = rowOf(row, scope);
    if (columns === undefined || !Array.isArray(columns)) return 'unknown';
    return `{ ${columns.map(({ name, placed: each }) => `${key(name)}: ${partOf(each)}`).join('; ')} }`;
  }

  function ofJson(expression: Value | undefined, scope: Scope): string {
    if (!isNode(expression)) return 'unknown';
    const args = nodes(expression.args);
    switch (expression.kind) {
      case 'FUNCEXPR': {
        const name = catalogue.functionName(expression.funcid as string);
        if (/^jsonb?_build_object$/.test(name)) return ofPairs(args, scope);
        return /^(to_jsonb?|row_to_json)$/.test(name) ? inJson(args[0], scope) : 'unknown';
      }
      case 'AGGREF': {
        if (!/^jsonb?_agg$/.test(catalogue.functionName(expression.aggfnoid as string))) return 'unknown';
        const item = partOf({ expression: args[0]?.expr, scope });
        return item.endsWith('| null') ? `(${item})[]` : `${item}[]`;
      }
      case 'CONST':
        return textOf(expression) === '[]' ? 'never[]' : 'unknown';
      case 'COALESCEEXPR': {
        // An empty list or object stands in for nothing and adds nothing to the type.
        const known = args.filter((arg) => !/^(\[\]|\{\})$/.test(textOf(arg) ?? ''));
        return known.length === 1 ? ofJson(known[0], scope) : 'unknown';
      }
      case 'SUBLINK': {
        const subquery = expression.subselect as Node;
        const type = ofParts(answered(subquery, 1, scope));
        return expression.subLinkType === '6' ? `(${type})[]` : type;
      }
      case 'VAR': {
        const origin = originOf(expression, scope);
        if (typeof origin === 'string') return 'unknown';
        if ('table' in origin) return catalogue.keptJson(origin.table, origin.column) ?? 'unknown';
        return ofParts(origin.expressions);
      }
      default:
        return 'unknown';
    }
  }

  function ofParts(parts: readonly Placed[]): string {
    const types = new Set(parts.map((each) => ofJson(each.expression, each.scope)));
    return types.has('unknown') ? 'unknown' : [...types].join(' | ');
  }

  function ofPairs(args: readonly Node[], scope: Scope): string {
    const fields: string[] = [];
    for (let index = 0; index + 1 < args.length; index += 2) {
      const name = textOf(args[index]!);
      if (name === undefined) return 'unknown';
      fields.push(`${key(name)}: ${partOf({ expression: args[index + 1], scope })}`);
    }
    return `{ ${fields.join('; ')} }`;
  }

  function typeName(expression: Value | undefined, scope: Scope): string {
    if (!isNode(expression)) return '';
    if (expression.kind === 'SUBLINK') {
      if (expression.subLinkType === '0') return 'bool';
      const [first] = answered(expression.subselect as Node, 1, scope);
      const type = typeName(first?.expression, first?.scope ?? []);
      return expression.subLinkType === '6' ? `_${type}` : type;
    }
    if (/^(BOOLEXPR|NULLTEST|BOOLEANTEST|SCALARARRAYOPEXPR|DISTINCTEXPR)$/.test(expression.kind)) return 'bool';
    const field = TYPE_FIELDS.find((each) => expression[each] !== undefined);
    return field === undefined ? '' : (catalogue.typeName(Number(expression[field])) ?? '');
  }
}
