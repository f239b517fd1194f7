import {
  findTeamWorkspaces,
  type FoundFact,
  type RecalledRow,
  recallAcross,
  recallOfAccount,
} from '../../db/statements/answers.ts';
import { ROLES } from '../../db/roles.ts';
import type { ParametersOf } from '../../db/statement.ts';
import { notFound } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import type { Services } from '../services.ts';
import { type Answer, answerFrom, type Recalled } from './answer.ts';
import type { People } from './citing.ts';
import { firstWordsIn } from './companies.ts';
import { type Question, readQuestion, searchWords } from './question.ts';
import { bestOf, type Evidence, evidenceOf, ranked } from './rank.ts';
import { takingTurns } from '../turns.ts';
import { nearestFacts } from '../vectors/nearest.ts';

/** Facts found by their meaning. */
const MOST_NEAREST = 40;
const MOST_NAMES = 8;

function citedFact(fact: FoundFact, people: People) {
  const { id, key_name, user_id, key_id, tool, provider, single: _, source_id: _source, ...shown } = fact;
  const user_name = people.get(user_id ?? '') ?? null;
  return { fact_id: id, ...shown, established_by: { user_id, user_name, key_id, key_name, tool, provider } };
}

/** The answer as it is sent; of related facts a model may pick those that answer, where one is set up. */
async function written(call: Call, { answerModel }: Services, asked: string, answer: Answer, people: People) {
  const found = answer.answered ? undefined : await answerModel.pick(asked, answer.related);
  if (found !== undefined) call.usedModel(found.model);
  return { ...answer, picked: found ?? null, facts: answer.facts.map((fact) => citedFact(fact, people)) };
}

/** The facts among the rows: of an account without facts the one row holds none. */
const factsIn = (rows: readonly RecalledRow[]): FoundFact[] =>
  rows
    .filter((row): row is RecalledRow & FoundFact => row.id !== null)
    .map(({ own_id: _i, own_name: _n, own_domain: _d, is_whole: _w, named: _o, known_names: _k, ...fact }) => fact);

const namesOf = ({ names }: Question) => [...new Set(names.flat().map(({ word }) => word))].slice(0, MOST_NAMES);

type Asked = { question: Question; nearest: ReadonlyMap<string, number> };

async function recallAbout(call: Call, accountId: string, { question, nearest }: Asked): Promise<RecalledRow[]> {
  const { own, all } = searchWords(question);
  return call.query(recallOfAccount, [
    call.workspaceId,
    accountId,
    all,
    question.era !== 'now',
    namesOf(question),
    firstWordsIn(question.tokens),
    [...nearest.keys()],
    own,
    question.text.toLowerCase(),
  ]);
}

/** In the call's own workspace everything, in another one facts of accounts only. */
async function recallIn(call: Call, { db }: Services, workspace: string, { question, nearest }: Asked) {
  const isOwn = workspace === call.workspaceId;
  const attributes = new Set(question.topics.flatMap(({ topic }) => [...topic.attributes]));
  // An amount is cited with its currency.
  if (attributes.has('amount')) attributes.add('currency');
  const values: ParametersOf<typeof recallAcross> = [
    workspace,
    [...attributes],
    searchWords(question).all,
    question.era !== 'now',
    namesOf(question),
    firstWordsIn(question.tokens),
    !isOwn,
    question.terms.filter(({ light }) => !light).map(({ word }) => word),
    [...nearest.keys()],
    question.text.toLowerCase(),
  ];
  const [row] = isOwn ? await call.query(recallAcross, values) : await db.read(workspace, recallAcross, values);
  return row!.recalled;
}

/** `answer_about_account`: what the facts of one account say to a question (decisions 11). @throws Fault not_found */
export async function answerAboutAccount(
  call: Call,
  { account_id, question: asked, limit }: { account_id: string; question: string; limit: number },
  services: Services,
) {
  const question = readQuestion(asked);
  const nearest = await nearestFacts(call, services, { question: asked, accountId: account_id, limit: MOST_NEAREST });
  const rows = await recallAbout(call, account_id, { question, nearest });
  const [first] = rows;
  if (first === undefined) throw notFound('account');
  const people: People = new Map([[call.principal.user.id, call.principal.user.name]]);
  const recalled: Recalled = {
    own: { id: first.own_id, name: first.own_name },
    facts: factsIn(rows),
    isWhole: first.is_whole === true,
    named: first.named,
    knownNames: first.known_names ?? [],
  };
  const answer = await answerFrom(question, recalled, { limit, now: call.now, people, nearest });
  return { account_id, ...(await written(call, services, asked, answer, people)) };
}

/**
 * `answer_across_org`: the same over every account the seat may see: those of the call's own workspace and, for a member
 * of teams, those of the workspaces of the teams' owners. Each workspace is read by itself, as its own tenant.
 */
export async function answerAcrossOrg(
  call: Call,
  { question: asked, limit }: { question: string; limit: number },
  services: Services,
) {
  const { principal, workspaceId } = call;
  const question = readQuestion(asked);
  const [teams, nearest] = await Promise.all([
    principal.team === null ? services.db.as(ROLES.gate, findTeamWorkspaces, [principal.user.id]) : [],
    nearestFacts(call, services, { question: asked, limit: MOST_NEAREST }),
  ]);
  const others = teams.filter(({ workspace_id: id }) => id !== workspaceId);
  const ask = { question, nearest };
  const found = await Promise.all([
    recallIn(call, services, workspaceId, ask),
    ...others.map(({ workspace_id: id }) => recallIn(call, services, id, ask)),
  ]);
  const people: People = new Map([
    [principal.user.id, principal.user.name],
    ...others.map(({ user_id: id, user_name: name }) => [id, name] as const),
  ]);
  const recalled: Recalled = {
    own: undefined,
    facts: found.flatMap(({ facts }) => facts),
    isWhole: false,
    named: found.flatMap(({ named }, at) => named.map((company) => ({ ...company, isElsewhere: at > 0 }))),
    knownNames: found.flatMap(({ known_names: names }) => names ?? []),
  };
  const answer = await answerFrom(question, recalled, { limit, now: call.now, people, nearest });
  return written(call, services, asked, answer, people);
}

/** Facts of the call's workspace, or of one account of it, that bear on what is looked for, best first. */
export async function factsAbout(
  call: Call,
  { query, accountId, limit }: { query: string; accountId: string | undefined; limit: number },
  services: Services,
): Promise<FoundFact[]> {
  const question = readQuestion(query);
  const nearest = await nearestFacts(call, services, { question: query, accountId, limit: MOST_NEAREST });
  const asked = { question, nearest };
  const ofAll = () => recallIn(call, services, call.workspaceId, asked).then(({ facts }) => facts);
  const facts = accountId === undefined ? await ofAll() : factsIn(await recallAbout(call, accountId, asked));
  const inTurns = takingTurns();
  const all: Evidence[] = [];
  await inTurns(facts, (fact) => all.push(evidenceOf(fact)));
  return bestOf(await ranked(question, all, nearest, inTurns), limit, 0).map(({ fact }) => fact);
}
