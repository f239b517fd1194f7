// The three tools over each transport, beside the bare program: calls a second, times, processor time of a call.
import { type Goal, TO_BARE, P99, type Reached } from './goals.ts';
import { type Figures, interleave, type Rounds, type Target } from './interleave.ts';
import { callOf, type Place, type Spoken, type Tool } from './workload.ts';

/** `capture, bare` is the yardstick of every tool; `bare` is the same tool there; `beside` is another checkout's REST. */
export type Name = 'capture, bare' | 'bare' | 'REST' | 'MCP' | 'REST, beside';

/** A running program and the workspaces it holds. */
export type Running = { url: string; pid: number; places: Place[]; postmaster?: number | undefined };

export type Programs = { bare: Running; ours: Running; beside?: Running | undefined };

export type Row = { connections: number; tool: Tool; name: Name; toCapture: number; toBare: number } & Figures;

const say = (line = '') => process.stdout.write(`${line}\n`);

function targetsOf(tool: Tool, { bare, ours, beside }: Programs): Target<Name>[] {
  const target = (name: Name, { url, pid, places, postmaster }: Running, what: Tool, spoken: Spoken) => ({
    name,
    base: url,
    pid,
    postmaster,
    call: callOf(what, spoken, places),
  });
  return [
    target('capture, bare', bare, 'log_capture', 'rest'),
    ...(tool === 'log_capture' ? [] : [target('bare', bare, tool, 'rest')]),
    target('REST', ours, tool, 'rest'),
    ...(beside === undefined ? [] : [target('REST, beside', beside, tool, 'rest')]),
    ...(tool === 'read_account' ? [] : [target('MCP', ours, tool, 'mcp')]),
  ];
}

const HEAD =
  'conn  tool            transport       calls/s   p50 ms   p99 ms   own ms   db ms  /capture  (rounds)        /bare';

function sayRow({ connections, tool, name, toCapture, toBare, ...figures }: Row, yardstick: number[]) {
  const each = figures.rounds.map((one, round) => one / yardstick[round]!);
  const ours = name !== 'capture, bare' && name !== 'bare';
  const cells = [
    String(connections).padStart(4),
    tool.padEnd(14),
    name.padEnd(13),
    Math.round(figures.perSecond).toLocaleString('en').padStart(8),
    figures.p50.toFixed(2).padStart(7),
    figures.p99.toFixed(2).padStart(7),
    figures.ownMs.toFixed(3).padStart(7),
    figures.databaseMs.toFixed(3).padStart(6),
    toCapture.toFixed(2).padStart(8),
    (ours ? `(${Math.min(...each).toFixed(2)} to ${Math.max(...each).toFixed(2)})` : '').padEnd(14),
    (ours ? toBare.toFixed(2) : '').padStart(6),
  ];
  say(cells.join('  ').trimEnd());
}

/** Measures tools at each number of connections and prints a row of each. */
export async function measureTransports(
  title: string,
  programs: Programs,
  {
    tools,
    connections,
    ...rounds
  }: { tools: readonly Tool[]; connections: readonly number[] } & Omit<Rounds, 'connections'>,
): Promise<Row[]> {
  const rows: Row[] = [];
  say(`\n${title} (own ms, db ms: processor time of a call in the program and in PostgreSQL)`);
  say(HEAD);
  for (const many of connections) {
    for (const tool of tools) {
      const figures = await interleave(targetsOf(tool, programs), { connections: many, ...rounds });
      const capture = figures.get('capture, bare')!;
      const bare = figures.get('bare') ?? capture;
      for (const [name, own] of figures) {
        const row: Row = {
          connections: many,
          tool,
          name,
          ...own,
          toCapture: own.perSecond / capture.perSecond,
          toBare: own.perSecond / bare.perSecond,
        };
        rows.push(row);
        sayRow(row, capture.rounds);
      }
    }
  }
  return rows;
}

/** What of the goals was measured on PostgreSQL. */
export function reachedOnPostgres(rows: readonly Row[]): Reached[] {
  const rest = rows.filter(({ name }) => name === 'REST');
  const reached = rest.flatMap(({ tool, connections, toBare, toCapture }): Reached[] => {
    const goal: Goal | undefined = TO_BARE[tool]?.[connections];
    return goal === undefined ? [] : [{ ...goal, value: tool === 'verify_session' ? toCapture : toBare }];
  });
  const at16 = (wanted: Name) =>
    rows.find((row) => row.connections === 16 && row.tool === 'log_capture' && row.name === wanted);
  const [own, bare] = [at16('REST'), at16('capture, bare')];
  return own === undefined || bare === undefined ? reached : [...reached, { ...P99, value: own.p99 / bare.p99 }];
}
