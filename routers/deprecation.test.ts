import { expect, test } from 'vitest';
import { deprecationProblems, sunsetDate } from './deprecation.ts';

const advice = 'Call read_account.';

test('180 days of notice are enough, 179 are not', () => {
  expect(deprecationProblems({ announced: '2026-01-01', sunset: '2026-06-30', advice })).toEqual([]);
  expect(deprecationProblems({ announced: '2026-01-01', sunset: '2026-06-29', advice })).toEqual([
    'is deprecated with 179 days of notice; at least 180 are promised',
  ]);
  expect(deprecationProblems({ announced: '2026-06-30', sunset: '2026-01-01', advice })).toHaveLength(1);
});

test.each(['2026-1-01', '2026-02-30', '2026-13-01', 'soon', '2026-01-01T00:00:00Z', ''])('%j is no day', (day) => {
  const fine = '2026-01-01';
  expect(deprecationProblems({ announced: day, sunset: '2027-01-01', advice })[0]).toContain('is no day');
  expect(deprecationProblems({ announced: fine, sunset: day, advice })[0]).toContain('is no day');
});

test('it must say what to use instead', () => {
  expect(deprecationProblems({ announced: '2026-01-01', sunset: '2027-01-01', advice: '' })).toHaveLength(1);
});

test('the sunset is an HTTP date', () => {
  expect(sunsetDate({ announced: '2026-01-01', sunset: '2026-12-31', advice })).toBe('Thu, 31 Dec 2026 00:00:00 GMT');
});
