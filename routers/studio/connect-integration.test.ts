import { describe, expect } from 'vitest';
import { statement } from '../../db/statement.ts';
import { CONNECTED_CHANNELS } from '../../server/channels/channels.ts';
import { tokenOf } from '../../server/channels/integrations.ts';
import type { AppContext, Tenant } from '../../e2e/harness/app.ts';
import { inAnHour, refused } from '../../e2e/harness/drafts.ts';
import { succeed, test } from '../../e2e/harness/tool-test.ts';

let app: AppContext;
let tenant: Tenant;

test.beforeEach(({ app: shared, tenant: own }) => {
  app = shared;
  tenant = own;
});

const db = () => app.service.app.services.db;

const storedTokens = statement(
  'test_sealed_tokens_of',
  'SELECT channel, sealed, encryption_key_id FROM integration_tokens ORDER BY channel',
);

type StoredToken = { channel: string; sealed: string; encryption_key_id: string };

describe('connecting', () => {
  test('keeps one sealed token a channel, the newest, and answers without it', async () => {
    const who = await app.newTenant();
    const expires_at = inAnHour();
    for (const [index, channel] of CONNECTED_CHANNELS.entries()) {
      const first = await succeed(who, 'connect_integration', { channel, access_token: `first-token-${index}` });
      expect(first).toMatchObject({ channel, replaced: false, expires_at: null, account_label: null, scopes: [] });
      expect(first.integration_id).toMatch(/^int_/);
      const second = await succeed(who, 'connect_integration', {
        channel,
        access_token: `second-token-${index}`,
        refresh_token: `refresh-token-${index}`,
        expires_at,
        scopes: ['post'],
        account_label: 'Robin',
      });
      expect(second).toMatchObject({
        integration_id: first.integration_id,
        replaced: true,
        expires_at,
        scopes: ['post'],
        account_label: 'Robin',
      });
      expect(JSON.stringify([first, second])).not.toMatch(/-token-/);
    }
    const kept = await db().read<StoredToken>(who.workspaceId, storedTokens);
    expect(kept).toHaveLength(CONNECTED_CHANNELS.length);
    const { encryptor } = app.service.app.services;
    for (const { channel, sealed, encryption_key_id } of kept) {
      const index = (CONNECTED_CHANNELS as readonly string[]).indexOf(channel);
      expect(sealed).not.toContain('token');
      expect(encryption_key_id).toBe('k1');
      expect(JSON.parse(encryptor.decrypt(sealed, tokenOf(who.workspaceId, channel)))).toEqual({
        access_token: `second-token-${index}`,
        refresh_token: `refresh-token-${index}`,
      });
      expect(() => encryptor.decrypt(sealed, tokenOf(tenant.workspaceId, channel))).toThrow();
      expect(() => encryptor.decrypt(sealed, tokenOf(who.workspaceId, 'other'))).toThrow();
    }
    expect(await db().read(tenant.workspaceId, storedTokens)).toEqual([]);
  });

  const refusals: [string, Record<string, unknown>, string][] = [
    ['a channel without tokens', { channel: 'email' }, 'channel'],
    ['a channel nobody knows', { channel: 'fax' }, 'channel'],
    ['no token', { access_token: '' }, 'access_token'],
    ['a token of two lines', { access_token: 'one\ntwo' }, 'access_token'],
    ['a token of 16,001 characters', { access_token: 'x'.repeat(16_001) }, 'access_token'],
    ['an expiry that is past', { expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    ['an expiry that is none', { expires_at: 'soon' }, 'expires_at'],
  ];

  test.each(refusals)('refuses %s', async (_, input, path) => {
    const who = await app.newTenant();
    const call = { channel: 'linkedin', access_token: 'planted-token', ...input };
    const error = await refused(who, 'connect_integration', call, 'invalid_input');
    expect(error.issues![0]!.path).toBe(path);
    expect(JSON.stringify(error)).not.toContain('planted-token');
    expect(await db().read(who.workspaceId, storedTokens)).toEqual([]);
  });

  test('an expired token that can be refreshed is kept', async () => {
    const call = { channel: 'youtube', access_token: 'old', refresh_token: 'new', expires_at: '2020-01-01T00:00:00Z' };
    expect((await succeed(await app.newTenant(), 'connect_integration', call)).expires_at).toBe(
      '2020-01-01T00:00:00.000Z',
    );
  });
});
