import { expect, test } from 'vitest';
import { statement } from '../db/statement.ts';
import type { AppContext } from './harness/app.ts';
import { useApp } from './harness/shared-app.ts';
import { startRun } from './harness/runs.ts';
import { inside } from './harness/tool-test.ts';

let app: AppContext;

useApp((started) => {
  app = started;
});

test('a start, a report and a sync are kept as facts with their provenance', async () => {
  const who = await app.newTenant();
  const { run_ref } = await startRun(who);
  await who.rest('emit_telemetry', { run_id: run_ref, counts: { drafts: 2 }, account_ref: 'Acme' });
  await who.rest('sync_brain', { scope: 'icp-registry', payload: {} });
  await who.rest('sync_brain', { scope: 'icp-registry', payload: {} });
  const facts = await inside<Record<string, unknown>>(
    app,
    who,
    statement(
      'test_control_facts',
      'SELECT attribute, value, sentence, tool, key_id, superseded_at FROM facts ORDER BY id',
    ),
    [],
  );
  expect(facts).toMatchObject([
    {
      attribute: 'run_outcome',
      value: 'running',
      sentence: 'The run of pipeline-review (deal-desk) is running.',
      tool: 'start_run',
      superseded_at: expect.anything(),
    },
    {
      attribute: 'run_outcome',
      value: 'ok',
      sentence: 'The run of pipeline-review (deal-desk) about Acme ended ok: 2 drafts.',
      tool: 'emit_telemetry',
      key_id: who.keyId,
    },
    { attribute: 'brain_version', value: '1', superseded_at: expect.anything() },
    { attribute: 'brain_version', value: '2', superseded_at: null },
  ]);
});
