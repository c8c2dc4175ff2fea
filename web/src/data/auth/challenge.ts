import { type Challenge, createAnswerCheck } from '@quantalgo/contracts/auth/challenge';

const CHUNK_DURATION_MS = 12;

const ATTEMPTS_PER_CHECK = 64;

/** Browsers throttle timers in background tabs, but not messages. */
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

export async function solveChallenge(challenge: Challenge): Promise<number> {
  const isSolution = createAnswerCheck(challenge);
  for (let answer = 0; ;) {
    const chunkEnd = performance.now() + CHUNK_DURATION_MS;
    do {
      for (let count = 0; count < ATTEMPTS_PER_CHECK; count += 1, answer += 1)
        if (isSolution(answer)) return answer;
    } while (performance.now() < chunkEnd);
    await yieldToPage();
  }
}
