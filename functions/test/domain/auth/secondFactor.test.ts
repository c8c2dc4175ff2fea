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

/** The SHA-1 key from RFC 6238, appendix B. */
const RFC_SECRET = toBase32(Buffer.from('12345678901234567890', 'ascii'));

/** Times (s) and eight-digit codes; the last six digits are the six-digit code. */
const RFC_VECTORS = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
] as const;

describe('authenticator code', () => {
  it.each(RFC_VECTORS)('matches the RFC 6238 vector at %i s', (seconds, code) => {
    const step = Math.floor(seconds / 30);
    expect(findCodeStep(RFC_SECRET, code.slice(2), { now: seconds * 1000, lastStep: 0 })).toBe(
      step,
    );
  });

  it('is accepted one step early or late, but no further', () => {
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

  it('is accepted once, and rejects earlier codes afterwards', () => {
    const now = 1_234_567_890_000;
    const step = Math.floor(1_234_567_890 / 30);
    expect(findCodeStep(RFC_SECRET, '005924', { now, lastStep: step - 1 })).toBe(step);
    expect(findCodeStep(RFC_SECRET, '005924', { now, lastStep: step })).toBeNull();
    expect(findCodeStep(RFC_SECRET, '005924', { now, lastStep: step + 1 })).toBeNull();
  });

  it('has exactly six digits, unlike a recovery code', () => {
    expect(['005924', '00592', '0059244', 'abcdef', 'abc234xyz9'].map(isFactorCode)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('uses an otpauth URI that authenticators accept', () => {
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

describe('second factor requirement', () => {
  const NOW = Date.parse('2026-11-21T10:00:00Z');
  const createFactor = (ago: number | null, exempt = false) => ({
    shownAt: ago === null ? null : NOW - ago,
    exempt,
  });

  it.each([
    [
      'reports a factor as missing if it was never presented',
      createFactor(null),
      'missing',
      'missing',
    ],
    ['accepts a factor presented a moment ago', createFactor(1), null, null],
    [
      'accepts a factor presented just within 15 minutes',
      createFactor(FACTOR_FRESH_TTL_MS - 1),
      null,
      null,
    ],
    [
      'reports a factor as stale after 15 minutes',
      createFactor(FACTOR_FRESH_TTL_MS),
      null,
      'stale',
    ],
    [
      'reports a factor as stale just within 12 hours',
      createFactor(FACTOR_TTL_MS - 1),
      null,
      'stale',
    ],
    [
      'reports a factor as missing after 12 hours',
      createFactor(FACTOR_TTL_MS),
      'missing',
      'missing',
    ],
    [
      'reports a factor as missing after 300 days',
      createFactor(300 * 24 * 60 * 60_000),
      'missing',
      'missing',
    ],
    [
      'reports an exempt session as missing once the site requires a factor',
      createFactor(1, true),
      'missing',
      'missing',
    ],
  ] as const)('%s', (_when, factor, once, fresh) => {
    expect(checkFactor(factor, 'shown', true, NOW)).toBe(once);
    expect(checkFactor(factor, 'fresh', true, NOW)).toBe(fresh);
    expect(checkFactor(factor, 'none', true, NOW)).toBeNull();
  });

  it('is waived if the site requires none and the owner has set none up', () => {
    expect(checkFactor(createFactor(FACTOR_FRESH_TTL_MS, true), 'fresh', false, NOW)).toBeNull();
    expect(checkFactor(createFactor(FACTOR_TTL_MS, true), 'fresh', false, NOW)).toBeNull();
    expect(checkFactor(createFactor(null), 'shown', false, NOW)).toBe('missing');
    expect(checkFactor(createFactor(FACTOR_FRESH_TTL_MS), 'fresh', false, NOW)).toBe('stale');
  });

  it('is never fresh with an exemption only', () => {
    expect(isFactorFresh(createFactor(1, true), NOW)).toBe(false);
    expect(isFactorFresh(createFactor(1), NOW)).toBe(true);
  });
});

it('recovery codes have at least 112 bits of entropy, so their digests need no salt', () => {
  expect(Math.log2(CODE_ALPHABET.length) * RECOVERY_CODE_LENGTH).toBeGreaterThan(112);
});
