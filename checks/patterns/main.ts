// Proves of every pattern in the sources that it takes linear time on any text. Run: npm run patterns
import { growthOf, type Verdict } from './ambiguity.ts';
import { everyPattern } from './sources.ts';

const { patterns, unseen } = await everyPattern();
const verdicts = new Map<string, Verdict>();
let bad = 0;
const say = (line: string) => {
  bad += 1;
  process.stderr.write(`${line}\n`);
};
for (const { at, source, flags } of patterns) {
  // Flags for how often and from where a pattern is tried do not change its cost per search.
  const key = `/${source}/${flags.replaceAll(/[dgy]/g, '')}`;
  const verdict = verdicts.get(key) ?? growthOf(source, flags);
  verdicts.set(key, verdict);
  if (verdict.growth === 'linear') continue;
  const why = verdict.growth === 'unproved' ? verdict.why : `by a text that repeats ${JSON.stringify(verdict.pump)}`;
  say(`${at}: ${verdict.growth}: ${why}: ${key.slice(0, 200)}`);
}
for (const at of unseen) say(`${at}: composes a pattern after its module is loaded, so nothing proves what it takes`);
if (bad === 0) process.stdout.write(`${verdicts.size} patterns, all linear\n`);
// Some modules open handles that keep the process alive.
process.exit(bad === 0 ? 0 : 1);
