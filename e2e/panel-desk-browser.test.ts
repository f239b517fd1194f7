import { describe, test } from 'vitest';
import { barriersDayAndNight, missingBrowser } from './harness/browser.ts';
import { type Panel, usePanel } from './harness/panel.ts';
import { everyPageHolds } from './harness/panel-pages.ts';

const HOSTILE = '<img src=x onerror="window.owned=1">';

describe.skipIf(missingBrowser !== undefined)('the panel on a desk', { timeout: 600_000 }, () => {
  let panel: Panel;
  usePanel((started) => (panel = started));

  test('every page: no complaint, no barrier by day or night, nothing that moves by itself or sticks out; names stay text', () =>
    everyPageHolds(panel, {}, HOSTILE, 'visit', barriersDayAndNight));
});
