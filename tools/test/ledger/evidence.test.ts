import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUR_MS } from '@quantalgo/contracts/core/time';
import {
  buildEntryText,
  type LedgerEntry,
  type Stamp,
} from '@quantalgo/contracts/record/ledger/entry';
import { readTimeStampToken, findStampFault } from '@quantalgo/contracts/record/ledger/evidence';
import { ChainVerifier } from '@quantalgo/contracts/record/ledger/verifier';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { append } from '@quantalgo/functions/domain/record/ledger';
import { stampText } from '@quantalgo/functions/platform/record/stampText';
import { hasOpenssl, opensslAuthority } from '../../src/suite/timeAuthority';

const now = Date.now();
const source = 'simulated';
const begun = (ledgerId: string, at: number) =>
  append(null, { type: 'genesis', ledgerId, rules: LADDER_RULES }, { at, source });

function buildChain(...entries: readonly LedgerEntry[]): ChainVerifier {
  const chain = new ChainVerifier(now + 10 * HOUR_MS);
  for (const entry of entries) expect(chain.take(entry)).toBeNull();
  return chain;
}

const installed = await hasOpenssl();
if (!installed) console.warn('Skipped: openssl is not installed');

describe.skipIf(!installed)('time-stamp of a chain', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quantalgo-evidence-'));
  const authority = opensslAuthority(join(folder, 'authority'));
  const entry = begun('a', now - HOUR_MS);
  let stamp: Stamp;
  let token: Uint8Array;

  async function stamped({ hash, ...unhashed }: LedgerEntry) {
    const made = await stampText(authority, buildEntryText(unhashed));
    const genTime = new Date(made.genTime).toISOString();
    const rest = {
      day: '2026-11-20',
      ledgerId: 'a',
      authority: authority.name,
      genTime,
      token: '',
    };
    return { token: made.token, stamp: { ...rest, seq: unhashed.seq, hash } };
  }
  beforeAll(async () => {
    ({ stamp, token } = await stamped(entry));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has no fault if it matches', () => {
    expect(findStampFault(buildChain(entry), stamp, token)).toBeNull();
  });

  it('reveals a rewritten or truncated chain', () => {
    expect(findStampFault(buildChain(begun('a', now)), stamp, token)).toBe('rewritten');
    expect(findStampFault(buildChain(), stamp, token)).toBe('gone');
  });

  it('reveals a stamp for other content, or an unreadable one', () => {
    const other = begun('a', now);
    expect(findStampFault(buildChain(other), { ...stamp, hash: other.hash }, token)).toBe(
      'other-content',
    );
    expect(findStampFault(buildChain(entry), stamp, token.subarray(1))).toBe('unreadable');
  });

  it('reveals an entry dated later than its stamp', async () => {
    const later = begun('a', now + HOUR_MS);
    const early = await stamped(later);
    expect(findStampFault(buildChain(later), early.stamp, early.token)).toBe('before-its-entry');
  });

  it('is parsed or rejected with a TypeError, whatever its bytes', () => {
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.nat(255), fc.nat(token.length), (at, byte, end) => {
        const forged = Uint8Array.from(token.with(at, byte).subarray(0, end));
        try {
          expect(readTimeStampToken(forged).imprint).toMatch(/^[0-9a-f]*$/);
        } catch (error) {
          expect(error).toBeInstanceOf(TypeError);
        }
      }),
      { numRuns: 500 },
    );
  });
});
