/** Words whose forms share no regular ending, each with those forms. */
const FORMS: Record<string, string> = {
  add: 'added adding adds',
  agree: 'agreement agreements',
  approve: 'approval approvals approver approvers',
  be: 'am are is was were been being',
  begin: 'began begun',
  bring: 'brought',
  build: 'built',
  buy: 'bought',
  catch: 'caught',
  choose: 'chose chosen',
  come: 'came',
  compete: 'competitor competitors competition competitions competitive',
  decide: 'decision decisions decider',
  cut: 'cutting',
  die: 'died dies dying',
  do: 'did does done doing',
  expire: 'expiry expiration',
  fall: 'fell fallen',
  feel: 'felt',
  find: 'found',
  fight: 'fought',
  get: 'got gotten getting',
  give: 'gave given',
  go: 'goes went gone going',
  grow: 'grew grown',
  have: 'has had having',
  hear: 'heard',
  hold: 'held',
  keep: 'kept',
  know: 'knew known',
  lead: 'led',
  learn: 'learnt',
  leave: 'left',
  lose: 'lost losing loses',
  make: 'made making',
  mean: 'meant',
  meet: 'met',
  negotiate: 'negotiation negotiations',
  owe: 'owed owes owing',
  pay: 'paid payment payments',
  priority: 'prioritise prioritize prioritised prioritized',
  run: 'ran',
  say: 'said says',
  see: 'saw seen',
  sell: 'sold',
  send: 'sent',
  show: 'shown',
  sign: 'signatory signatories signature signatures signer signers',
  speak: 'spoke spoken',
  spend: 'spent',
  stick: 'stuck',
  take: 'took taken',
  teach: 'taught',
  tell: 'told',
  think: 'thought',
  tie: 'tied ties tying',
  use: 'used uses using',
  win: 'won',
  write: 'wrote written',
  science: 'scientist scientists scientific',
  install: 'installer installers installation installations',
  develop: 'developer developers development',
  design: 'designer designers',
  research: 'researcher researchers',
  farm: 'farmer farmers farming',
  insure: 'insurance insurances insurer insurers insured',
  deliver: 'delivery deliveries',
  perform: 'performance',
  maintain: 'maintenance',
  discover: 'discovery',
  recover: 'recovery',
  retain: 'retention',
  extend: 'extension extensions',
  expand: 'expansion expansions',
  reduce: 'reduction reductions',
  produce: 'production',
  introduce: 'introduction introductions intro intros',
  complain: 'complaint complaints',
  respond: 'response responses',
  propose: 'proposal proposals',
  compare: 'comparison comparisons',
  succeed: 'success successful',
  fail: 'failure failures',
  safe: 'safety',
  invest: 'investor investors investment investments',
  consult: 'consultant consultants consultancy consulting',
  operate: 'operator operators operation operations',
  secure: 'security',
  certify: 'certification certifications certificate certificates',
  biology: 'biologist biologists',
  chemistry: 'chemist chemists',
  economy: 'economist economists',
  engineer: 'engineering',
  translate: 'translation translations translator',
  argue: 'argument arguments',
  believe: 'belief',
  advise: 'advice adviser advisor advisers advisors',
  prove: 'proof',
  invite: 'invitation invitations',
  inspect: 'inspector inspectors inspection inspections',
  audit: 'auditor auditors',
  print: 'printer printers',
  lease: 'leasing',
  own: 'owning owned owns',
  train: 'trainer trainers',
  recruit: 'recruiter recruiters recruitment',
  broker: 'brokerage',
  law: 'legislation',
  person: 'persons',
  criterion: 'criteria criterias',
  analysis: 'analyses',
};

const FORMS_OF_WORD = new Map(Object.entries(FORMS).map(([word, forms]) => [word, forms.split(' ')]));
const WORD_OF_FORM = new Map([...FORMS_OF_WORD].flatMap(([word, forms]) => forms.map((form) => [form, word] as const)));

