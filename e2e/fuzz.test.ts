import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { registry } from '../routers/index.ts';
import type { AppContext, Tenant } from './harness/app.ts';
import { useApp } from './harness/shared-app.ts';
import { anyInput } from './harness/any-input.ts';
import { Records } from './harness/records.ts';
import { envelopeProblems, outputProblems } from './harness/schemas.ts';

/** Generated calls of every tool: whatever the input, a result of its output schema or the envelope, never a 5xx. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 40);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_260_301);

let app: AppContext;
let tenant: Tenant;

useApp(async (started) => {
  app = started;
  tenant = await app.newTenant();
});

describe.each([...registry.values()])('$name', (tool) => {
  test('answers anything with its result or the envelope', async () => {
    const input = anyInput(tool, await new Records(app, tenant).exampleOf(tool));
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(input, async (generated) => {
        const { status, body, text } = await tenant.rest(tool.name, JSON.stringify(generated));
        if (status === 200) accepted += 1;
        const problems = status === 200 ? outputProblems(tool, body) : envelopeProblems(body);
        if (status >= 500) problems.push(`answered ${status}`);
        expect(problems, text.slice(0, 1_000)).toEqual([]);
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: process.env['FUZZ_SHRINK'] === undefined },
    );
    // The generator is no use when nothing it makes is taken.
    expect(accepted).toBeGreaterThan(0);
  });
});
