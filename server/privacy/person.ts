import type { Database } from '../../db/orm.ts';
import { Fault, invalidField, notFound } from '../errors.ts';
import { digitsOf, type Identifiers, writtenDigits } from './identifiers.ts';
import { isSameName } from './names.ts';
import { ERASED, Redactor } from './redactor.ts';
import { type Row, scan } from './scan.ts';
import { type Table, tenantTables } from './tables.ts';

/** Whom a request is about: one of these at least, and further spellings of the name. */
export type Asked = {
  email?: string | undefined;
  name?: string | undefined;
  record_id?: string | undefined;
  also?: readonly string[] | undefined;
};

/** A contact or prospect. */
type PersonRecord = { id: string; type: 'contact' | 'prospect'; name: string | null; emails: string[]; row: Row };

/** A person as a workspace knows them. */
export type Person = {
  records: PersonRecord[];
  identifiers: Identifiers;
  /** Records of others by the same name, whose own rows keep that name. */
  namesakes: string[];
  /** Names of one word, which are too common to look for in texts unless they are asked for. */
  notSearched: string[];
  /** E-mail addresses and phone numbers that records of other people have too, so they do not tell this one apart. */
  shared: string[];
};

const fold = (text: string) => text.normalize('NFC').trim().replaceAll(/\s+/gu, ' ').toLowerCase();

const EMAIL = /^[^\s@<>]{1,64}@[^\s@<>]{1,190}$/;
const EMAIL_FIELD = /mail/i;
const PHONE_FIELD = /phone|mobile|tel|cell|whatsapp/i;
const PROFILE_FIELD = /linkedin|twitter|profile/i;

const NONE: Identifiers = { emails: [], phones: [], phrases: [] };

/** A profile's address without protocol and `www.`. */
const profileOf = (address: string) =>
  fold(address)
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/$/, '');

type Found = { emails: Set<string>; phones: Set<string>; profiles: Set<string> };

/** Adds a value of a record to what tells its person apart, by the name of its field. */
function collect(found: Found, field: string, value: unknown): void {
  if (Array.isArray(value)) return value.forEach((item) => collect(found, field, item));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).forEach(([key, part]) => collect(found, `${field}.${key}`, part));
  }
  if (typeof value !== 'string' && typeof value !== 'number') return;
  const text = String(value).trim();
  if (EMAIL.test(text) && (EMAIL_FIELD.test(field) || field === '')) found.emails.add(text.toLowerCase());
  else if (PHONE_FIELD.test(field) && writtenDigits(text).length > 0) found.phones.add(text);
  else if (PROFILE_FIELD.test(field) && text.includes('/')) found.profiles.add(profileOf(text));
}

const identityOf = (row: Row): Found => {
  const found: Found = { emails: new Set(), phones: new Set(), profiles: new Set() };
  for (const field of ['email', 'phone', 'linkedin', 'payload']) collect(found, field, row[field]);
  return found;
};

const recordOf = (type: PersonRecord['type'], row: Row): PersonRecord => ({
  id: row['id'] as string,
  type,
  name: row['name'] as string | null,
  emails: [...identityOf(row).emails],
  row,
});

const isOneName = (one: string, other: string) => fold(one) === fold(other) || isSameName(one, other);

const sameName = (a: PersonRecord, name: string) => a.name !== null && isOneName(a.name, name);

/** Reads tables of a workspace for a person. */
class Reader {
  readonly #db: Database;
  readonly #workspaceId: string;

  constructor(db: Database, workspaceId: string) {
    this.#db = db;
    this.#workspaceId = workspaceId;
  }

