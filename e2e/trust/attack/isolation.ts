import { type IdType, newId } from '../../../db/ids.ts';
import { registry } from '../../../routers/index.ts';
import { idFields, Records, replaced } from '../../harness/records.ts';
import type { Provisioner, Tenant } from '../../harness/tenant.ts';
import { callTool, TRANSPORTS } from '../../harness/transports.ts';
import type { ToolMeta } from '../../../routers/tool-declaration.ts';
import type { Transport } from '../../../server/gate/call.ts';
import { type Attack, eachOf } from './attack.ts';

const SECRET = 'quicksilver';

const KINDS: readonly IdType[] = [
  'account',
  'opp',
  'contact',
  'prospect',
  'target_account',
  'meeting',
  'plan_entry',
  'signal',
  'capture',
  'run',
  'draft',
  'user',
  'team',
  'key',
  'workspace',
];

/** What a team's owner sees of its members in numbers: whether they are members, and so whose id one is. */
const OF_MEMBERS: ReadonlySet<IdType> = new Set(['user']);

/** An answer without the ids and times that differ from call to call. */
const comparable = (text: string) =>
  text
    .replaceAll(/[a-z]{2,4}_[0-9a-hjkmnp-tv-z]{26}/g, 'id')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'moment');

/**
 * Who asks for whose: every ordered pair of two people and a team, where one of the people is the team's member. The
 * team's owner is no further one: the team's key works in their workspace.
 */
async function parties(app: Provisioner) {
  const [first, second] = [await app.newTenant(), await app.newTenant()];
  const ofSecond = new Records(app, second, SECRET);
  const team = await app.newKey(second.userId, { teamId: await ofSecond.id('team') });
  const third = await app.newTenant();
  return [
    { asker: 'another person', of: first },
    { asker: 'a member of the owner’s team', of: second },
    { asker: 'a person, of what a team’s key wrote', of: { ...team, userId: second.userId } },
    { asker: 'a member, of what their team’s key wrote', of: { ...team, userId: second.userId } },
    { asker: 'a team’s key, of a member', of: third },
    { asker: 'a team’s owner, of a member', of: third },
  ] as { asker: string; of: Tenant }[];
}

type Case = { kind: IdType; theirs: string; path: readonly string[]; transport: Transport };

/** Every id field of every tool with ids of every kind of record of somebody else's: as if they had never existed. */
export const isolation: Attack = {
  name: 'id fields × record kinds × askers × transports',
  async run({ app, quick }) {
    const problems: string[] = [];
    const groups: { asker: string; of: Tenant; tool: ToolMeta; cases: Case[] }[] = [];
    let all = 0;
    for (const { asker, of } of await parties(app)) {
      // A team's key writes into the workspace of its owner, who has records of the other's names already.
      const records = new Records(app, of, `Kept ${SECRET} ${asker}`);
      const kinds = KINDS.filter((kind) => !(asker.endsWith('of a member') && OF_MEMBERS.has(kind)));
      const theirs = new Map<IdType, string>();
      for (const kind of kinds) theirs.set(kind, await records.id(kind));
      for (const tool of registry.values()) {
        const fields = idFields(tool);
        const cases = fields.flatMap(({ path }) =>
          kinds.flatMap((kind) =>
            TRANSPORTS.map((transport) => ({ kind, theirs: theirs.get(kind)!, path, transport })),
          ),
        );
        const chosen = quick ? cases.filter(() => all++ % 37 === 0) : cases;
        groups.push({ asker, of, tool, cases: chosen });
      }
    }
    const teams = new Map<string, Promise<string>>();
    const teamOf = (owner_user_id: string) => {
      let made = teams.get(owner_user_id);
      made ??= app.operator.teams.create.mutate({ owner_user_id, name: 'Colleagues' }).then(({ team_id }) => team_id);
      teams.set(owner_user_id, made);
      return made;
    };
    const newAsker = async (asker: string, of: Tenant): Promise<Tenant> => {
      const who = await app.newTenant();
      if (asker.startsWith('a member')) {
        await app.operator.teams.add_member.mutate({ team_id: await teamOf(of.userId), user_id: who.userId });
      }
      if (!asker.startsWith('a team')) return who;
      const { team_id } = await app.operator.teams.create.mutate({ owner_user_id: who.userId, name: 'Askers' });
      await app.operator.teams.add_member.mutate({ team_id, user_id: of.userId });
      return asker.startsWith('a team’s key') ? app.newKey(who.userId, { teamId: team_id }) : who;
    };
    let calls = 0;
    let refused = 0;
    await eachOf(groups, 6, async ({ asker, of, tool, cases }) => {
      if (cases.length === 0) return;
      // Two workspaces that are asked the same, one with what is there and one with what never was: what an earlier
      // question left behind is the same in both.
      const askers = [];
      for (let index = 0; index < 2; index += 1) {
        const who = await newAsker(asker, of);
        askers.push({ key: who.key, example: await new Records(app, who).exampleOf(tool) });
      }
      const [real, made] = askers as [(typeof askers)[0], (typeof askers)[0]];
      // One of each kind, as theirs: an `external_ref` is written again at its second use.
      const neverWas = new Map(KINDS.map((kind) => [kind, newId(kind)]));
      for (const { kind, theirs, path, transport } of cases) {
        const ask = ({ key, example }: typeof real, id: string) =>
          callTool(transport, tool.name, replaced(example, path, id), { baseUrl: app.baseUrl, key });
        const answer = await ask(real, theirs);
        const other = await ask(made, neverWas.get(kind)!);
        const what = `${tool.name}.${path.join('.')} with ${kind} over ${transport} by ${asker}`;
        if (answer.status !== other.status || comparable(answer.text) !== comparable(other.text)) {
          problems.push(`${what}: ${answer.text.slice(0, 150)} against ${other.text.slice(0, 150)}`);
        }
        if (answer.text.includes(SECRET)) problems.push(`${what}: shows what somebody else wrote`);
        calls += 2;
        if (answer.error !== undefined) refused += 1;
      }
    });
    if (refused < calls / 4) problems.push(`only ${refused} of ${calls / 2} were refused: the attack is no use`);
    return { figures: { calls, refused }, problems };
  },
};
