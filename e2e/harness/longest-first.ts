import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** What takes longest on a quiet machine, slowest first: begun last, it would run alone at the end. */
const SLOW = [
  'e2e/panel-desk-browser',
  'e2e/crash',
  'e2e/panel-phone-browser',
  'e2e/publisher',
  'e2e/panel-layers-browser',
  'e2e/panel-dialogs-browser',
  'e2e/webhooks',
  'e2e/adding-a-tool',
  'e2e/panel-keyboard-browser',
  'e2e/panel-drafts-browser',
  'e2e/panel-keys-browser',
  'e2e/contract',
  'e2e/upgrade',
  'e2e/panel-procedures',
  'e2e/start-errors',
  'e2e/scheduled-drafts',
  'e2e/fuzz',
  'e2e/admin',
  'e2e/bad-input',
];

const place = ({ moduleId }: TestSpecification): number => {
  const found = SLOW.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return found === -1 ? SLOW.length : found;
};

/** Starts the slow files first, where Vitest goes by the size of a file it has not run yet. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}
