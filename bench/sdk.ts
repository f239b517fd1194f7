// MCP log_capture with all it does, beside servers of the official SDK whose tool of that name does nothing.
import { startProgram } from './environment.ts';
import { type Reached, TO_SDK } from './goals.ts';
import { interleave, type Rounds } from './interleave.ts';
import type { Running } from './transports.ts';
import { callOf } from './workload.ts';

const VERSIONS = [1, 2] as const;

/** Measures at 16 and 64 connections; each SDK in the protocol's revision that it is made for. */
export async function measureSdk(ours: Running, rounds: Omit<Rounds, 'connections'>) {
  const reached: Reached[] = [];
  const rows: object[] = [];
  process.stdout.write(
    '\nMCP log_capture beside an empty tool of the official SDK (own ms: processor time of a call)\n',
  );
  for (const version of VERSIONS) {
    const server = await startProgram<{ url: string }>(['bench/sdk-server.ts', String(version)]);
    const spoken = version === 1 ? 'mcp' : 'mcp-modern';
    for (const connections of [16, 64]) {
      const empty = callOf('log_capture', spoken, ours.places, 'cap_none');
      const targets = [
        { name: 'empty' as const, base: server.url, pid: server.pid, call: empty },
        { name: 'ours' as const, base: ours.url, pid: ours.pid, call: callOf('log_capture', spoken, ours.places) },
      ];
      const figures = await interleave(targets, { connections, ...rounds });
      const [sdk, own] = [figures.get('empty')!, figures.get('ours')!];
      process.stdout.write(
        `  SDK ${version}.x, ${String(connections).padStart(2)} connections: ${Math.round(sdk.perSecond)} calls/s (${sdk.ownMs.toFixed(3)} own ms), ` +
          `service ${Math.round(own.perSecond)} (${own.ownMs.toFixed(3)})\n`,
      );
      rows.push({ version, connections, sdk, own });
      reached.push({ ...TO_SDK[version][connections]!, value: own.perSecond / sdk.perSecond });
    }
  }
  return { rows, reached };
}
