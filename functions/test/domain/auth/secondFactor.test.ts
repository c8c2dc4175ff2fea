import {
  FACTOR_FRESH_TTL_MS,
  FACTOR_TTL_MS,
  RECOVERY_CODE_LENGTH,
} from '@quantalgo/contracts/auth/secondFactorEndpoints';
import { CODE_ALPHABET } from '@quantalgo/contracts/core/validation';
import { describe, expect, it } from 'vitest';
import {
  toBase32,
  checkFactor,
  buildFactorUri,
  isFactorCode,
  isFactorFresh,
  findCodeStep,
} from '../../../src/domain/auth/secondFactor';

/** The key of the test vectors of RFC 6238, appendix B, for SHA-1. */
const RFC_SECRET = toBase32(Buffer.from('12345678901234567890', 'ascii'));

/** Its times (s) and codes of eight digits, whose last six are the code of six. */
const RFC_VECTORS = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
] as const;

describe('a code of an authenticator', () => {
  it.each(RFC_VECTORS)('is at %i s what RFC 6238 says', (seconds, code) => {
    const step = Math.floor(seconds / 30);
    expect(findCodeStep(RFC_SECRET, code.slice(2), { now: seconds * 1000, lastStep: 0 })).toBe(
      step,
    );
  });

  it('is taken a step early and a step late, and no more', () => {
    const at = (seconds: number) =>
      findCodeStep(RFC_SECRET, '005924', { now: seconds * 1000, lastStep: 0 });
    const step = Math.floor(1_234_567_890 / 30);
    const [from, until] = [step * 30, step * 30 + 30];
    expect([from - 31, from - 30, until + 29, until + 30].map(at)).toEqual([
      null,
      step,
      step,
      null,
    ]);
  });

  it('is taken once: neither it nor one before it is a code any more', () => {
    const now = 1_234_567_890_000;
    const step = Math.floor(1_234_567_890 / 30);
    expect(findCodeStep(RFC_SECRET, '005924', { now, lastStep: step - 1 })).toBe(step);
    expect(findCodeStep(RFC_SECRET, '005924', { now, lastStep: step })).toBeNull();
    expect(findCodeStep(RFC_SECRET, '005924', { now, lastStep: step + 1 })).toBeNull();
  });

  it('has six digits, and what is longer is a recovery code', () => {
    expect(['005924', '00592', '0059244', 'abcdef', 'abc234xyz9'].map(isFactorCode)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('comes of a secret that authenticators take as it is', () => {
    const uri = new URL(
      buildFactorUri(RFC_SECRET, { issuer: 'QuantAlgo', label: 'ada+1@example.test' }),
    );
    expect(uri.protocol + uri.host).toBe('otpauth:totp');
    expect(decodeURIComponent(uri.pathname)).toBe('/QuantAlgo:ada+1@example.test');
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'QuantAlgo',
      secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});

describe('what staff’s work asks of a session', () => {
  const NOW = Date.parse('2026-11-21T10:00:00Z');
  const shown = (ago: number | null, exempt = false) => ({
    shownAt: ago === null ? null : NOW - ago,
    exempt,
  });

  it.each([
    ['never shown', shown(null), 'missing', 'missing'],
    ['shown a moment ago', shown(1), null, null],
    ['shown just within the time', shown(FACTOR_FRESH_TTL_MS - 1), null, null],
    ['shown a quarter of an hour ago', shown(FACTOR_FRESH_TTL_MS), null, 'stale'],
    ['shown just within twelve hours', shown(FACTOR_TTL_MS - 1), null, 'stale'],
    ['shown twelve hours ago', shown(FACTOR_TTL_MS), 'missing', 'missing'],
    ['shown 300 days ago', shown(300 * 24 * 60 * 60_000), 'missing', 'missing'],
    ['exempt on a site that demands one since', shown(1, true), 'missing', 'missing'],
  ] as const)('%s', (_when, factor, once, fresh) => {
    expect(checkFactor(factor, 'shown', true, NOW)).toBe(once);
    expect(checkFactor(factor, 'fresh', true, NOW)).toBe(fresh);
    expect(checkFactor(factor, 'none', true, NOW)).toBeNull();
  });

  it('is nothing where the site demands none, unless its owner has set one up', () => {
    expect(checkFactor(shown(FACTOR_FRESH_TTL_MS, true), 'fresh', false, NOW)).toBeNull();
    expect(checkFactor(shown(FACTOR_TTL_MS, true), 'fresh', false, NOW)).toBeNull();
    expect(checkFactor(shown(null), 'shown', false, NOW)).toBe('missing');
    expect(checkFactor(shown(FACTOR_FRESH_TTL_MS), 'fresh', false, NOW)).toBe('stale');
  });

  it('is never fresh by an exemption', () => {
    expect(isFactorFresh(shown(1, true), NOW)).toBe(false);
    expect(isFactorFresh(shown(1), NOW)).toBe(true);
  });
});

it('recovery codes have 112 bits or more, as their digests need no salt then', () => {
  expect(Math.log2(CODE_ALPHABET.length) * RECOVERY_CODE_LENGTH).toBeGreaterThan(112);
});
