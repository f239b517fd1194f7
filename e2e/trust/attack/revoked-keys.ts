import { callTool, TRANSPORTS } from '../../harness/transports.ts';
import { type Attack, eachOf } from './attack.ts';

const TIMES = { quick: 60, full: 1_000 };

/** A key that one process revoked is refused by the other at its next call, which it had served a moment before. */
export const revokedKeys: Attack = {
  name: 'keys revoked by one process, used at the other',
  async run({ cluster, app, quick }) {
    const problems: string[] = [];
    const owners = await Promise.all(Array.from({ length: 4 }, () => app.newTenant()));
    const turns = Array.from({ length: quick ? TIMES.quick : TIMES.full }, (_, turn) => turn);
    await eachOf(turns, 4, async (turn) => {
      const { key, keyId } = await app.newKey(owners[turn % owners.length]!.userId);
      const other = { baseUrl: cluster.baseUrls[1]!, key };
      const ask = () => callTool(TRANSPORTS[turn % 3]!, 'verify_session', {}, other);
      const before = await ask();
      if (before.error !== undefined) problems.push(`refused before it was revoked: ${before.error.code}`);
      await app.operator.keys.revoke.mutate({ key_id: keyId });
      const after = await ask();
      if (after.error?.code !== 'invalid_key') problems.push(`answered ${after.status} after it was revoked`);
    });
    return { figures: { calls: turns.length * 2, refused: turns.length - problems.length }, problems };
  },
};
