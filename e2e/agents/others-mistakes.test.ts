import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { AppContext, Tenant } from '../harness/app.ts';
import { useQuietApp } from '../harness/shared-app.ts';
import { Records } from '../harness/records.ts';
import { type Answer, callTool } from '../harness/transports.ts';

/**
 * Mistakes that somebody wrote who had seen the tool list alone, and how each ends: `refused` by what names the field or
 * value, `taken` with a warning, or `ok`, where nothing is lost. `names` is what the refusal or warning says.
 */
type OthersMistake = {
  tool: string;
  arguments: unknown;
  mistake: string;
  intent: string;
  ends: 'refused' | 'taken' | 'ok';
  names?: string;
};

const MISTAKES = JSON.parse(
  readFileSync(new URL('others-mistakes.json', import.meta.url), 'utf8'),
) as readonly OthersMistake[];

let app: AppContext;
let tenant: Tenant;
const values = new Map<string, string>();

useQuietApp(async (started) => {
  app = started;
  tenant = await app.newTenant();
  const records = new Records(app, tenant);
  for (const [name, type] of Object.entries({
    $ACCOUNT: 'account',
    $CONTACT: 'contact',
    $DRAFT: 'draft',
    $MEETING: 'meeting',
    $OPP: 'opp',
    $PROSPECT: 'prospect',
    $TEAM: 'team',
    $USER: 'user',
  } as const)) {
    values.set(name, await records.id(type));
  }
  values.set('$RUN', (await tenant.rest('start_run', { plugin: 'deal-desk', skill: 'follow-up' })).body.run_ref);
});

const filled = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(/\$[A-Z]+/g, (name) => values.get(name) ?? name));

const said = ({ error, result }: Answer) =>
  error === undefined
    ? ((result?.['warnings'] ?? []) as { path: string; message: string }[])
        .map(({ path, message }) => `${path}: ${message}`)
        .join('\n')
    : [error.message, error.hint, ...(error.issues ?? []).map(({ path, message }) => `${path}: ${message}`)].join('\n');

const endOf = ({ error, result }: Answer) =>
  error !== undefined ? 'refused' : result?.['warnings'] === undefined ? 'ok' : 'taken';

test.each(MISTAKES)('$tool: $mistake', async ({ tool, arguments: given, ends, names }) => {
  const answer = await callTool('mcp', tool, filled(given), { baseUrl: app.baseUrl, key: tenant.key });
  expect(answer.error?.code, answer.text).not.toBe('internal');
  expect(endOf(answer), answer.text).toBe(ends);
  if (names !== undefined) expect(said(answer)).toContain(names);
});
