import type { IdType } from '../../db/ids.ts';
import { findReferred } from '../../db/statements/references.ts';
import { readableDomain } from '../records/domain.ts';
import { Fault, type Issue } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import type { Services } from '../services.ts';
import { isCalled, membersOf } from './people.ts';
import { tsqueryOf, wordsIn } from './search-words.ts';

/** What stands in a field where an id belongs: `form:value`, or a text without a form, which is never taken. */
export type Reference = { path: string; type: IdType; text: string };

type Form = 'name' | 'domain' | 'email' | 'ref';
type Candidate = { id: string; name: string | null; detail: string | null; exact: boolean };

/** The forms that a reference to a record of each type may have. */
const FORMS: { [type in IdType]?: readonly Form[] } = {
  account: ['name', 'domain', 'ref'],
  opp: ['name', 'ref'],
  contact: ['name', 'email', 'ref'],
  prospect: ['name', 'email', 'ref'],
  target_account: ['name', 'domain', 'ref'],
  draft: ['name'],
  user: ['name'],
};

const WORDS: Partial<Record<IdType, string>> = { opp: 'deal', target_account: 'target account', user: 'member' };

const SHOWN = 5;

export const isReferable = (type: IdType) => Object.hasOwn(FORMS, type);

/** Splits `form:value`; undefined for a text that has no form. */
export function formOf(text: string): { form: Form; value: string } | undefined {
  const match = /^(name|domain|email|ref|external_ref):/.exec(text);
  const value = match === null ? '' : text.slice(match[0].length).trim();
  if (match === null || value === '') return undefined;
  const form = (match[1] === 'external_ref' ? 'ref' : match[1]) as Form;
  return { form, value: (form === 'domain' ? readableDomain(value) : undefined) ?? value };
}

const shown = (candidates: readonly Candidate[]) => {
  const names = candidates
    .slice(0, SHOWN)
    .map(
      ({ id, name, detail }) => `${id} (${[name, detail].filter((part) => part !== null && part !== '').join(', ')})`,
    );
  return names.join(', ') + (candidates.length > SHOWN ? ', …' : '');
};

/** Why a reference is not taken, with the records it may mean. */
function problemOf({ type, text }: Reference, candidates: readonly Candidate[], problem: string | undefined): string {
  const parts = formOf(text);
  const word = WORDS[type] ?? type.replaceAll('_', ' ');
  if (parts === undefined) {
    return candidates.length === 0
      ? `${problem}; find_records finds ids by words`
      : `${problem}; did you mean ${shown(candidates)}? Send the id, or name: and the exact name`;
  }
  const { form, value } = parts;
  const forms = FORMS[type]!;
  const what = JSON.stringify(value.slice(0, 100));
  if (!forms.includes(form)) {
    return `${form}: does not name a ${word}; ${forms.map((each) => `${each}:…`).join(', ')} or the id does`;
  }
  const exact = candidates.filter((each) => each.exact);
  if (exact.length > 1)
    return `${exact.length > 10 ? 'over 10' : exact.length} records have the ${form} ${what}: ${shown(exact)}; send the id of one`;
  const none = `no ${word} of this workspace has the ${form === 'ref' ? 'external_ref' : form} ${what}`;
  return candidates.length === 0
    ? `${none}; find_records finds ids by words`
    : `${none}; near it: ${shown(candidates)}`;
}

async function candidatesOf(call: Call, references: readonly Reference[], services: Services) {
  const found = references.map((): Candidate[] => []);
  const parts = references.map(({ text }) => formOf(text) ?? { form: 'plain', value: text.trim() });
  const words = parts.map(({ value }) => wordsIn(value));
  if (references.some(({ type }) => type !== 'user')) {
    const rows = await call.query(findReferred, [
      call.workspaceId,
      references.map(({ type }) => type),
      parts.map(({ form }) => form),
      parts.map(({ value }) => value),
      words.map((each) => (each.length === 0 ? null : tsqueryOf(each))) as string[],
    ]);
    for (const { n, id, name, detail, exact } of rows) {
      found[(n as number) - 1]!.push({ id: id!, name, detail, exact: exact === true });
    }
  }
  if (references.some(({ type }) => type === 'user')) {
    const members = await membersOf(call, services);
    for (const [at, { type }] of references.entries()) {
      if (type !== 'user') continue;
      const wanted = parts[at]!.value.toLowerCase();
      for (const { id, name } of members) {
        const exact = name.toLowerCase() === wanted;
        if (exact || isCalled(name, words[at]!)) found[at]!.push({ id, name, detail: null, exact });
      }
    }
  }
  return found;
}

/**
 * The ids that references mean, in their order; one more round trip, whatever their number.
 * @param problems why each text is no id, for those without a form
 * @throws Fault invalid_input naming the candidates of each reference that does not mean exactly one record
 */
export async function resolveReferences(
  call: Call,
  references: readonly Reference[],
  services: Services,
  problems: readonly (string | undefined)[],
): Promise<string[]> {
  const found = await candidatesOf(call, references, services);
  const issues: Issue[] = [];
  const ids = references.map((reference, at) => {
    const parts = formOf(reference.text);
    const exact = found[at]!.filter((each) => each.exact);
    if (parts !== undefined && exact.length === 1 && FORMS[reference.type]!.includes(parts.form)) return exact[0]!.id;
    issues.push({ path: reference.path, message: problemOf(reference, found[at]!, problems[at]) });
    return '';
  });
  if (issues.length > 0) throw new Fault('invalid_input', { issues });
  return ids;
}
