import { Visitor } from 'vite';
import { lineOf, parse } from './parse.ts';

const isFunction = ({ type }: { type: string }) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression';

/**
 * Places, as `line: text`, where V8 makes a function for each run of the code around it and keeps it, with all it refers to,
 * until the next major collection: function literals that are assigned to a property are made in its old space, and so is
 * what holds an accessor of an object literal. Literals in variables, methods and fields are not.
 * @throws Error when the source cannot be parsed
 */
export function keptFunctionsIn(file: string, text: string): string[] {
  const found: string[] = [];
  const lines = text.split('\n');
  let depth = 0;
  const enter = () => void (depth += 1);
  const leave = () => void (depth -= 1);
  // What a module does by itself runs once.
  const keep = (start: number) => {
    if (depth === 0) return;
    const line = lineOf(text, start);
    found.push(`${line}: ${lines[line - 1]!.trim()}`);
  };
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    AssignmentExpression({ left, right, start }) {
      if (left.type === 'MemberExpression' && isFunction(right)) keep(start);
    },
    Property({ kind, start }) {
      if (kind !== 'init') keep(start);
    },
  }).visit(parse(file, text).program);
  return found;
}
