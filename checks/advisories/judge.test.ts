import { describe, expect, test } from 'vitest';
import { advisoriesIn, problemsOf, problemsOfList } from './judge.ts';
import accepted from './accepted.json' with { type: 'json' };

const advisory = (id: string, severity: string) => ({
  name: 'left-pad',
  url: `https://advisories.example/${id}`,
  title: 'Reads too much',
  severity,
});

const report = {
  auditReportVersion: 2,
  vulnerabilities: {
    'left-pad': { via: [advisory('GHSA-aaaa-bbbb-cccc', 'high'), advisory('GHSA-dddd-eeee-ffff', 'moderate')] },
    padder: { via: ['left-pad', advisory('GHSA-aaaa-bbbb-cccc', 'high')] },
  },
};

const ACCEPTED = { id: 'GHSA-aaaa-bbbb-cccc', reason: 'The function is not called here.', until: '2027-01-31' };

describe('a report', () => {
  const found = advisoriesIn(report)!;

  test('names each advisory once', () => {
    expect(found.map(({ id }) => id)).toEqual(['GHSA-aaaa-bbbb-cccc', 'GHSA-dddd-eeee-ffff']);
  });

  test('fails on what is serious and not accepted, or no longer', () => {
    expect(problemsOf(found, [], '2026-12-01')).toEqual(['GHSA-aaaa-bbbb-cccc (high) in left-pad: Reads too much']);
    expect(problemsOf(found, [ACCEPTED], '2026-12-01')).toEqual([]);
    expect(problemsOf(found, [ACCEPTED], '2027-02-01')).toHaveLength(1);
  });

  test.each([[{ message: '405 Method Not Allowed', statusCode: 405 }], [{ error: { code: 'ENOTFOUND' } }], [null]])(
    'of a registry that did not answer is none',
    (answer) => {
      expect(advisoriesIn(answer)).toBeUndefined();
    },
  );

  test('without advisories is one', () => {
    expect(advisoriesIn({ vulnerabilities: {} })).toEqual([]);
  });
});

test('an accepted advisory has an id, a reason and a day', () => {
  expect(problemsOfList(accepted)).toEqual([]);
  expect(problemsOfList([{ id: 'GHSA-1', reason: 'later', until: 'soon' }])).toHaveLength(1);
  expect(problemsOfList([ACCEPTED])).toEqual([]);
});
