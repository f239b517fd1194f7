import { expect, test } from 'vitest';
import type { AppContext } from './harness/app.ts';
import { useQuietApp } from './harness/shared-app.ts';
import { type DumpedRow, dumpOf, makeWorld, type World } from './harness/merge-world.ts';
import { newPerson, type Person } from './harness/person.ts';
import { succeed } from './harness/tool-test.ts';
import { seeded } from './harness/undo-world.ts';

/** `UNMERGES` merges are taken apart (20 by default), from `UNMERGE_SEED`; a world of records serves some of them. */
const UNMERGES = Number(process.env['UNMERGES'] ?? 20);
const SEED = Number(process.env['UNMERGE_SEED'] ?? 1);
const OF_A_WORLD = 25;

let app: AppContext;

useQuietApp((started) => {
  app = started;
});

type Row = Record<string, unknown>;

/** What somebody did while records were merged: places that were changed, and what is new. */
type Edits = { places: Set<string>; records: Set<string>; attributes: Set<string> };

const noEdits = (): Edits => ({ places: new Set(), records: new Set(), attributes: new Set() });

/** Rows are the same byte for byte; of a record that somebody changed, each field but those they changed. */
function expectSame(before: DumpedRow[], after: DumpedRow[], { places, records, attributes }: Edits, what: string) {
  const now = new Map(after.map((row) => [`${row.of} ${row.id}`, row.row]));
  for (const { of, id, row } of before) {
    const is = now.get(`${of} ${id}`);
    const was = JSON.parse(row) as Row;
    if (records.has(id) && is !== undefined) {
      for (const [column, value] of Object.entries(JSON.parse(is) as Row)) {
        const isTheirs =
          ['updated_at', 'set_by_people', 'search', 'owner_key'].includes(column) || places.has(`${id} ${column}`);
        if (isTheirs) continue;
        if (column === 'payload') {
          const [then, there] = [was['payload'], value] as [Row, Row];
          for (const name of new Set([...Object.keys(then), ...Object.keys(there)])) {
            if (!places.has(`${id} payload.${name}`))
              expect(there[name], `${what}: ${of} ${id} ${name}`).toEqual(then[name]);
          }
        } else expect(value, `${what}: ${of} ${id} ${column}`).toEqual(was[column]);
      }
    } else if (of === 'every_facts' && attributes.has(`${String(was['subject_id'])} ${String(was['attribute'])}`)) {
      const { superseded_at: _one, ...rest } = was;
      const { superseded_at: _other, ...present } = JSON.parse(is!) as Row;
      expect(present, `${what}: ${of} ${id}`).toEqual(rest);
    } else expect(is, `${what}: ${of} ${id}`).toBe(row);
  }
  const there = new Set(before.map(({ of, id }) => `${of} ${id}`));
  const added = after.filter(({ of, id }) => !there.has(`${of} ${id}`)).map(({ of }) => of);
  const may = records.size + places.size > 0 ? ['every_facts', 'every_captures'] : [];
  expect(
    added.filter((of) => !may.includes(of)),
    what,
  ).toEqual([]);
}

