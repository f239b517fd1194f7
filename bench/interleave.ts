// Measures several programs in turn, many short rounds, so that other load on the machine affects all alike.
import { type Call, drive, type Measured, percentile } from './load.ts';
import { postgresMs, processorMs } from './processor-time.ts';

/** A program's call. `shared` is what it spends processor time in besides its own process, such as the postmaster. */
export type Target<Name extends string> = {
  name: Name;
  base: string;
  call: Call;
  pid: number;
  postmaster?: number | undefined;
};

/** Times in milliseconds; `ownMs` and `databaseMs` are processor time of one call. */
export type Figures = {
  perSecond: number;
  p50: number;
  p99: number;
  ownMs: number;
  databaseMs: number;
  /** Calls a second of each round. */
  rounds: number[];
};

/** How long a round takes: a time, or a number of calls, where the time that others leave us changes. */
export type Length = { seconds: number } | { calls: number };

export type Rounds = { connections: number; rounds: number; each: Length; warmUp: Length };

type Round = Measured & { ownMs: number; databaseMs: number };

async function measure<Name extends string>(target: Target<Name>, connections: number, length: Length): Promise<Round> {
  const { base, call, pid, postmaster } = target;
  const before = [processorMs(pid), postgresMs(postmaster)] as const;
  const measured = await drive(base, call, { connections, ...length });
  return { ...measured, ownMs: processorMs(pid) - before[0], databaseMs: postgresMs(postmaster) - before[1] };
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** The figures of all targets, by name. */
export async function interleave<Name extends string>(
  targets: readonly Target<Name>[],
  { connections, rounds, each, warmUp }: Rounds,
): Promise<Map<Name, Figures>> {
  for (const target of targets) await measure(target, connections, warmUp);
  const all = new Map<Name, Round[]>(targets.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    // Every other round backwards: what grows while it is measured weighs on none more than on another.
    const order = round % 2 === 0 ? targets : targets.toReversed();
    for (const target of order) all.get(target.name)!.push(await measure(target, connections, each));
  }
  return new Map(
    [...all].map(([name, measured]) => {
      const sorted = measured.flatMap(({ latencies }) => latencies).sort((a, b) => a - b);
      const calls = sum(measured.map((one) => one.calls));
      const figures: Figures = {
        perSecond: calls / sum(measured.map((one) => one.seconds)),
        p50: percentile(sorted, 0.5),
        p99: percentile(sorted, 0.99),
        ownMs: sum(measured.map((one) => one.ownMs)) / calls,
        databaseMs: sum(measured.map((one) => one.databaseMs)) / calls,
        rounds: measured.map((one) => one.calls / one.seconds),
      };
      return [name, figures];
    }),
  );
}