/** A word with those of its forms that no stemmer brings together, for a search that stems by itself. */
export function formsOf(word: string): string[] {
  const base = WORD_OF_FORM.get(word) ?? word;
  return [...new Set([word, base, ...(FORMS_OF_WORD.get(base) ?? [])])];
}

const VOWEL = /[aeiouy]/;
/** Words that only look like forms of others. */
const WHOLE = new Map([
  ['quite', 'quite'],
  ['accounting', 'accounting'],
  ['accountant', 'accounting'],
  ['accountants', 'accounting'],
  ['department', 'department'],
  ['departments', 'department'],
  ['accessibility', 'accessibility'],
  ['accessible', 'accessibility'],
]);

/** How often a consonant follows a vowel: Porter's measure of a stem. */
const measure = (stem: string) =>
  stem.replaceAll(/^[^aeiouy]+|y(?=[aeiou])/g, '').match(/[aeiouy][^aeiouy]/g)?.length ?? 0;

/** Ends in consonant, vowel, consonant: such a stem keeps its final e, so that `noted` is a note and not a not. */
const SHORT = /[^aeiou][aeiouy][^aeiouwxy]$/;

const SECOND: [string, string][] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['ization', 'ize'],
  ['isation', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
  ['ically', 'ic'],
  ['fully', 'ful'],
  ['ously', 'ous'],
  ['ively', 'ive'],
  ['ally', 'al'],
  ['ently', 'ent'],
  ['ise', 'ize'],
];
const THIRD =
  /(?:ement|ment|ence|ance|able|ible|ness|icate|ative|alize|ical|ful|ant|ent|ism|ate|iti|ous|ive|ize|ion|al|ic)$/;

function withoutInflection(word: string): string {
  let stem = word;
  if (/(?:ss|sh|ch|x|z)es$/.test(stem)) stem = stem.slice(0, -2);
  else if (stem.endsWith('ies')) stem = stem.length > 4 ? `${stem.slice(0, -3)}y` : stem.slice(0, -1);
  else if (/[^su]s$/.test(stem)) stem = stem.slice(0, -1);
  const ending = /(?:ed|ing)$/.exec(stem);
  if (stem.endsWith('ied') && stem.length > 4) return `${stem.slice(0, -3)}y`;
  if (stem.endsWith('eed') && stem.length > 4) return stem.slice(0, -1);
  if (ending === null) return stem;
  const root = stem.slice(0, ending.index);
  if (!VOWEL.test(root) || root.length < 2) return stem;
  if (/([bdfgmnprt])\1$/.test(root)) return root.slice(0, -1);
  return /(?:at|bl|iz)$/.test(root) || (measure(root) === 1 && SHORT.test(root)) ? `${root}e` : root;
}

const stems = new Map<string, string>();
const MOST_STEMS = 20_000;

function made(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word.length > 3 ? word : word.replace(/^([a-z]{2})s$/, '$1');
  const plain = withoutInflection(word);
  if (plain.length < 4) return plain;
  let stem = plain.endsWith('y') && /[^aeiou]/.test(plain.slice(0, -1)) ? `${plain.slice(0, -1)}i` : plain;
  for (const [from, to] of SECOND) {
    if (!stem.endsWith(from)) continue;
    const root = stem.slice(0, -from.length);
    if (measure(root) > 0) stem = root + to;
    break;
  }
  const suffix = THIRD.exec(stem);
  if (suffix !== null) {
    const root = stem.slice(0, suffix.index);
    if (measure(root) > 1 && (suffix[0] !== 'ion' || /[st]$/.test(root))) stem = root;
  }
  const root = stem.replace(/e$/, '');
  const keepsE = measure(root) === 1 && SHORT.test(root);
  return (keepsE ? stem : root).replace(/ll$/, 'l').replace(/(?<=.{2})i$/, 'y');
}

/** What the forms of one English word share: `signs`, `signed` and `signing` are all `sign`. */
export function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = WHOLE.get(word) ?? made(WORD_OF_FORM.get(word) ?? word);
  if (stems.size < MOST_STEMS) stems.set(word, stem);
  return stem;
}
