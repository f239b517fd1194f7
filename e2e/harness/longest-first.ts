import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** What takes longest on a quiet machine, slowest first, then the browser's: begun last, it would run alone at the end. */
const SLOW = [
  'e2e/crash',
  'e2e/adding-a-tool',
  'e2e/publisher',
  'e2e/publisher-platforms',
  'e2e/webhooks',
  'e2e/undo-large',
  'e2e/contract',
  'e2e/panel-procedures',
  'e2e/restore',
  'e2e/start-errors',
  'e2e/admin',
  'e2e/docs',
  'e2e/upgrade',
  'e2e/panel-sign-in',
  'e2e/studio',
  'e2e/webhook-time-limits',
  'e2e/isolation',
  'e2e/fuzz',
  'e2e/adversarial-texts',
  'e2e/imports',
  'e2e/outcome',
  'e2e/webhooks-crash',
  'e2e/undo-property',
  'e2e/two-processes',
  'e2e/retention',
  'e2e/bad-input',
  'e2e/panel-work',
  'e2e/scheduled-drafts',
  'e2e/changesets-property',
  'e2e/peoples-values',
  'e2e/panel-dialogs-browser',
  'e2e/panel-desk-browser',
  'e2e/panel-phone-browser',
  'e2e/panel-layers-browser',
  'e2e/records-browser',
  'e2e/panel-drafts-browser',
  'e2e/docs-browser',
  'e2e/changesets-browser',
  'e2e/panel-keys-browser',
  'e2e/duplicates-browser',
  'e2e/panel-second-factor-browser',
  'e2e/proposed-values-browser',
  'e2e/oauth-browser',
  'e2e/panel-keyboard-browser',
  'e2e/panel-undo-browser',
  'e2e/dev',
  'e2e/privacy-browser',
];

const place = ({ moduleId }: TestSpecification): number => {
  const found = SLOW.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return found === -1 ? SLOW.length : found;
};

/**
 * Starts the slow files first, where Vitest goes by the size of a file it has not run yet; but all of a project together:
 * a worker ends, with its service and all it has imported, where the next file is another project's.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
    return [...Map.groupBy(sorted, ({ project }) => project).values()].flat();
  }
}
