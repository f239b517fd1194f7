import { expect, test } from 'vitest';
import { saysNothing } from './says-nothing.ts';

test.each([
  'N/A',
  'n.a.',
  'NA',
  'unknown',
  'Unknown.',
  '-',
  '--',
  '—',
  '?',
  '???',
  '…',
  'TBD',
  'tbc',
  'null',
  'k.A.',
  'unbekannt',
])('%s says nothing', (text) => expect(saysNothing(text)).toBe(true));

test.each(['None', 'no competitor', 'Nadia', 'unknown to us until May', '3', 'Not before Q3', 'TBD by legal', 'はい'])(
  '%s says something',
  (text) => expect(saysNothing(text)).toBe(false),
);
