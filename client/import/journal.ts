import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

type Line = { ref: string; id: string; hash: string };

/**
 * What an import has had acknowledged so far, so that an interrupted one continues where it stopped. Losing the file
 * costs time, never duplicates: the service identifies every record by its external_ref.
 */
export class Journal {
  readonly #file: string;
  readonly #done = new Map<string, Line>();

  constructor(file: string) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true });
    if (!existsSync(file)) return;
    for (const text of readFileSync(file, 'utf8').split('\n')) {
      try {
        const line = JSON.parse(text) as Line;
        this.#done.set(line.ref, line);
      } catch {
        // The last line of a killed import may be incomplete; its row is loaded again.
      }
    }
  }

  /** The record of a row, if it was loaded with exactly these facts. */
  idOf(ref: string, facts: unknown): string | undefined {
    const line = this.#done.get(ref);
    return line !== undefined && line.hash === hashOf(facts) ? line.id : undefined;
  }

  record(ref: string, facts: unknown, id: string): void {
    const line = { ref, id, hash: hashOf(facts) };
    this.#done.set(ref, line);
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`);
  }
}

const hashOf = (facts: unknown) => createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16);
