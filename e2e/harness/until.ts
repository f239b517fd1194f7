import { setTimeout as sleep } from 'node:timers/promises';

/** Between questions, in milliseconds: what is soon right is not waited for longer than it takes. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 100;

/** Polls until the answer is right. @throws Error with the last answer when it is not within the time */
export async function until<Answer>(
  ask: () => Promise<Answer>,
  isRight: (answer: Answer) => boolean,
  withinMs = 15_000,
): Promise<Answer> {
  const giveUp = Date.now() + withinMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const answer = await ask();
    if (isRight(answer)) return answer;
    if (Date.now() > giveUp) throw new Error(`Not within ${withinMs} ms; last: ${JSON.stringify(answer)}`);
    await sleep(pause);
  }
}
