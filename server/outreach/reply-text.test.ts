import { expect, test } from 'vitest';
import { newWordsOf } from './reply-text.ts';

const CASES: [what: string, reply: string, said: string][] = [
  ['nothing else', 'Sounds good.', 'Sounds good.'],
  ['a Gmail quote', 'Yes.\n\nOn Tue, Mar 3, 2026 at 9:14 AM Lena <l@x.example> wrote:\n> Interested?\n> Lena', 'Yes.'],
  [
    'a Gmail quote whose first line is wrapped',
    'Yes.\n\nOn Tue, Mar 3, 2026 at 9:14 AM Lena Ortiz\n<lena@vendor.example> wrote:\n> Interested?',
    'Yes.',
  ],
  ['a quote without marks', 'Yes.\n\nOn 3 March 2026, Lena wrote:\nInterested?\nNo thanks is fine too.', 'Yes.'],
  [
    'a reply below the quote',
    'On Thu, Mar 5, 2026 at 5:40 PM Lena <l@x.example> wrote:\n> Want a quote?\n\nNo, please.',
    'No, please.',
  ],
  ['answers between the lines', '> When?\nTuesday.\n> Where?\nHere.', 'Tuesday.\nHere.'],
  ['an Outlook original', 'No.\n\n-----Original Message-----\nFrom: Lena\nSent: Monday\nInterested?', 'No.'],
  ['Outlook headers', 'No.\n\nFrom: Lena <l@x.example>\nSent: Monday\nTo: Tim\nSubject: Hi\n\nInterested?', 'No.'],
  ['Outlook headers in one line', 'No.\nFrom: Lena <l@x.example> Sent: Monday', 'No.'],
  ['a rule above the quote', 'No.\n________________________________\nFrom: Lena', 'No.'],
  [
    'a quote without line breaks',
    'Great, when? On Thu, Mar 5, 2026 at 5:40 PM Lena wrote: Hello, stop?',
    'Great, when?',
  ],
  ['a signature', 'No.\n\n--\nTom\nBook a demo with me', 'No.'],
  ['a sign-off', 'Hi Lena,\n\nNo.\n\nKind regards,\nTom Baker\nAcme Ltd', 'No.'],
  ['a device', 'No.\n\nSent from my iPhone', 'No.'],
  ['a disclaimer', 'No.\n\nThis email and any attachments are confidential and intended for you.', 'No.'],
  ['a sign-off and nothing said', 'Hi Lena,\n\nBest,\nTim', ''],
  ['thanks and nothing else', 'Thanks.', 'Thanks.'],
  ['thanks in the middle', 'Thanks.\nWe are not interested.', 'Thanks.\nWe are not interested.'],
  ['only a quote', '> Interested?\n> Lena', ''],
  ['nothing', '', ''],
  [
    'HTML',
    '<html><head><style>p{color:red}</style></head><body><p>Don&#39;t &amp; won&apos;t<br>ever</p><blockquote>Interested?</blockquote></body></html>',
    "Don't & won't\never",
  ],
  [
    'Gmail HTML',
    '<div dir="ltr">Yes please</div><br><div class="gmail_quote"><div>On Monday</div></div>',
    'Yes please',
  ],
  ['a sentence that begins with On', 'On Tuesday I am free.', 'On Tuesday I am free.'],
  ['words about writing', 'On the form you sent me I wrote: yes', 'On the form you sent me I wrote: yes'],
];

test.each(CASES)('%s', (_, reply, said) => {
  expect(newWordsOf(reply)).toBe(said);
});

test('long replies of any make end', () => {
  for (const part of ['On ', '> ', 'a ', '<div>', '\n', 'From: ', '&amp;', 'On Mon, Jul 6 wrote', '<blockquote']) {
    expect(newWordsOf(part.repeat(100_000 / part.length)).length).toBeLessThanOrEqual(100_000);
  }
});
