import { type Challenge, challengeSolver } from '@quantalgo/contracts/auth/challenge';

/** How long (ms) to hash before the page may react to touches again. */
const CHUNK_MS = 12;

/** Answers tried between two looks at the clock. */
const TRIES = 64;

/** Lets other tasks run. Unlike timers it isn't slowed down in a background tab. */
const yieldToPage = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });

/** Solves a challenge on this device, in chunks that leave the page usable. */
export async function solveChallenge(challenge: Challenge): Promise<number> {
  const solves = challengeSolver(challenge);
  for (let answer = 0; ;) {
    const until = performance.now() + CHUNK_MS;
    do {
      for (let tried = 0; tried < TRIES; tried += 1, answer += 1) if (solves(answer)) return answer;
    } while (performance.now() < until);
    await yieldToPage();
  }
}
