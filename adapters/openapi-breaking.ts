import { isSchema, type JsonSchema } from './json-schema.ts';

type Node = Record<string, any>;

/** The direction of a value: what a caller sends must stay accepted, what it gets must stay the same. */
type Way = 'request' | 'response';

/** `type` as a set; `integer` counts as `number`, and no type at all as any. */
function kindsOf({ type, enum: values, const: only }: JsonSchema): Set<string> | undefined {
  if (type !== undefined) return new Set([type].flat() as string[]);
  const known = values ?? (only === undefined ? undefined : [only]);
  return known === undefined
    ? undefined
    : new Set((known as unknown[]).map((value) => (value === null ? 'null' : typeof value)));
}

const covers = (kinds: Set<string>, kind: string) => kinds.has(kind) || (kind === 'integer' && kinds.has('number'));

const valuesOf = (schema: JsonSchema): unknown[] | undefined =>
  'const' in schema ? [schema['const']] : (schema['enum'] as unknown[] | undefined);

const LOWER_BOUNDS = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'];
const UPPER_BOUNDS = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'];

/** Compares two documents part by part, resolving references in each. */
class Comparison {
  readonly #before: Node;
  readonly #after: Node;
  readonly found: string[] = [];

  constructor(before: Node, after: Node) {
    this.#before = before;
    this.#after = after;
  }

