import { type Found, findAnything } from '../../db/statements/panel-search.ts';
import { idType } from '../../db/ids.ts';
import type { Call } from '../gate/call.ts';
import type { Services } from '../services.ts';
import { wordsOf } from './panel-accounts.ts';
import { namesOfKeys } from './panel-keys.ts';

/**
 * What a text may mean: accounts by prefixes of words of their name or domain, keys by name, and any record by its
 * id. Deals and contacts are found as parts of their account, whose id they carry.
 */
export async function findByText(call: Call, services: Services, text: string): Promise<{ items: Found[] }> {
  const words = wordsOf(text);
  if (words === '') return { items: [] };
  const found = await call.query(findAnything, [call.workspaceId, text, words]);
  const wanted = text.toLowerCase();
  const keys = (await namesOfKeys(call, services)).items
    .filter(({ key_id, name, prefix }) => key_id === text || prefix === text || name.toLowerCase().includes(wanted))
    .slice(0, 5)
    .map(({ key_id, name, prefix }) => ({ kind: 'key', id: key_id, label: name, detail: prefix }));
  const request = idType(text) === 'request' ? [{ kind: 'request', id: text, label: text, detail: null }] : [];
  return { items: [...found, ...keys, ...request] };
}
