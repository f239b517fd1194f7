/** What a text repeats, or is made of, to make reading it slow. */
export const ADVERSARIAL: Record<string, (length: number) => string> = {
  'one letter': repeated('a'),
  'a long link among few words': (length) => `See https://meet.example/${'abc'.repeat(length / 3)} of the call`,
  'nested marks': (length) => '('.repeat(length / 2) + ')'.repeat(length / 2),
  punctuation: repeated('.,;:!?'),
  capitals: repeated('ABC '),
  names: repeated('Dana Hall '),
  digits: repeated('1 2.3-4/'),
  spaces: (length) => `a${' '.repeat(length - 2)}b`,
  'no-break spaces': (length) => `a${'\u00a0 '.repeat(length / 2 - 1)}b`,
  quotes: repeated('"\'“”'),
  'quoted lines': repeated('> \n'),
  hyphens: repeated('-'),
  newlines: repeated('\n'),
  'short lines': repeated('ab\n'),
  headings: repeated('## a #\n'),
  'hashes and spaces': (length) => `# a${' #\t'.repeat(length / 3)}.`,
  'mixed scripts': repeated('Àa日本語 אב ۱۲ '),
  'open tags': repeated('<p <blockquote '),
  styles: repeated('<style></head>'),
  entities: repeated('&amp;&lt;'),
  'quote lines': repeated('On Mon, Jul 6 Dana\n'),
  abbreviations: repeated('Dr. '),
  'cues of interest': repeated('send any further '),
  questions: repeated('is it? '),
  'joined questions': repeated('who is it and , '),
  addresses: repeated('a.b@c.'),
  'cells of nothing': repeated(',"a"'),
};

function repeated(part: string) {
  return (length: number) => part.repeat(Math.ceil(length / part.length)).slice(0, length);
}
