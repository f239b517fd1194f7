import { expect, test } from 'vitest';
import type { AppContext, Tenant } from './harness/app.ts';
import { onPostgres } from './harness/databases.ts';
import { useQuietApp } from './harness/shared-app.ts';
import { newPerson } from './harness/person.ts';
import { previewOf, rowsOf, seenOf } from './harness/proposing.ts';
import { callTool, TRANSPORTS } from './harness/transports.ts';
import { BASE, history, play, type Step, stateOf } from './harness/undo-world.ts';

/** Generated writes that are proposed; `PROPOSE_WRITES=1000` for the whole proof, from `PROPOSE_SEED`. */
const WRITES = Number(process.env['PROPOSE_WRITES'] ?? 30);
const SEED = Number(process.env['PROPOSE_SEED'] ?? (onPostgres ? 31 : 1));
const STEPS = 16;

/** Steps that somebody else made, so that they and a run's never make the same. */
const APART = 500_000;

let app: AppContext;

useQuietApp((started) => {
  app = started;
});

/** The same key, each call over the next transport. */
function overAll(who: Tenant, runRef: string): Tenant {
  let calls = 0;
  return {
    ...who,
    rest: async (tool, input = {}) => {
      const transport = TRANSPORTS[(calls += 1) % TRANSPORTS.length]!;
      const named = { ...(input as object), run_ref: runRef };
      const { result, text } = await callTool(transport, tool, named, { baseUrl: app.baseUrl, key: who.key });
      return { status: result === undefined ? 500 : 200, headers: new Headers(), body: result, text };
    },
  };
}

/** Those of one of the two. The next step is the last meeting's: a run's meeting is of when it was proposed, so others have none. */
const by = (steps: readonly Step[], whose: Step['by']) =>
  steps.filter((step) => step.by === whose && (whose === 'run' || step.tool !== 'mark_meeting_outcome'));

test(
  `nothing changes before a person takes it, then all of it as if written directly, and never what moved unseen (${WRITES} writes from seed ${SEED})`,
  { timeout: 60_000 + WRITES * 3_000 },
  async () => {
    const seen = { proposed: 0, moved: 0, fails: 0, refused: 0, taken: 0 };
    for (let seed = SEED; seen.proposed < WRITES; seed += 1) {
      const run_ref = `run-${seed}`;
      const steps = by(history(seed, STEPS), 'run');
      const others = by(history(seed + APART, 48), 'other');
      const person = await newPerson(app, { rateLimit: null });
      await person.browser.panel.values.set_protection.mutate({ protect_human_values: false });
      const other = await app.newKey(person.userId);
      const agent = { ...(await app.newKey(person.userId, { mode: 'propose' })), workspaceId: person.workspaceId };
      const ids = await play(BASE, { run: [other, {}], other: [other, {}] });
      const atFirst = await rowsOf(app, person);
      const proposing = overAll(agent, run_ref);
      const own = await play(steps, { run: [proposing, {}], other: [proposing, {}] }, new Map(ids));
      expect(await rowsOf(app, person), `seed ${seed}: nothing changed`).toEqual(atFirst);

      const { changesets } = person.browser.panel;
      const first = await previewOf(person, run_ref);
      const { changeset_id } = first;
      seen.proposed += first.calls.length;
      for (const { standing, tool } of first.calls) expect(standing, `seed ${seed}: ${tool}`).toBe('as_proposed');
      expect(await rowsOf(app, person), `seed ${seed}: looking changes nothing`).toEqual(atFirst);

      // Every second time, others write meanwhile: what has moved is refused, and taken once it was looked at anew.
      const isMoved = seed % 2 === 0;
      const theirs = new Map(ids);
      if (isMoved) await play(others, { run: [other, {}], other: [other, {}] }, theirs);
      const now = await previewOf(person, run_ref);
      const before = await rowsOf(app, person);
      const old = new Map(first.calls.map(({ id, version }) => [id, version]));
      for (const { id, standing, version, needs } of now.calls) {
        expect(standing === 'as_proposed', `seed ${seed}`).toBe(version === old.get(id));
        if (standing === 'as_proposed') continue;
        seen[standing as 'moved' | 'fails'] += 1;
        // With what it builds on, so that only this one can be what is refused.
        const calls = [...needs, id].map((each) => ({
          id: each,
          version: (each === id ? old : new Map(now.calls.map((call) => [call.id, call.version]))).get(each)!,
        }));
        await expect(changesets.take.mutate({ changeset_id, calls }), `seed ${seed}`).rejects.toThrow();
        seen.refused += 1;
      }
      expect(await rowsOf(app, person), `seed ${seed}: what is refused changes nothing`).toEqual(before);

      const calls = seenOf(now);
      const taken = await changesets.take.mutate({ changeset_id, calls });
      expect(taken.decided).toHaveLength(calls.length);
      seen.taken += calls.length;

      const direct = await newPerson(app, { rateLimit: null });
      await direct.browser.panel.values.set_protection.mutate({ protect_human_values: false });
      const expectedIds = await play(BASE, { run: [direct, {}], other: [direct, {}] });
      if (isMoved) {
        const meanwhile = await play(others, { run: [direct, {}], other: [direct, {}] }, new Map(expectedIds));
        for (const [name, id] of meanwhile) expectedIds.set(name, id);
      }
      await play(steps, { run: [direct, {}], other: [direct, {}] }, expectedIds);
      const expected = await stateOf(app, direct, expectedIds);
      const state = await stateOf(app, person, new Map([...theirs, ...own]));
      for (const part of Object.keys(expected) as (keyof typeof expected)[]) {
        expect(state[part], `seed ${seed}: ${part}`).toEqual(expected[part]);
      }
    }
    expect(seen.moved).toBeGreaterThan(0);
    if (process.env['PROPOSE_WRITES'] !== undefined) process.stdout.write(`${JSON.stringify(seen)}\n`);
  },
);
