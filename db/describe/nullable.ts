import { isNode, type Node, nodes, type Value } from './parse-tree.ts';
import { answered, isLeftOut, originOf, type Placed, type Scope } from './scope.ts';

/** What the inference has to know of the database. */
export type Catalogue = {
  /** Whether a table's column, by the table's oid and the column's number, is NOT NULL. */
  isRequired(table: string, column: string): boolean;
  /** The words that a column's CHECK allows, when it names words. */
  wordsOf(table: string, column: string): readonly string[] | undefined;
  /** The type that the entity of a JSON column gives it. */
  keptJson(table: string, column: string): string | undefined;
  /** A function's name by its oid. */
  functionName(oid: string): string;
  /** A type's name by its oid. */
  typeName(oid: number): string;
};

/** Aggregates that answer a value over no rows as well. */
const COUNTS = new Set(['count']);

/** Aggregates and window functions that answer null over no rows only, when what they are given is not null. */
const FOLDS = new Set(
  `sum min max avg bool_and bool_or every string_agg array_agg json_agg jsonb_agg json_object_agg
  jsonb_object_agg`.split(/\s+/),
);

const NUMBERS_ROWS = new Set(['row_number', 'rank', 'dense_rank', 'count']);

/** Functions that answer a value whatever they are given. */
const ALWAYS = new Set(
  `now clock_timestamp concat concat_ws json_build_object jsonb_build_object json_build_array
  jsonb_build_array gen_random_uuid new_id pg_try_advisory_xact_lock statement_timestamp`.split(/\s+/),
);

/** Functions, and those behind operators and casts, that answer null for null only. */
const STRICT = new Set(
  `to_char timezone lower upper length char_length octet_length left right round floor ceil abs extract
  date_part date_trunc make_interval replace translate btrim substr to_json to_jsonb row_to_json
  array_to_json cardinality coalesce encode md5 hashtext int2 int4 int8 float4 float8 numeric text varchar
  bool date timestamptz timestamp textcat array_append array_cat jsonb_concat jsonb_delete ts_rank
  ts_rank_cd similarity jsonb_exists jsonb_exists_all jsonb_exists_any jsonb_contains arrayoverlap
  arraycontains arraycontained like texticlike textlike textregexeq texticregexeq textnlike texticregexne
  interval_pl interval_mi interval_mul mul_d_interval ts_match_vq hashtextextended jsonb_hash`.split(/\s+/),
);

/** The functions of comparison and arithmetic operators: `int4eq`, `timestamptz_lt`, `float8mul`, `numeric_div`, … */
const OPERATOR =
  /^(?:int[248]+|float[48]+|numeric|text|bool|date|time|timestamp|timestamptz|interval|jsonb|array|name|uuid|record)_?(?:eq|ne|lt|gt|le|ge|pl|mi|mul|div|add|sub|mod|um|larger|smaller|mi_interval|pl_interval)$|^(?:date|timestamp|timestamptz)_(?:eq|ne|lt|gt|le|ge|cmp|mi|pl|pli|mii)(?:_\w+)?$/;

/**
 * Whether an expression of an analysed query can be null, as far as the query's text tells: a column follows its table
 * unless an outer join may leave it out, an expression follows what it is made of. Whatever is not known here counts as
 * nullable. Needs a tree of PostgreSQL 16 or newer, whose columns name the outer joins above them.
 */
export function isNullable(placed: Placed, catalogue: Catalogue): boolean {
  return !isPresent(placed.expression, placed.scope);

  function isPresent(value: Value | undefined, scope: Scope): boolean {
    if (!isNode(value)) return false;
    const args = () => nodes(value.args);
    const all = () => args().every((arg) => isPresent(arg, scope));
    switch (value.kind) {
      case 'VAR':
        return isColumnPresent(value, scope);
      case 'CONST':
        return value.constisnull === 'false';
      case 'NULLTEST':
      case 'BOOLEANTEST':
      case 'DISTINCTEXPR':
      case 'ARRAYEXPR':
      case 'ROWEXPR':
      case 'SQLVALUEFUNCTION':
        return true;
      case 'COALESCEEXPR':
      case 'MINMAXEXPR':
        return args().some((arg) => isPresent(arg, scope));
      case 'BOOLEXPR':
        return all();
      case 'CASEEXPR':
        return isPresent(value.defresult, scope) && args().every((when) => isPresent(when.result, scope));
      case 'RELABELTYPE':
      case 'COERCEVIAIO':
      case 'ARRAYCOERCEEXPR':
      case 'COLLATEEXPR':
        return isPresent(value.arg, scope);
      case 'FUNCEXPR':
        return answers(catalogue.functionName(value.funcid as string), all);
      case 'OPEXPR':
        return answers(catalogue.functionName(value.opfuncid as string), all);
      case 'AGGREF': {
        const name = catalogue.functionName(value.aggfnoid as string);
        const inGroups = Array.isArray(scope.at(-1)!.groupClause) && !isNode(value.aggfilter);
        return (
          COUNTS.has(name) ||
          (inGroups && FOLDS.has(name) && nodes(value.args).every((each) => isPresent(each.expr, scope)))
        );
      }
      case 'WINDOWFUNC':
        return NUMBERS_ROWS.has(catalogue.functionName(value.winfnoid as string));
      case 'SUBLINK':
        // 0: EXISTS, 4: one value, 6: ARRAY(…)
        if (value.subLinkType === '0' || value.subLinkType === '6') return true;
        return value.subLinkType === '4' && isNode(value.subselect) && isOneValue(value.subselect, scope);
      default:
        return false;
    }
  }

  function answers(name: string, all: () => boolean): boolean {
    return ALWAYS.has(name) || ((STRICT.has(name) || OPERATOR.test(name)) && all());
  }

  /** A subquery that answers one row whatever it finds, and a value in it. */
  function isOneValue(subquery: Node, scope: Scope): boolean {
    const overAll = subquery.hasAggs === 'true' && !Array.isArray(subquery.groupClause) && !isNode(subquery.havingQual);
    const from = isNode(subquery.jointree) ? subquery.jointree : undefined;
    const ofNothing = nodes(from?.fromlist).length === 0 && !isNode(from?.quals);
    if (!overAll && !ofNothing) return false;
    return answered(subquery, 1, scope).every((each) => isPresent(each.expression, each.scope));
  }

  function isColumnPresent(column: Node, scope: Scope): boolean {
    if (isLeftOut(column)) return false;
    // A whole row, which is there when its relation is.
    if (column.varattno === '0') return true;
    const origin = originOf(column, scope);
    if (typeof origin === 'string') return origin === 'itself';
    if ('table' in origin) return catalogue.isRequired(origin.table, origin.column);
    return origin.expressions.every((each) => isPresent(each.expression, each.scope));
  }
}
