import { highestId, idType, newId } from '../../db/ids.ts';
import { type Database, execute } from '../../db/orm.ts';
import {
  type ClientRow,
  findOAuthClient,
  insertOAuthClient,
  listOAuthClients,
  revokeOAuthClient,
  revokeTokensOfClient,
} from '../../db/statements/oauth.ts';
import { ROLES } from '../../db/roles.ts';
import { Fault } from '../errors.ts';
import { redirectUriProblem } from './redirect-uri.ts';

export type Client = ClientRow;

/**
 * Registers an application that people may authorize. It is a public client: it has no secret and uses PKCE.
 * @throws Fault invalid_input naming each invalid redirect address
 */
export async function registerClient(db: Database, input: { name: string; redirect_uris: string[] }) {
  const issues = input.redirect_uris.flatMap((uri, index) => {
    const message = redirectUriProblem(uri);
    return message === undefined ? [] : [{ path: `redirect_uris.${index}`, message }];
  });
  if (issues.length > 0) throw new Fault('invalid_input', { issues });
  const id = newId('oauth_client');
  await db.as(ROLES.operator, insertOAuthClient, [id, input.name, [...new Set(input.redirect_uris)]]);
  return { client_id: id };
}

/** Registered clients, newest first. */
export async function listClients(db: Database, { cursor, limit }: { cursor?: string | undefined; limit: number }) {
  const from = cursor ?? highestId('oauth_client');
  const rows = await db.as(ROLES.operator, listOAuthClients, [from, limit + 1]);
  const items = rows.slice(0, limit);
  return { items, next_cursor: rows.length > limit ? items.at(-1)!.client_id : null };
}

/** Withdraws a client: it can no longer be authorized, and each of its tokens is refused on its next call. */
export async function revokeClient(db: Database, { client_id }: { client_id: string }) {
  return db.forkAs(ROLES.operator).transactional(async (em) => {
    const revoked = await execute(em, revokeOAuthClient, [client_id]);
    if (revoked.length === 0) throw new Fault('not_found', { message: 'There is no OAuth client with that id.' });
    const tokens = await execute(em, revokeTokensOfClient, [client_id]);
    return { client_id, tokens_revoked: tokens.length };
  });
}

/** A registered client that was not withdrawn. */
export async function findClient(db: Database, id: string): Promise<Client | undefined> {
  if (idType(id) !== 'oauth_client') return undefined;
  return (await db.as(ROLES.oauth, findOAuthClient, [id]))[0];
}