test(
  `after an unmerge every row is what it was before the merge, but for what was changed since (${UNMERGES} from seed ${SEED})`,
  { timeout: 120_000 + UNMERGES * 3_000 },
  async () => {
    const below = seeded(SEED);
    const seen = { unmerged: 0, nested: 0, chained: 0, edited: 0, chosen: 0, several: 0, kept_edits: 0 };
    let person: Person;
    let world: World;
    let edit = 0;

    /** Merges records that are there; some of the fields are chosen. */
    const mergeSome = async (ids: string[], most = 3) => {
      const { merges } = person.browser.panel;
      const left = ids.toSorted(() => below(3) - 1);
      const [kept_id, ...others] = left;
      const merged_ids = others.slice(0, 1 + below(Math.min(most, others.length)));
      const { digest, fields } = await merges.preview.query({ kept_id: kept_id!, merged_ids });
      const choose: Record<string, string> = {};
      for (const { field, values, stays } of fields) {
        const other = values.filter(({ value }) => value !== null)[below(values.length)];
        if (below(3) === 0 && other !== undefined && other.record_id !== stays) choose[field] = other.record_id;
      }
      if (Object.keys(choose).length > 0) seen.chosen += 1;
      if (merged_ids.length > 1) seen.several += 1;
      const { merger_id } = await merges.merge.mutate({ kept_id: kept_id!, merged_ids, choose, digest });
      return { merger_id, kept_id: kept_id!, merged_ids };
    };

    const unmerge = async (merger_id: string) => {
      const { merges } = person.browser.panel;
      const { digest, ...preview } = await merges.unmerge_preview.query({ merger_id });
      const { done_by: _by, done_at: _at, ...said } = preview;
      expect(await merges.unmerge.mutate({ merger_id, digest })).toEqual(said);
      seen.unmerged += 1;
      return preview;
    };

    /** Others change the record that stayed, and one that went over with a merged account. */
    const editSome = async (kind: keyof World, kept_id: string): Promise<Edits> => {
      const edits = noEdits();
      const { values } = person.browser.panel;
      const change = async (record_id: string, field: string, value: unknown) => {
        const isFree = !['industry', 'title', 'owner', 'employee_count'].includes(field);
        await values.set.mutate({ record_id, fields: { [field]: value } });
        edits.places.add(`${record_id} ${isFree ? 'payload.' : ''}${field}`);
        edits.records.add(record_id);
        edits.attributes.add(`${record_id} ${field}`);
      };
      edit += 1;
      const own = { accounts: 'industry', contacts: 'title', prospects: 'title', opps: 'owner', targets: 'industry' }[
        kind
      ];
      if (below(2) === 0) await change(kept_id, own, `Edit ${edit}`);
      if (below(2) === 0) await change(kept_id, 'region', `Edit ${edit}`);
      if (kind === 'accounts') {
        await change(world.contacts[below(4)]!, 'title', `Moved ${edit}`);
        await succeed(person, 'log_capture', { source: 'call', account_id: kept_id, text: `Since then ${edit}.` });
      }
      if (edits.records.size > 0) seen.edited += 1;
      return edits;
    };

    for (let n = 0; seen.unmerged < UNMERGES; n += 1) {
      person = await newPerson(app);
      world = await makeWorld(person, n);
      for (let round = 0; round < OF_A_WORLD && seen.unmerged < UNMERGES; round += 1) {
        const kind = (Object.keys(world) as (keyof World)[])[below(8) < 4 ? 0 : 1 + below(4)]!;
        const what = `seed ${SEED}, world ${n}, round ${round}, ${kind}`;
        const before = await dumpOf(app, person);
        const first = await mergeSome(world[kind], 2);
        const edits = below(3) === 0 ? await editSome(kind, first.kept_id) : noEdits();
        if (below(2) === 0) {
          // Another merge in between, of what is left; perhaps the first one's record becomes part of another.
          const left = world[kind].filter((id) => !first.merged_ids.includes(id));
          const between = await dumpOf(app, person);
          const second = await mergeSome(left);
          seen.nested += 1;
          if (second.merged_ids.includes(first.kept_id)) {
            seen.chained += 1;
            const { merges } = person.browser.panel;
            const refused = merges.unmerge_preview.query({ merger_id: first.merger_id });
            await expect(refused, what).rejects.toThrow(/became part of/);
          }
          await unmerge(second.merger_id);
          expectSame(between, await dumpOf(app, person), noEdits(), `${what}, in between`);
        }
        const { fields } = await unmerge(first.merger_id);
        if (fields.some((field) => field.changed_since)) seen.kept_edits += 1;
        expectSame(before, await dumpOf(app, person), edits, what);
      }
    }
    if (UNMERGES >= 200) for (const [name, count] of Object.entries(seen)) expect(count, name).toBeGreaterThan(0);
    if (process.env['UNMERGES'] !== undefined) process.stdout.write(`${JSON.stringify(seen)}\n`);
  },
);
