import { isSchema, type JsonSchema } from '../json-schema.ts';

/** One line of a table of fields; `name` is a path such as `signals[].key`. */
type Field = { name: string; type: string; required: boolean; notes: string[] };

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);

const code = (value: unknown) => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;

/** A schema's type in a few words: `string`, `array of string`, `object or null`. */
export function kindOf(schema: JsonSchema): string {
  const { type, anyOf, oneOf, items, enum: values } = schema;
  const parts = asList(anyOf ?? oneOf).filter(isSchema);
  if (parts.length > 0) return [...new Set(parts.map(kindOf))].join(' or ');
  if (type === undefined && Array.isArray(values)) return 'string';
  if (type === undefined) return 'const' in schema ? typeof schema['const'] : 'any';
  return asList(type)
    .map((one) => (one === 'array' ? `array of ${isSchema(items) ? kindOf(items) : 'any'}` : String(one)))
    .join(' or ');
}

function valuesOf(schema: JsonSchema): unknown[] {
  if ('const' in schema) return [schema['const']];
  if (Array.isArray(schema['enum'])) return schema['enum'].filter((value) => value !== null);
  const parts = asList(schema['anyOf'] ?? schema['oneOf']).filter(isSchema);
  if (parts.length > 0) {
    const values = parts.filter((part) => part['type'] !== 'null').map(valuesOf);
    return values.every((found) => found.length > 0) ? values.flat() : [];
  }
  return isSchema(schema['items']) && !('properties' in schema['items']) ? valuesOf(schema['items']) : [];
}

function rangeOf(least: unknown, most: unknown, unit: string): string[] {
  if (least !== undefined && most !== undefined) return [`${String(least)} to ${String(most)}${unit}`];
  if (most !== undefined) return [`at most ${String(most)}${unit}`];
  return least === undefined || least === 0 ? [] : [`at least ${String(least)}${unit}`];
}

function boundsOf(schema: JsonSchema): string[] {
  const { minimum, maximum, minItems, maxItems, maxLength, default: fallback, format } = schema;
  return [
    ...rangeOf(minimum, maximum, ''),
    ...rangeOf(minItems === 1 ? undefined : minItems, maxItems, ' items'),
    ...rangeOf(undefined, maxLength, ' characters'),
    ...(format === 'date-time' ? ['ISO 8601'] : []),
    ...(fallback === undefined ? [] : [`default ${code(fallback)}`]),
  ];
}

function notesOf(schema: JsonSchema): string[] {
  const values = valuesOf(schema);
  const said = String(schema['description'] ?? '');
  return [
    ...(said === '' ? [] : [said]),
    ...(values.length === 0
      ? []
      : [`One of ${values.map(code).join(', ')}.`.replace(/^One of ([^,]*)\.$/, 'Always $1.')]),
    ...boundsOf(schema).map((bound) => `${bound[0]!.toUpperCase()}${bound.slice(1)}.`),
  ];
}

/** The object whose fields are listed below a field, and its path prefix. */
function insideOf(schema: JsonSchema): { suffix: string; schema: JsonSchema } | undefined {
  if (isSchema(schema['properties'])) return { suffix: '', schema };
  const { items, additionalProperties } = schema;
  for (const [suffix, part] of [
    ['[]', items],
    ['.*', additionalProperties],
  ] as const) {
    if (!isSchema(part)) continue;
    const inside = insideOf(part);
    if (inside !== undefined) return { suffix: `${suffix}${inside.suffix}`, schema: inside.schema };
  }
  const part = asList(schema['anyOf'] ?? schema['oneOf'])
    .filter(isSchema)
    .find((one) => one['type'] !== 'null' && insideOf(one) !== undefined);
  return part === undefined ? undefined : insideOf(part);
}

/** Every field of an object schema, nested ones after their parents. */
export function* fieldsOf(schema: JsonSchema, path = ''): Generator<Field> {
  const required = new Set(asList(schema['required']));
  for (const [key, part] of Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>)) {
    const name = `${path}${key}`;
    yield { name, type: kindOf(part), required: required.has(key), notes: notesOf(part) };
    const inside = insideOf(part);
    if (inside !== undefined) yield* fieldsOf(inside.schema, `${name}${inside.suffix}.`);
  }
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** The fields of an object schema as a Markdown table; required ones are marked. */
export function fieldTable(schema: JsonSchema, side: 'input' | 'output'): string {
  const fields = [...fieldsOf(schema)];
  if (fields.length === 0) return side === 'input' ? 'None: send `{}`.' : 'None.';
  const rows = fields.map(({ name, type, required, notes }) => {
    const label = `\`${name}\`${side === 'input' && required ? ' **required**' : ''}`;
    return `| ${label} | ${cell(type)} | ${cell(notes.join(' '))} |`;
  });
  return ['| field | type | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}
