import { expect, test } from 'vitest';
import { isProfileLink } from './profile-link.ts';

test.each([
  'https://www.linkedin.com/in/ada-lovelace/?trk=a:b',
  'HTTP://linkedin.com/in/ada',
  'https://www.linkedin.com/in/jürgen-müller',
  'linkedin.com/in/ada',
  'in/ada',
  '/in/ada/',
  'company/acme',
  'ada-lovelace',
  '@ada',
])('%j is a link to a profile', (text) => {
  expect(isProfileLink(text)).toBe(true);
});

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'ftp://linkedin.com/in/ada',
  'mailto:ada@acme.com',
  'https://',
  'https://linkedin.com/in/\u202Eada',
  'https://linkedin.com\\@evil.example',
  'https://linkedin.com/in/ada lovelace',
  'Ada Lovelace',
  'in/ada\u200B',
  '<b>',
])('%j is none', (text) => {
  expect(isProfileLink(text)).toBe(false);
});
