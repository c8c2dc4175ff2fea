import { MAX_CODE_ATTEMPTS } from '@quantalgo/contracts/core/validation';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  drawAdmissionCode,
  createGuardedCode,
  judgeTry,
  drawSecretCode,
  type GuardedCode,
} from '../../../src/domain/auth/codes';

const VALID_MS = 1000;
const NOW = 1_000_000;

/** Tries one digest after the other, `gap` ms apart. */
function tries(start: GuardedCode | null, digests: readonly string[], gap = 1) {
  let state = start;
  let now = NOW;
  return digests.map((digest) => {
    now += gap;
    const { verdict, next } = judgeTry(state, digest, now, VALID_MS);
    state = next;
    return verdict;
  });
}

const fresh = () => createGuardedCode('right', NOW, VALID_MS);
const wrong = (count: number) => Array.from({ length: count }, () => 'wrong');

describe('one-time code', () => {
  it('is accepted once', () => {
    expect(tries(fresh(), ['right', 'right'])).toEqual(['right', 'wrong']);
  });

  it('is accepted after four wrong attempts, but not after five', () => {
    expect(tries(fresh(), [...wrong(4), 'right']).at(-1)).toBe('right');
    expect(tries(fresh(), [...wrong(5), 'right']).at(-1)).toBe('exhausted');
    expect(tries(fresh(), [...wrong(19), 'right']).at(-1)).toBe('exhausted');
  });

  it('is valid until its last millisecond and no longer', () => {
    expect(judgeTry(fresh(), 'right', NOW + VALID_MS - 1, VALID_MS).verdict).toBe('right');
    const late = judgeTry(fresh(), 'right', NOW + VALID_MS, VALID_MS);
    expect(late).toMatchObject({ verdict: 'wrong', next: { digest: 'right' } });
    expect(judgeTry(late.next, 'right', NOW + VALID_MS + 1, VALID_MS).verdict).toBe('wrong');
  });

  it('stays exhausted after too many attempts, even after it has expired', () => {
    const { next } = judgeTry(
      { ...fresh(), tries: MAX_CODE_ATTEMPTS - 1 },
      'wrong',
      NOW + 1,
      VALID_MS,
    );
    expect(judgeTry(next, 'right', NOW + 10 * VALID_MS, VALID_MS).verdict).toBe('wrong');
  });

  it('gives the same verdicts for wrong attempts as a code that doesn’t exist', () => {
    fc.assert(
      fc.property(fc.nat(12), fc.nat(2 * VALID_MS), (count, gap) => {
        const digests = wrong(count);
        expect(tries(fresh(), digests, gap)).toEqual(tries(null, digests, gap));
      }),
    );
  });
});

describe('secret code', () => {
  const below = (n: number) => n - 1;

  it('contains no ambiguous letters or digits', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const code = drawSecretCode(7, (n) => seed % n);
        expect(code).toMatch(/^[a-z2-9]{7}$/);
        expect(code).not.toMatch(/[ilo01]/);
      }),
    );
  });

  it('has two groups of three unambiguous characters if it is an admission code', () => {
    expect(drawAdmissionCode(below)).toMatch(/^QA-[A-Z0-9]{3}-[A-Z0-9]{3}$/);
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        expect(drawAdmissionCode((n) => seed % n).slice(3)).not.toMatch(/[BCDEGIJLNOPSTVZ0158]/);
      }),
    );
  });
});
