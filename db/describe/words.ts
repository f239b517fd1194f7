import type { Catalogue } from './nullable.ts';
import { isNode, nodes, textOf } from './parse-tree.ts';
import { originOf, type Placed } from './scope.ts';

/**
 * The words a text may be, as a TypeScript type: those that its column's CHECK names, those of a CASE; undefined when it
 * may be any text.
 */
export function wordsOf(placed: Placed, catalogue: Catalogue): string | undefined {
  const words = gather(placed);
  return words === undefined || words.size === 0 ? undefined : [...words].map((word) => `'${word}'`).join(' | ');

  function gather({ expression, scope }: Placed): Set<string> | undefined {
    if (!isNode(expression)) return undefined;
    const all = (parts: readonly Placed[]) => {
      const found = parts.map(gather);
      return found.includes(undefined) ? undefined : new Set(found.flatMap((each) => [...each!]));
    };
    switch (expression.kind) {
      case 'CONST': {
        if (expression.constisnull === 'true') return new Set();
        const text = catalogue.typeName(Number(expression.consttype)) === 'text' ? textOf(expression) : undefined;
        return text === undefined ? undefined : new Set([text]);
      }
      case 'RELABELTYPE':
        return gather({ expression: expression.arg, scope });
      case 'CASEEXPR': {
        const results = [...nodes(expression.args).map((when) => when.result), expression.defresult];
        return all(results.map((result) => ({ expression: result, scope })));
      }
      case 'COALESCEEXPR':
        return all(nodes(expression.args).map((arg) => ({ expression: arg, scope })));
      case 'VAR': {
        const origin = originOf(expression, scope);
        if (typeof origin === 'string') return undefined;
        if ('expressions' in origin) return all(origin.expressions);
        const words = catalogue.wordsOf(origin.table, origin.column);
        return words === undefined ? undefined : new Set(words);
      }
      default:
        return undefined;
    }
  }
}