  #say(where: string, what: string): void {
    this.found.push(`${where}: ${what}`);
  }

  #resolved(document: Node, part: any): any {
    let node = part;
    while (typeof node?.$ref === 'string') {
      node = node.$ref
        .slice(2)
        .split('/')
        .reduce((at: any, key: string) => at?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], document);
    }
    return node;
  }

  #pair(before: unknown, after: unknown): [any, any] {
    return [this.#resolved(this.#before, before), this.#resolved(this.#after, after)];
  }

  run(): void {
    for (const [path, item] of Object.entries<Node>(this.#before['paths'] ?? {})) {
      for (const [method, operation] of Object.entries<Node>(item)) {
        const now = this.#after['paths']?.[path]?.[method];
        if (now === undefined) this.#say(`${method.toUpperCase()} ${path}`, 'is gone');
        else this.#operation(operation['operationId'], operation, now);
      }
    }
    const codes = (document: Node) => (document['components']?.schemas?.ErrorCode?.enum ?? []) as string[];
    for (const code of codes(this.#before)) {
      if (!codes(this.#after).includes(code)) this.#say('ErrorCode', `${code} is gone`);
    }
  }

  #operation(name: string, before: Node, after: Node): void {
    if (after['operationId'] !== name) this.#say(name, `is now called ${after['operationId']}`);
    if (before['x-scope'] !== after['x-scope'] && after['x-scope'] !== null) {
      this.#say(name, `needs the scope ${after['x-scope']}, and did not`);
    }
    if (!before['x-entitlement'] && after['x-entitlement']) this.#say(name, 'needs an entitlement, and did not');
    if (after['x-max-bytes'] < before['x-max-bytes']) this.#say(name, `takes ${after['x-max-bytes']} bytes at most`);
    if ((before['x-effect'] === 'read') !== (after['x-effect'] === 'read')) {
      this.#say(name, `has the effect ${after['x-effect']}, which typed clients call in another way`);
    }
    this.#parameters(name, before['parameters'] ?? [], after['parameters'] ?? []);
    this.#content(`${name} request`, 'request', before['requestBody'], after['requestBody']);
    if (!before['requestBody']?.required && after['requestBody']?.required) this.#say(name, 'wants a body');
    for (const [status, answer] of Object.entries(before['responses'] ?? {})) {
      const [was, is] = this.#pair(answer, after['responses']?.[status]);
      if (is === undefined) {
        if (status.startsWith('2')) this.#say(name, `no longer answers ${status}`);
        continue;
      }
      const where = `${name} ${status}`;
      for (const header of Object.keys(was.headers ?? {})) {
        if (is.headers?.[header] === undefined) this.#say(where, `the header ${header} is gone`);
      }
      this.#content(where, 'response', was, is);
    }
  }

  #parameters(name: string, before: unknown[], after: unknown[]): void {
    const named = (document: Node, list: unknown[]) =>
      new Map(list.map((part) => this.#resolved(document, part)).map((part) => [`${part.in} ${part.name}`, part]));
    const was = named(this.#before, before);
    const is = named(this.#after, after);
    for (const [key, part] of is) {
      if (part.required && !was.get(key)?.required) this.#say(name, `the parameter ${key} is required`);
    }
    for (const [key, part] of was) {
      const now = is.get(key);
      if (now === undefined) this.#say(name, `the parameter ${key} is gone`);
      else this.#schema(`${name} ${key}`, 'request', part.schema, now.schema);
    }
  }

  #content(where: string, way: Way, before: Node | undefined, after: Node | undefined): void {
    for (const [type, { schema }] of Object.entries<Node>(before?.['content'] ?? {})) {
      const now = after?.['content']?.[type];
      if (now === undefined) this.#say(where, `${type} is gone`);
      else this.#schema(where, way, schema, now.schema);
    }
  }

  #schema(where: string, way: Way, from: unknown, to: unknown): void {
    const [before, after] = this.#pair(from, to) as [JsonSchema | undefined, JsonSchema | undefined];
    if (!isSchema(before) || !isSchema(after)) return;
    this.#kinds(where, way, before, after);
    this.#alternatives(where, way, before, after);
    this.#properties(where, way, before, after);
    for (const [keyword, suffix] of [
      ['items', '[]'],
      ['additionalProperties', '.*'],
    ] as const) {
      if (isSchema(before[keyword]) && isSchema(after[keyword])) {
        this.#schema(`${where}${suffix}`, way, before[keyword], after[keyword]);
      }
    }
    if (way === 'request') this.#narrowed(where, before, after);
  }

  #kinds(where: string, way: Way, before: JsonSchema, after: JsonSchema): void {
    const [was, is] = [kindsOf(before), kindsOf(after)];
    const said = (kinds: Set<string> | undefined) => (kinds === undefined ? 'any' : [...kinds].join(' or '));
    // A caller may be allowed to send more types, and may get fewer.
    const [narrow, wide] = way === 'request' ? [was, is] : [is, was];
    if (wide === undefined) return;
    if (narrow === undefined || ![...narrow].every((kind) => covers(wide, kind))) {
      const unsaid =
        narrow === undefined && ('anyOf' in before || 'anyOf' in after || 'oneOf' in before || 'oneOf' in after);
      if (!unsaid) this.#say(where, `was ${said(was)}, is ${said(is)}`);
    }
  }

  #alternatives(where: string, way: Way, before: JsonSchema, after: JsonSchema): void {
    const partsOf = (schema: JsonSchema) =>
      ((schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined) ?? [schema];
    if (!('anyOf' in before || 'oneOf' in before || 'anyOf' in after || 'oneOf' in after)) return;
    const [sent, taken] = way === 'request' ? [partsOf(before), partsOf(after)] : [partsOf(after), partsOf(before)];
    for (const part of sent) {
      const fits = taken.some((other) => {
        const trial = new Comparison(this.#before, this.#after);
        const [from, to] = way === 'request' ? [part, other] : [other, part];
        trial.#schema('', way, from, to);
        return trial.found.length === 0;
      });
      if (!fits)
        this.#say(
          where,
          `an alternative is ${way === 'request' ? 'gone' : 'new'}: ${JSON.stringify(part).slice(0, 120)}`,
        );
    }
  }

  #properties(where: string, way: Way, before: JsonSchema, after: JsonSchema): void {
    const was = (before['properties'] ?? {}) as Record<string, JsonSchema>;
    const is = (after['properties'] ?? {}) as Record<string, JsonSchema>;
    const required = (schema: JsonSchema) => new Set((schema['required'] ?? []) as string[]);
    const [mustBefore, mustNow] = [required(before), required(after)];
    for (const [name, schema] of Object.entries(was)) {
      const at = `${where}.${name}`;
      if (is[name] === undefined) this.#say(at, 'is gone');
      else this.#schema(at, way, schema, is[name]);
      if (way === 'response' && is[name] !== undefined && mustBefore.has(name) && !mustNow.has(name)) {
        this.#say(at, 'was always there, and may be missing');
      }
    }
    if (way === 'response') return;
    for (const name of mustNow) if (!mustBefore.has(name)) this.#say(`${where}.${name}`, 'is required');
  }

  /** What a caller could send and no longer can. */
  #narrowed(where: string, before: JsonSchema, after: JsonSchema): void {
    const [was, is] = [valuesOf(before), valuesOf(after)];
    if (is !== undefined) {
      const lost = was?.filter((value) => !is.includes(value));
      if (lost === undefined) this.#say(where, `takes only ${JSON.stringify(is)}`);
      else if (lost.length > 0)
        this.#say(where, `no longer takes ${lost.map((value) => JSON.stringify(value)).join(', ')}`);
    }
    for (const [bounds, tighter] of [
      [LOWER_BOUNDS, (now: number, then: number) => now > then],
      [UPPER_BOUNDS, (now: number, then: number) => now < then],
    ] as const) {
      for (const bound of bounds) {
        const [then, now] = [before[bound], after[bound]] as [number | undefined, number | undefined];
        if (now === undefined || (then === undefined && now === 0)) continue;
        if (then === undefined || tighter(now, then)) this.#say(where, `${bound} is ${now}, was ${then ?? 'none'}`);
      }
    }
    for (const keyword of ['pattern', 'format']) {
      if (
        after[keyword] !== undefined &&
        after[keyword] !== before[keyword] &&
        !isWider(before[keyword], after[keyword])
      ) {
        this.#say(
          where,
          `${keyword} is ${JSON.stringify(after[keyword])}, was ${JSON.stringify(before[keyword] ?? 'none')}`,
        );
      }
    }
    if (after['additionalProperties'] === false && before['additionalProperties'] !== false) {
      this.#say(where, 'refuses fields it does not know');
    }
  }
}

/**
 * Breaking changes between two documents (docs/versioning.md), a line for each. New tools, new optional request fields,
 * new response fields, error codes and optional headers break no client, and neither does a new value in a response's
 * list of values.
 */
export function breakingChanges(before: object, after: object): string[] {
  const comparison = new Comparison(before as Node, after as Node);
  comparison.run();
  return comparison.found;
}

/** What stands between the `|` of a pattern, those in a group aside; `^(a|b)c` counts as `^ac|^bc`. */
function alternativesOf(pattern: string): string[] {
  const group = /^\^\(([^()|]+(?:\|[^()|]+)*)\)([^|]*)/.exec(pattern);
  if (group) {
    const [whole, names, rest] = group as unknown as [string, string, string];
    const following = pattern.slice(whole.length + 1);
    return [...names.split('|').map((name) => `^${name}${rest}`), ...(following ? alternativesOf(following) : [])];
  }
  return pattern.includes('(') ? [pattern] : pattern.split('|');
}

/** Whether a pattern only got further alternatives, so that it takes whatever it took. */
function isWider(before: unknown, after: unknown): boolean {
  if (typeof before !== 'string' || typeof after !== 'string') return false;
  const now = new Set(alternativesOf(after));
  return alternativesOf(before).every((alternative) => now.has(alternative));
}
