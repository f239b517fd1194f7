import { type IdType, idType } from '../../db/ids.ts';
import { isObject } from '../../server/json-value.ts';
import { type ObjectShape } from './shape.ts';
import { spellingOf } from '../../server/records/spelling.ts';
import { RECORD_WORDS, SYNONYMS } from './synonyms.ts';

/**
 * Other names of a tool's own fields: a name to the field it means, dotted for a field of an inner object
 * (`account_id: 'facts.account_id'`). Beside those of every tool (`synonyms.ts`).
 */
export type ToolSynonyms = Readonly<Record<string, string>>;

type Fields = Record<string, unknown>;

/** A tool's own synonyms by their spelling, for the objects at a path. */
export type OwnSynonyms = ReadonlyMap<string, string>;

export const ownSynonyms = (declared: ToolSynonyms): OwnSynonyms =>
  new Map(Object.entries(declared).map(([name, field]) => [spellingOf(name), field]));

/** A reference in place of an id, such as `domain:acme.example`. */
const REFERENCE = /^(domain|email|ref|name):/;

/** Whether a spelling stands for the id of a kind of record: `opportunityid`, or `deal` beside the id of one. */
function meansIdOf(spelling: string, type: IdType, value: unknown): boolean {
  const words = RECORD_WORDS[type];
  if (words === undefined) return false;
  if (words.some((word) => spelling === `${word}id` || spelling === `${word}ref`)) return true;
  const isNamed = typeof value === 'string' && (idType(value) === type || REFERENCE.test(value));
  return isNamed && (spelling === 'id' || words.includes(spelling));
}

/**
 * The fields an unknown name can mean, of those that were not sent: by its spelling, the tool's synonyms, the kind of
 * its id, everybody's synonyms, or the one inner object that has it. The first of these with an answer decides.
 */
export function meaningsOf(shape: ObjectShape, sent: Fields, name: string, own: OwnSynonyms): string[] {
  const spelling = spellingOf(name);
  const value = sent[name];
  const spelled = shape.bySpelling.get(spelling) ?? shape.bySpelling.get(`${spelling}s`) ?? singular(shape, spelling);
  if (spelled !== undefined) return [spelled];
  const declared = own.get(spelling);
  if (declared !== undefined) return [declared];
  if (shape.open) return [];
  const free = Array.from(shape.fields).filter(([field]) => sent[field] === undefined);
  const typed = free.filter(([, { idTypes }]) => idTypes.some((type) => meansIdOf(spelling, type, value)));
  if (typed.length > 0) return typed.map(([field]) => field);
  const known = free.filter(([field]) => SYNONYMS[field]?.includes(spelling) === true);
  if (known.length > 0) return known.map(([field]) => field);
  return Array.from(shape.fields).flatMap(([field, { shape: within }]) => {
    if (within.kind !== 'object' || within.open || !isMissingIn(sent[field])) return [];
    const found = within.bySpelling.get(spelling);
    return found === undefined || Object.hasOwn((sent[field] ?? {}) as Fields, found) ? [] : [`${field}.${found}`];
  });
}

const singular = ({ bySpelling }: ObjectShape, spelling: string) =>
  spelling.endsWith('s') ? bySpelling.get(spelling.slice(0, -1)) : undefined;

const isMissingIn = (value: unknown) => value === undefined || isObject(value);
