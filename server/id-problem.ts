import { ID_PREFIXES, type IdType, idType } from '../db/ids.ts';

const article = (word: string) => (/^(?!user)[aeiou]/.test(word) ? 'an' : 'a');

/** Why a text is not an id of the given type, with what came (decisions 1); undefined when it is one. */
export function idProblem(type: IdType, value: string): string | undefined {
  const came = idType(value);
  if (came === type) return undefined;
  const got = came === undefined ? 'something that is not an id' : `${article(came)} ${came} id`;
  return `expected ${article(type)} ${type} id (${ID_PREFIXES[type]}_…), got ${got}`;
}
