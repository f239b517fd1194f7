import pg from 'pg';
import { TENANT_SETTING } from '../../db/entities/tenant.ts';

/** A tenant that can call tools. */
export type Caller = {
  workspaceId: string;
  rest(tool: string, input: unknown): Promise<{ status: number; body: any; text: string }>;
};

/** A tenant that does its worst: one call of it, and over how many connections it repeats it. */
export type Hostile = { name: string; connections: number; call(): Promise<{ status: number; text: string }> };

/** Rows of a workspace that another session of the database holds, until `release`. */
async function hold(databaseUrl: string, workspaceId: string): Promise<() => Promise<void>> {
  const session = new pg.Client({ connectionString: databaseUrl });
  await session.connect();
  await session.query('BEGIN');
  await session.query(`SELECT set_config('role', 'sat_service', true), set_config('${TENANT_SETTING}', $1, true)`, [
    workspaceId,
  ]);
  await session.query('SELECT id FROM accounts FOR UPDATE');
  return async () => {
    await session.query('ROLLBACK').finally(() => session.end());
  };
}

const accountOf = async (who: Caller): Promise<string> =>
  (await who.rest('gtm_crm_write', { entity: 'account', facts: { name: 'Acme' } })).body.id;

/** A heading copied into as many facts as a text may make. */
const HEADINGS = `# ${'Next steps of the account team '.repeat(6)}\n- a\n- b\n- c\n- d\n\n`
  .repeat(420)
  .slice(0, 85_000);

const WORDS = 'who decides about the budget of the security review and when does procurement sign the contract ';
const LONG_QUESTION = WORDS.repeat(30).slice(0, 1_990);

/**
 * Eight hostile tenants: rows that something else holds, with captures and with changes that wait for them; captures of
 * 85 KB full of headings; the largest writes; long questions; invalid calls without end; and reads of as much as there is.
 * @param databaseUrl where rows are held; without it nothing holds them
 */
export async function hostiles(
  newTenant: () => Promise<Caller>,
  databaseUrl: string | undefined,
): Promise<{ all: Hostile[]; release(): Promise<void> }> {
  const tenants = await Promise.all(Array.from({ length: 8 }, newTenant));
  const accounts = await Promise.all(tenants.map(accountOf));
  const [capturing, changing, headings, brains, lists, asking, flooding, reading] = tenants as [
    Caller,
    Caller,
    Caller,
    Caller,
    Caller,
    Caller,
    Caller,
    Caller,
  ];
  const [heldByCaptures, heldByChanges, ofHeadings, , , asked, , read] = accounts as string[];
  for (const [who, account_id, notes, repeated] of [
    [asking, asked, 5, 1],
    [reading, read, 30, 20],
  ] as const) {
    for (let index = 0; index < notes; index += 1) {
      const text = `${WORDS.repeat(repeated)}. Note ${index}. `.repeat(5);
      await who.rest('log_capture', { source: 'hostile', text, account_id });
    }
  }
  const releases =
    databaseUrl === undefined
      ? []
      : await Promise.all([capturing, changing].map((who) => hold(databaseUrl, who.workspaceId)));
  let count = 0;
  const all: Hostile[] = [
    {
      name: 'captures on rows that are held',
      connections: 8,
      call: () =>
        capturing.rest('log_capture', { source: 'hostile', text: `held ${(count += 1)}`, account_id: heldByCaptures }),
    },
    {
      name: 'changes of rows that are held',
      connections: 16,
      call: () =>
        changing.rest('gtm_crm_write', {
          entity: 'account',
          id: heldByChanges,
          facts: { industry: `i${(count += 1)}` },
        }),
    },
    {
      name: 'captures of 85 KB of headings',
      connections: 4,
      call: () => headings.rest('log_capture', { source: 'hostile', text: HEADINGS, account_id: ofHeadings }),
    },
    {
      name: 'brain states of 250 KB',
      connections: 2,
      call: () => brains.rest('sync_brain', { scope: 'decision-log', payload: { log: 'x '.repeat(124_000) } }),
    },
    {
      name: 'lists of 1,000 accounts',
      connections: 2,
      call: () => {
        const list = (count += 1);
        const account = (_: unknown, index: number) => ({ name: `A ${index}`, domain: `a${list}-${index}.example` });
        return lists.rest('gtm_build_tam', { list_name: 'Hostile', accounts: Array.from({ length: 1_000 }, account) });
      },
    },
    {
      name: 'long questions',
      connections: 4,
      call: () => asking.rest('answer_about_account', { account_id: asked, question: LONG_QUESTION }),
    },
    {
      name: 'invalid calls',
      connections: 8,
      call: () => flooding.rest('update_prospect', { name: 7, nonsense: true }),
    },
    {
      name: 'reads of everything',
      connections: 4,
      call: () => reading.rest('read_account', { id: read, include: ['plan', 'meetings', 'captures'], limit: 50 }),
    },
  ];
  return {
    all,
    release: async () => {
      await Promise.all(releases.map((release) => release()));
    },
  };
}

/** Repeats the calls of hostile tenants until it is stopped; answers how many calls each made, by status. */
export function attack(all: readonly Hostile[]): { stop(): Promise<Record<string, Record<string, number>>> } {
  const over = new AbortController();
  const counts: Record<string, Record<string, number>> = {};
  const loops = all.flatMap(({ name, connections, call }) => {
    const of: Record<string, number> = (counts[name] = {});
    return Array.from({ length: connections }, async () => {
      while (!over.signal.aborted) {
        const answered = await call().then(
          ({ status }) => String(status),
          () => 'no answer',
        );
        of[answered] = (of[answered] ?? 0) + 1;
      }
    });
  });
  return {
    async stop() {
      over.abort();
      await Promise.all(loops);
      return counts;
    },
  };
}
