import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until the answer is right. @throws Error with the last answer when it is not within the time */
export async function until<Answer>(
  ask: () => Promise<Answer>,
  isRight: (answer: Answer) => boolean,
  withinMs = 15_000,
): Promise<Answer> {
  const giveUp = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (isRight(answer)) return answer;
    if (Date.now() > giveUp) throw new Error(`Not within ${withinMs} ms; last: ${JSON.stringify(answer)}`);
    await sleep(100);
  }
}
