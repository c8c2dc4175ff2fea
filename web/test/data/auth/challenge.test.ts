import { createAnswerCheck } from '@quantalgo/contracts/auth/challenge';
import { describe, expect, it } from 'vitest';
import { solveChallenge } from '../../../src/data/auth/challenge';

describe('a challenge that the server sets', () => {
  it('is solved on the device', async () => {
    const challenge = { challenge: 'a challenge', bits: 12 };
    expect(createAnswerCheck(challenge)(await solveChallenge(challenge))).toBe(true);
  });

  it('leaves other tasks their turn', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1));
    await solveChallenge({ challenge: 'a longer challenge', bits: 17 });
    clearInterval(timer);
    expect(turns).toBeGreaterThan(0);
  });
});
