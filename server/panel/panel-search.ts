import { idType } from '../../db/ids.ts';
import type { FoundKind } from '../../db/statements/find-kinds.ts';
import type { ListedKind } from '../../db/statements/panel-records.ts';
import { findRecords } from '../finding/find-records.ts';
import { tellingWords, wordsIn } from '../finding/search-words.ts';
import type { Call } from '../gate/call.ts';
import type { Services } from '../services.ts';
import { namesOfKeys } from './panel-keys.ts';
import { listRecords } from './panel-records.ts';

/** What is found, and the account on whose page it is. */
export type Hit = {
  kind: string;
  id: string;
  label: string | null;
  detail: string | null;
  account_id: string | null;
};

/** Kinds that have a page, or are on one, in the order they are shown in. */
const KINDS = [
  'account',
  'opp',
  'contact',
  'prospect',
  'target_account',
  'draft',
  'run',
] as const satisfies FoundKind[];

/** Those of which there may be a million, by the list of their page. */
const LISTED: readonly string[] = ['opp', 'contact', 'prospect', 'target_account'] satisfies ListedKind[];

/** Most of each kind. */
const MOST = 6;

type Item = { id: string; kind: string } & Record<string, unknown>;

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

/** What tells a record apart from others by its name, as its kind has it. */
const DETAILS: Record<string, readonly string[]> = {
  account: ['domain', 'industry'],
  opp: ['account_name', 'stage'],
  contact: ['title', 'account_name'],
  prospect: ['title', 'account_name'],
  target_account: ['list_name', 'domain'],
  draft: ['account_name', 'channel', 'status', 'state'],
  run: ['plugin', 'status', 'state'],
};

function hitOf(item: Item): Hit {
  const { kind } = item;
  const details = (DETAILS[kind] ?? []).flatMap((name) => textOf(item[name]) ?? []);
  return {
    kind,
    id: kind === 'run' ? (textOf(item['run_ref']) ?? item.id) : item.id,
    label: textOf(item['name']) ?? textOf(item['title']) ?? textOf(item['skill']) ?? textOf(item['domain']) ?? item.id,
    detail: details.join(' · ') || null,
    account_id: kind === 'account' ? item.id : textOf(item['account_id']),
  };
}

/** Drafts, runs and accounts have pages; the others are shown on their account's. */
const isShown = ({ kind, account_id }: Hit) => ['account', 'draft', 'run'].includes(kind) || account_id !== null;

async function itemsOf(call: Call, services: Services, kind: FoundKind, text: string): Promise<Item[]> {
  if (!LISTED.includes(kind)) return (await findRecords(call, { kind, query: text, limit: MOST }, services)).items;
  const newest = { kind: kind as ListedKind, sort: 'newest', way: 'desc', limit: MOST } as const;
  const { items } = await listRecords(call, { ...newest, search: tellingWords(text).join(' ') });
  return items.map((item) => ({ ...item, kind }));
}

async function recordsOf(call: Call, services: Services, text: string): Promise<Hit[]> {
  const type = idType(text);
  if (type !== undefined && type !== 'run') {
    const { items } = await findRecords(call, { ids: [text], limit: 1 }, services);
    return items.map(hitOf).filter(isShown);
  }
  const found = await Promise.all(KINDS.map((kind) => itemsOf(call, services, kind, text)));
  return found.flat().map(hitOf).filter(isShown);
}

/**
 * What a text may mean, by the engine of `find_records`: records by words of their names, titles and texts, or by their
 * id; keys by name; a request by its id.
 */
export async function findByText(call: Call, services: Services, text: string): Promise<{ items: Hit[] }> {
  if (wordsIn(text).length === 0) return { items: [] };
  const wanted = text.toLowerCase();
  const [records, names] = await Promise.all([recordsOf(call, services, text), namesOfKeys(call, services)]);
  const keys = names.items
    .filter(({ key_id, name, prefix }) => key_id === text || prefix === text || name.toLowerCase().includes(wanted))
    .slice(0, 5)
    .map(({ key_id, name, prefix }) => ({ kind: 'key', id: key_id, label: name, detail: prefix, account_id: null }));
  const request =
    idType(text) === 'request' ? [{ kind: 'request', id: text, label: text, detail: null, account_id: null }] : [];
  return { items: [...records, ...keys, ...request] };
}
