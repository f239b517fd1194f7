// Captures as agents log them: three sentences each, of the notes in the question sets, varied by a seeded generator.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SETS = fileURLToPath(new URL('../e2e/answers/', import.meta.url));

/** A sentence among others, with a beginning and an end of its own. */
const SENTENCE = /^\p{Lu}[^\n]{30,180}[.!?]$/u;

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function sentences(): string[] {
  const notes = readdirSync(SETS)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => textsIn(JSON.parse(readFileSync(`${SETS}${name}`, 'utf8'))))
    .filter((text) => text.length >= 60);
  return [...new Set(notes.flatMap((text) => text.split(/(?<=[.!?]) (?=\p{Lu})/u)))].filter((one) =>
    SENTENCE.test(one),
  );
}

/** Numbers from 0 to 1, the same at every run (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** `count` different texts of three sentences. */
export function captureTexts(count: number): string[] {
  const all = sentences();
  const random = seeded(12);
  const one = () => all[Math.floor(random() * all.length)]!;
  return Array.from({ length: count }, () => `${one()} ${one()} ${one()}`);
}