  async rows(name: string, identifiers: Identifiers, recordIds: readonly string[]): Promise<Row[]> {
    const table = tenantTables().find((each) => each.name === name) as Table;
    const rows: Row[] = [];
    const wanted = { identifiers, recordIds };
    for await (const page of scan(this.#db, { workspaceId: this.#workspaceId, table, wanted })) rows.push(...page);
    return rows;
  }

  async people(identifiers: Identifiers, ids: readonly string[]): Promise<PersonRecord[]> {
    const contacts = await this.rows('contacts', identifiers, ids);
    const prospects = await this.rows('prospects', identifiers, ids);
    return [...contacts.map((row) => recordOf('contact', row)), ...prospects.map((row) => recordOf('prospect', row))];
  }
}

/** An address without its tag: what is sent to `dana+demo@x.example` comes to `dana@x.example`. */
function withoutTag(email: string): string {
  const [local = '', domain = ''] = email.split('@');
  return `${local.split('+')[0]}@${domain}`;
}

/** Several people fit: whoever asks has to say which one is meant. */
const ambiguous = (field: string, records: readonly PersonRecord[]) =>
  new Fault('invalid_input', {
    message: 'More than one person fits; nothing was done.',
    hint: 'Ask with the record_id of the one that is meant.',
    issues: [
      {
        path: field,
        message: `fits ${records
          .slice(0, 20)
          .map(({ id }) => id)
          .join(', ')}`,
      },
    ],
  });

/** The records a request names, which are all one person's. @throws Fault not_found, invalid_input */
async function seedsOf(reader: Reader, { email, name, record_id: recordId }: Asked): Promise<PersonRecord[]> {
  const asked = { ...NONE, emails: email === undefined ? [] : [email], phrases: name === undefined ? [] : [name] };
  const all = await reader.people(asked, recordId === undefined ? [] : [recordId]);
  if (recordId !== undefined) {
    const seed = all.filter(({ id }) => id === recordId);
    if (seed.length === 0) throw notFound('contact or prospect');
    return seed;
  }
  const fits = all.filter(
    (each) =>
      (email === undefined || each.emails.includes(email.toLowerCase())) &&
      (name === undefined || each.name === null || sameName(each, name)),
  );
  const names = fits.flatMap((each) => each.name ?? []);
  if (email !== undefined && names.some((each) => !isOneName(each, names[0]!))) throw ambiguous('email', fits);
  const groups = new Set(fits.flatMap(({ emails }) => (emails.length === 0 ? [] : [emails.toSorted().join(' ')])));
  if (email === undefined && groups.size > 1) throw ambiguous('name', fits);
  return fits;
}

/** What earlier values of the records' fields say of the person: addresses and numbers they no longer have. */
async function collectHistory(reader: Reader, found: Found, names: Set<string>, ids: readonly string[]) {
  for (const fact of await reader.rows('facts', NONE, ids)) {
    if (!ids.includes(fact['subject_id'] as string) || fact['value'] === 'no longer known') continue;
    if (fact['attribute'] === 'name') names.add(fact['value'] as string);
    else collect(found, fact['attribute'] as string, fact['value']);
  }
}

/**
 * Who is meant, and by what they are told apart: the names, e-mail addresses, phone numbers and profiles of their
 * contacts and prospects, earlier ones included. What other people's records have too is left out.
 * @throws Fault not_found for an unknown record, invalid_input when several people fit
 */
export async function findPerson(db: Database, workspaceId: string, asked: Asked): Promise<Person> {
  if (asked.email === undefined && asked.name === undefined && asked.record_id === undefined) {
    throw invalidField('email', 'is needed, or name, or record_id');
  }
  const reader = new Reader(db, workspaceId);
  const records = await seedsOf(reader, asked);
  const found: Found = { emails: new Set(), phones: new Set(), profiles: new Set() };
  const names = new Set<string>(asked.name === undefined ? [] : [asked.name]);
  if (asked.email !== undefined) found.emails.add(asked.email.toLowerCase());
  const take = ({ name, row }: PersonRecord) => {
    if (name !== null) names.add(name);
    for (const field of ['email', 'phone', 'linkedin', 'payload']) collect(found, field, row[field]);
  };
  records.forEach(take);
  await collectHistory(
    reader,
    found,
    names,
    records.map(({ id }) => id),
  );

  const others = await reader.people(
    { emails: [...found.emails], phones: [...found.phones], phrases: [...names] },
    records.map(({ id }) => id),
  );
  const isKnown = ({ id }: PersonRecord) => records.some((each) => each.id === id);
  const written = new Redactor({ ...NONE, phrases: phrasesOf(names) });
  const isNamed = (each: PersonRecord) =>
    [...names].some((name) => sameName(each, name)) || (each.name !== null && written.text(each.name) === ERASED);
  const strangers: PersonRecord[] = [];
  for (const other of others.filter((each) => !isKnown(each))) {
    const sharesEmail = other.emails.some((email) => found.emails.has(email) || found.emails.has(withoutTag(email)));
    if (sharesEmail && (other.name === null || isNamed(other))) records.push(other);
    else strangers.push(other);
  }
  const namesakes = strangers.filter(isNamed);
  // One of no address is somebody else's only where somebody else is known by that name.
  if (namesakes.every(({ emails }) => emails.length === 0)) records.push(...namesakes.splice(0));
  records.forEach(take);
  const strange = strangers.filter((each) => !isKnown(each));
  return {
    records,
    namesakes: namesakes.map(({ id }) => id),
    ...apart(found, names, strange, asked),
  };
}

/** Names of two words or more, with the last word first, too. */
function phrasesOf(names: Iterable<string>): string[] {
  const words = (name: string) => fold(name).split(' ');
  const full = [...names].filter((name) => words(name).length > 1);
  const reversed = full.map((name) => `${words(name).at(-1)!}, ${words(name).slice(0, -1).join(' ')}`);
  return [...full, ...reversed];
}

/** Spellings that were given, which may be addresses and numbers, too. */
function spellingsOf(given: readonly string[]): Identifiers {
  const isPhone = (text: string) => /^[+\p{Nd}\s().\-/]+$/u.test(text) && writtenDigits(text).length > 0;
  const emails = given.filter((each) => EMAIL.test(each)).map((each) => each.toLowerCase());
  return {
    emails,
    phones: given.filter(isPhone),
    phrases: given.filter((each) => !EMAIL.test(each) && !isPhone(each)),
  };
}

/** Leaves out what does not tell the person apart. */
function apart(found: Found, names: ReadonlySet<string>, strangers: readonly PersonRecord[], asked: Asked) {
  const theirs = strangers.map(({ row }) => identityOf(row));
  const emailsOfOthers = new Set(theirs.flatMap(({ emails }) => [...emails]));
  const phonesOfOthers = new Set(theirs.flatMap(({ phones }) => [...phones].flatMap(writtenDigits)));
  const isShared = (phone: string) => writtenDigits(phone).some((digits) => phonesOfOthers.has(digits));
  const email = asked.email?.toLowerCase();
  const also = spellingsOf(asked.also ?? []);
  const emails = [...found.emails].filter((each) => each === email || !emailsOfOthers.has(each));
  const phones = [...found.phones].filter((each) => !isShared(each));
  const given = [asked.name ?? [], also.phrases].flat();
  const phrases = new Set([...phrasesOf(names), ...given, ...found.profiles].map(fold));
  return {
    identifiers: {
      emails: [...new Set([...emails, ...also.emails])],
      phones: [...new Set([...phones, ...also.phones])],
      phrases: [...phrases],
    },
    notSearched: [...names].filter((name) => !phrases.has(fold(name))),
    shared: [
      ...[...found.emails].filter((each) => !emails.includes(each)),
      ...[...found.phones].filter((each) => !phones.includes(each) && digitsOf(each) !== ''),
    ],
  };
}
