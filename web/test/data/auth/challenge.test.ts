import { createAnswerCheck } from '@quantalgo/contracts/auth/challenge';
import { describe, expect, it } from 'vitest';
import { solveChallenge } from '../../../src/data/auth/challenge';

describe('solveChallenge', () => {
  it('finds an answer that the server accepts', async () => {
    const challenge = { challenge: 'a challenge', bits: 12 };
    expect(createAnswerCheck(challenge)(await solveChallenge(challenge))).toBe(true);
  });

  it('yields to other tasks', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1));
    await solveChallenge({ challenge: 'a longer challenge', bits: 17 });
    clearInterval(timer);
    expect(turns).toBeGreaterThan(0);
  });
});
