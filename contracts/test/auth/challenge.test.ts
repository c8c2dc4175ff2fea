import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createAnswerCheck } from '../../src/auth/challenge';

const firstAnswer = (challenge: string, bits: number): number => {
  const solves = createAnswerCheck({ challenge, bits });
  let answer = 0;
  while (!solves(answer)) answer += 1;
  return answer;
};

describe('challenge', () => {
  it('is solved by an answer if their hash starts with the required zero bits', () => {
    const answer = firstAnswer('a challenge', 10);
    const input = Buffer.alloc(40);
    createHash('sha256').update('a challenge').digest().copy(input);
    input.writeUInt32BE(answer, 36);
    const hash = createHash('sha256').update(input).digest();
    expect(hash.readUInt32BE(0) >>> 22).toBe(0);
  });

  it('is not solved by the answer to another challenge', () => {
    const answer = firstAnswer('one', 12);
    expect(createAnswerCheck({ challenge: 'other', bits: 12 })(answer)).toBe(false);
  });

  it('takes about 2^bits attempts to solve', () => {
    const tries = Array.from({ length: 60 }, (_, n) => firstAnswer(`challenge ${n}`, 8));
    const mean = tries.reduce((sum, n) => sum + n, 0) / tries.length;
    expect(mean).toBeGreaterThan(128);
    expect(mean).toBeLessThan(512);
  });
});
