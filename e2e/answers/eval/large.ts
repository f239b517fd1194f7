import { questionSet, split, type Step } from '../question-sets.ts';

/** Sentences of one note; the service takes at most 200 of them as facts. */
const PER_NOTE = 8;

const PEOPLE = 'Imke Piers Maud Tomas Ravi Odile Gwen Sanjay Petra Yusuf Astrid Lorenzo Bea Hugo Nadia Cormac'.split(
  ' ',
);
const FAMILIES = 'Vos Holt Tierney Berg Farrant Abara Mehta Lindqvist Haddad Moretti Okoye Brandt Salas Keane'.split(
  ' ',
);
const THINGS =
  'rollout,pilot,training,security review,integration,data migration,reporting module,mobile app,support contract,reference visit'.split(
    ',',
  );
const MONTHS = 'January February March April May June July September October November'.split(' ');
const PATTERNS = [
  '{p} wants the {t} in {m}, before the audit.',
  'Spoke with {p}: the {t} cut handling time by {n} percent.',
  '{p} asked for a second session on the {t} and {n} references.',
  'The {t} slipped to {m} because {p} is short of {n} people.',
  '{n} users took part in the {t} at the second site.',
  '{p} is worried about the cost of the {t}.',
  'The budget of the {t} is {n} thousand a year, says {p}.',
  'Next call with {p} in {m}, together with finance, about the {t}.',
  '{p} thinks that the {t} is too slow for the night shift.',
  '{p} will answer on the {t} once legal has seen the data processing agreement.',
];

/** Notes made by rule, all different, once what people wrote is used up. */
function* madeUp(): Generator<string> {
  for (let n = 0; ; n += 1) {
    const of = (words: readonly string[], step: number) => words[Math.floor(n / step + n * 7) % words.length]!;
    yield of(PATTERNS, 1)
      .replace('{p}', `${of(PEOPLE, 3)} ${of(FAMILIES, 5)}`)
      .replace('{t}', of(THINGS, 11))
      .replace('{m}', of(MONTHS, 2))
      .replace('{n}', String(2 + ((n * 13) % 96)));
  }
}

const sentencesOf = (steps: readonly Step[]) =>
  steps.flatMap(([tool, input]) => (tool === 'log_capture' ? String(input['text']).split(/(?<=[.!?])\s+/) : []));

/**
 * Notes for an account up to `texts` text facts, half of them older than its own and half newer: what people wrote about
 * the accounts of the other sets, and then notes made by rule.
 */
export function fillerFor(
  name: string,
  account: string,
  steps: readonly Step[],
  texts: number,
): { before: Step[]; after: Step[] } {
  const own = sentencesOf(steps).length;
  const others = [...split.fitted, ...split.unseen.filter((each) => /others-[34]/.test(each))]
    .filter((each) => each !== name)
    .flatMap((each) => Object.values(questionSet(each).accounts))
    .flatMap((each) => sentencesOf(each.steps));
  const sentences: string[] = [];
  const rest = madeUp();
  // Another place to begin for each account, so that they do not all hold the same.
  const start = [...account].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % Math.max(1, others.length);
  while (sentences.length < texts - own) {
    const next = sentences.length < others.length ? others[(start + sentences.length) % others.length]! : null;
    sentences.push(next ?? rest.next().value!);
  }
  const notes: Step[] = [];
  for (let from = 0; from < sentences.length; from += PER_NOTE) {
    const text = sentences.slice(from, from + PER_NOTE).join(' ');
    notes.push(['log_capture', { source: 'call', text, account_id: '$acc' }]);
  }
  const half = Math.ceil(notes.length / 2);
  return { before: notes.slice(0, half), after: notes.slice(half) };
}
