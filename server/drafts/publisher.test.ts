import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const files = globSync('{adapters,bench,client,db,e2e,routers,server,web}/**/*.ts', { cwd: ROOT });

const importsOf = (path: string) =>
  Array.from(readFileSync(`${ROOT}/${path}`, 'utf8').matchAll(/from\s+'([^']+)'|import\(\s*'([^']+)'/g)).map(
    ([, from, lazily]) => from ?? lazily!,
  );

test('only drafts can publish: no router, transport or other domain imports the publisher', () => {
  expect(files).toContain('routers/studio/studio-review-draft.ts');
  const importers = files.filter((path) => importsOf(path).some((from) => from.endsWith('/publisher.ts')));
  const allowed = importers.filter((path) => path.endsWith('.test.ts') || path.startsWith('server/drafts/'));
  expect(importers).toContain('e2e/studio.test.ts');
  expect(importers).toEqual(allowed);
});

const TAKES_ON_THE_ROLE = /\b(?:fork|forkAs|as)(?:<[^(]*>)?\([^)]*ROLES\.publisher/;

const ITS_STATEMENTS = /\b(?:claimDraft|settleDraft|releaseDraft)\b/;

test.each([
  { what: "takes on the publisher's role", sign: TAKES_ON_THE_ROLE },
  { what: "runs the publisher's statements", sign: ITS_STATEMENTS },
])('nothing outside the drafts domain $what', ({ sign }) => {
  const found = files
    .filter((path) => !path.endsWith('.test.ts') && !path.startsWith('db/'))
    .filter((path) => sign.test(readFileSync(`${ROOT}/${path}`, 'utf8')));
  expect(found).toContain('server/drafts/publisher.ts');
  expect(found.filter((path) => !path.startsWith('server/drafts/'))).toEqual([]);
});
