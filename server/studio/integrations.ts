import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/orm.ts';
import { findTokensToRewrap, keepIntegration, replaceRewrapped, type SealedToken } from '../../db/queries/studio.ts';
import { ROLES } from '../../db/roles.ts';
import { invalidField } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import type { Rooms } from '../rooms.ts';
import { SealBroken, type Sealer } from '../sealing.ts';

/** What is sealed of a connection. */
export type IntegrationSecret = { access_token: string; refresh_token: string | null };

/** What a channel's sealed token belongs to: it opens for no other workspace and no other channel. */
export const tokenOf = (workspaceId: string, channel: string) => ['integration', workspaceId, channel];

export type ConnectInput = {
  channel: string;
  access_token: string;
  refresh_token?: string | undefined;
  expires_at?: string | undefined;
  scopes?: string[] | undefined;
  account_label?: string | undefined;
};

type Connected = {
  integration_id: string;
  channel: string;
  account_label: string | null;
  scopes: string[];
  connected_at: string;
  expires_at: string | null;
  replaced: boolean;
};

/** Keeps a channel's OAuth token, sealed; a channel connected before gets the new one. The token never comes back. */
export async function connectIntegration(call: Call, input: ConnectInput, { sealer }: Rooms): Promise<Connected> {
  if (input.expires_at !== undefined && input.refresh_token === undefined && new Date(input.expires_at) <= call.now) {
    throw invalidField('expires_at', 'is past, and without a refresh_token this connection could never be used');
  }
  const secret: IntegrationSecret = { access_token: input.access_token, refresh_token: input.refresh_token ?? null };
  const [kept] = await call.query<Connected>(keepIntegration, [
    call.workspaceId,
    newId('integration'),
    input.channel,
    sealer.seal(JSON.stringify(secret), tokenOf(call.workspaceId, input.channel)),
    sealer.keyId,
    input.account_label ?? null,
    input.scopes ?? [],
    input.expires_at ?? null,
    call.principal.user.id,
    call.now.toISOString(),
  ]);
  return kept!;
}

/** Tokens of one statement, so that none holds its locks for long. */
const BATCH = 500;

export type Rewrapped = {
  /** The id of the key that every token that could be opened is now sealed under. */
  encryption_key_id: string;
  rewrapped: number;
  /** Tokens whose key is configured no more, or that were changed: they must be connected anew. */
  unreadable: string[];
};

/**
 * Seals every stored token under the first encryption key, in batches. Stopped at any point, it goes on where it was
 * when called again; with nothing left to do it changes nothing. Afterwards the older keys can be taken away.
 */
export async function rewrapIntegrations(db: Database, sealer: Sealer): Promise<Rewrapped> {
  const unreadable: string[] = [];
  let rewrapped = 0;
  let last = { workspace_id: '', id: '' };
  for (;;) {
    const tokens = await db.as<SealedToken>(ROLES.maintenance, findTokensToRewrap, [
      sealer.keyId,
      last.workspace_id,
      last.id,
      BATCH,
    ]);
    if (tokens.length === 0) return { encryption_key_id: sealer.keyId, rewrapped, unreadable };
    last = tokens.at(-1)!;
    const rows = tokens.flatMap((token) => {
      try {
        const belonging = tokenOf(token.workspace_id, token.channel);
        return { ...token, rewrapped: sealer.seal(sealer.open(token.sealed, belonging), belonging) };
      } catch (error) {
        if (!(error instanceof SealBroken)) throw error;
        unreadable.push(token.id);
        return [];
      }
    });
    const [replaced] = await db.as<{ count: number }>(ROLES.maintenance, replaceRewrapped, [
      JSON.stringify(rows),
      sealer.keyId,
    ]);
    rewrapped += replaced!.count;
  }
}
