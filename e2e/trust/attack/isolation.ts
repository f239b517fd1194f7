import { type IdType, newId } from '../../../db/ids.ts';
import { registry } from '../../../routers/index.ts';
import { idFields, Records, replaced } from '../../harness/records.ts';
import type { Provisioner, Tenant } from '../../harness/tenant.ts';
import { callTool, TRANSPORTS } from '../../harness/transports.ts';
import { type Attack, eachOf } from './attack.ts';

const SECRET = 'quicksilver';

const KINDS: readonly IdType[] = [
  'account',
  'opp',
  'contact',
  'prospect',
  'target_account',
  'meeting',
  'capture',
  'run',
  'draft',
];

/** An answer without the ids and times that differ from call to call. */
const comparable = (text: string) =>
  text
    .replaceAll(/[a-z]{2,4}_[0-9a-hjkmnp-tv-z]{26}/g, 'id')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'moment');

/** Who asks for whose: two people, and the key of a team of one of them. */
async function parties(app: Provisioner) {
  const [first, second] = [await app.newTenant(), await app.newTenant()];
  const ofSecond = new Records(app, second, SECRET);
  const team = await app.newKey(second.userId, { teamId: await ofSecond.id('team') });
  const third = await app.newTenant();
  return [
    { asker: 'another person', of: first },
    { asker: 'a member of the owner’s team', of: second },
    { asker: 'a person, of what a team’s key wrote', of: { ...team, userId: second.userId } },
    { asker: 'a team’s key', of: third },
  ] as { asker: string; of: Tenant }[];
}

/** Every id field of every tool with ids of every kind of record of somebody else's: as if they had never existed. */
export const isolation: Attack = {
  name: 'id fields × record kinds × askers × transports',
  async run({ app, quick }) {
    const problems: string[] = [];
    const cases = [];
    const fields = [...registry.values()].flatMap((tool) => idFields(tool).map(({ path }) => ({ tool, path })));
    for (const { asker, of } of await parties(app)) {
      // A team's key writes into the workspace of its owner, who has records of the other's names already.
      const records = new Records(app, of, `Kept ${SECRET} ${asker}`);
      for (const kind of KINDS) {
        const theirs = await records.id(kind);
        for (const { tool, path } of fields) {
          for (const transport of TRANSPORTS) cases.push({ asker, of, kind, theirs, tool, path, transport });
        }
      }
    }
    const chosen = quick ? cases.filter((_, index) => index % 37 === 0) : cases;
    await eachOf(chosen, 6, async ({ asker, of, kind, theirs, tool, path, transport }) => {
      // Two workspaces that have the same: what one was answered before cannot show in the other's answer.
      const answers = [];
      for (const id of [theirs, newId(kind)]) {
        let who = await app.newTenant();
        if (asker.startsWith('a team')) {
          const { team_id } = await app.operator.teams.create.mutate({ owner_user_id: who.userId, name: 'Askers' });
          who = { ...(await app.newKey(who.userId, { teamId: team_id })), userId: who.userId };
        } else if (asker.startsWith('a member')) {
          const team_id = await new Records(app, of).id('team');
          await app.operator.teams.add_member.mutate({ team_id, user_id: who.userId });
        }
        const input = replaced(await new Records(app, who).exampleOf(tool), path, id);
        answers.push(await callTool(transport, tool.name, input, { baseUrl: app.baseUrl, key: who.key }));
      }
      const [real, made] = answers as [(typeof answers)[0], (typeof answers)[0]];
      const what = `${tool.name}.${path.join('.')} with ${kind} over ${transport} by ${asker}`;
      if (real.status !== made.status || comparable(real.text) !== comparable(made.text)) {
        problems.push(`${what}: ${real.text.slice(0, 150)} against ${made.text.slice(0, 150)}`);
      }
      if (real.text.includes(SECRET)) problems.push(`${what}: shows what somebody else wrote`);
    });
    return { figures: { calls: chosen.length * 2 }, problems };
  },
};
