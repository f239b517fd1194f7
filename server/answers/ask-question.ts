import {
  findTeamWorkspaces,
  type FoundFact,
  type RecalledRow,
  recallAcross,
  recallOfAccount,
} from '../../db/statements/answers.ts';
import { ROLES } from '../../db/roles.ts';
import { notFound } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import type { Services } from '../services.ts';
import { type Answer, answerFrom } from './answer.ts';
import { readQuestion } from './question.ts';
import { toldBy } from './recordables.ts';
import { type Search, searchOf } from './search.ts';

/** Names of the people who may have established what is read, by id. */
type People = ReadonlyMap<string, string>;

function citedFact(fact: FoundFact, people: People) {
  return {
    fact_id: fact.id,
    account_id: fact.account_id,
    account_name: fact.account_name,
    subject_type: fact.subject_type,
    subject_id: fact.subject_id,
    attribute: fact.attribute,
    value: fact.value,
    sentence: fact.sentence,
    established_by: {
      user_id: fact.user_id,
      user_name: people.get(fact.user_id ?? '') ?? null,
      key_id: fact.key_id,
      tool: fact.tool,
      provider: fact.provider,
    },
    at: fact.at,
    superseded_at: fact.superseded_at,
    run_ref: fact.run_ref,
  };
}

function written(answer: Answer, people: People) {
  return { ...answer, facts: answer.facts.map((fact) => citedFact(fact as FoundFact, people)) };
}

const nameOf =
  (people: People) =>
  ({ tool, provider, user_id: userId }: { tool: string; provider: string | null; user_id: string | null }) => {
    const by = people.get(userId ?? '') ?? userId;
    return `${tool}${by === null ? '' : ` by ${by}`}${provider === null ? '' : ` from ${provider}`}`;
  };

/** Agents ask the same questions of every account: what to search for is kept of as many, up to this length. */
const MOST_SEARCHES = 500;
const LONGEST_KEPT = 300;

const searches = new Map<string, Search>();

/** What to search for, before it is known which companies the question names. */
function searchFor(question: string): Search {
  const known = searches.get(question);
  if (known !== undefined) return known;
  const search = searchOf(question, readQuestion(question, undefined, []));
  if (question.length <= LONGEST_KEPT) {
    if (searches.size >= MOST_SEARCHES) searches.delete(searches.keys().next().value!);
    searches.set(question, search);
  }
  return search;
}

/** What may answer a question about an account. @throws Fault not_found */
async function recall(call: Call, accountId: string, search: Search, limit: number) {
  const values = [
    call.workspaceId,
    accountId,
    search.attributes,
    search.subjects,
    search.all,
    search.past,
    search.sieve,
    limit,
  ] as const;
  const { asked, askedNaming, everything } = recallOfAccount;
  const isNaming = search.firstWords.length > 0;
  const rows: RecalledRow[] = await (search.everything
    ? call.query(everything, [...values, search.firstWords])
    : isNaming
      ? call.query(askedNaming, [...values, search.firstWords])
      : call.query(asked, values));
  const [first] = rows;
  if (first === undefined) throw notFound('account');
  return {
    account: { id: first.own_id, name: first.own_name, domain: first.own_domain },
    named: first.named,
    facts: rows.filter(isFact),
  };
}

/** Of an account without facts the one row holds no fact. */
const isFact = (row: RecalledRow): row is RecalledRow & FoundFact => row.id !== null;

/** `answer_about_account`: what the facts of one account say to a question (decisions 11). @throws Fault not_found */
export async function answerAboutAccount(
  call: Call,
  { account_id, question, limit }: { account_id: string; question: string; limit: number },
) {
  const { account, named, facts } = await recall(call, account_id, searchFor(question), limit);
  const people: People = new Map([[call.principal.user.id, call.principal.user.name]]);
  const answer = answerFrom(readQuestion(question, account, named, toldBy(facts)), facts, {
    own: account,
    limit,
    nameOf: nameOf(people),
  });
  return { account_id, ...written(answer, people) };
}

/**
 * `answer_across_org`: the same over every account the seat may see: those of the call's own workspace and, for a member
 * of teams, those of the workspaces of the teams' owners. Each workspace is read by itself, as its own tenant.
 */
export async function answerAcrossOrg(
  call: Call,
  { question, limit }: { question: string; limit: number },
  { db }: Services,
) {
  const { principal, workspaceId } = call;
  const teams = principal.team === null ? await db.as(ROLES.gate, findTeamWorkspaces, [principal.user.id]) : [];
  const others = teams.filter(({ workspace_id: id }) => id !== workspaceId);
  const search = searchFor(question);
  const read = async (workspace: string, accountsOnly: boolean) => {
    const [row] = await db.read(workspace, recallAcross, [
      workspace,
      search.attributes,
      search.subjects,
      search.all,
      search.any,
      search.past,
      search.firstWords,
      accountsOnly,
      search.everything,
    ]);
    return row!.recalled;
  };
  const recalled = await Promise.all([
    read(workspaceId, false),
    ...others.map(({ workspace_id: id }) => read(id, true)),
  ]);
  const people: People = new Map([
    [principal.user.id, principal.user.name],
    ...others.map(({ user_id: id, user_name: name }) => [id, name] as const),
  ]);
  const facts = recalled.flatMap((each) => each.facts);
  const named = recalled.flatMap((each) => each.named);
  const answer = answerFrom(readQuestion(question, undefined, named, toldBy(facts)), facts, {
    own: undefined,
    limit,
    nameOf: nameOf(people),
    accountNameOf: (fact) => (fact as FoundFact).account_name ?? undefined,
  });
  return written(answer, people);
}
