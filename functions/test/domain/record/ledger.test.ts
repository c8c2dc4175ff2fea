import { createHash } from 'node:crypto';
import {
  GENESIS_PREV_HASH,
  buildEntryText,
  ledgerEntrySchema,
  type LedgerEntry,
  type SealedSignal,
} from '@quantalgo/contracts/record/ledger/entry';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { append, commitToSignal, type EntryBody } from '../../../src/domain/record/ledger';
import { meanReversion } from '../../../src/domain/signals/strategies/meanReversion';
import { NOON } from '../../candles';
import { hashStrategy } from '../../../src/domain/signals/strategies/hash';

const hashText = (text: string) => createHash('sha256').update(text).digest('hex');

/** Checks that need only the ledger. */
function isWhole(entries: readonly LedgerEntry[]): boolean {
  return entries.every((entry, index) => {
    const { hash, ...unhashed } = entry;
    const prev = index === 0 ? GENESIS_PREV_HASH : entries[index - 1]?.hash;
    return (
      entry.seq === index && entry.prev === prev && hashText(buildEntryText(unhashed)) === hash
    );
  });
}

const bodies: EntryBody[] = [
  { type: 'genesis', ledgerId: 'of-a-test', rules: LADDER_RULES },
  { type: 'miss', slot: '20261120T1200Z', reason: 'The publisher did not run' },
  { type: 'closed', from: '20261120T1205Z', to: '20261120T1300Z' },
  { type: 'miss', slot: '20261120T1305Z', reason: 'No pair has a signal' },
];

const chain = bodies.reduce<LedgerEntry[]>(
  (entries, body, index) => [
    ...entries,
    append(entries.at(-1) ?? null, body, { at: NOON + index, source: 'simulated' }),
  ],
  [],
);

describe('ledger', () => {
  it('is a verifiable hash chain', () => {
    expect(isWhole(chain)).toBe(true);
    for (const entry of chain) expect(ledgerEntrySchema.parse(entry)).toEqual(entry);
  });

  it('fails verification if any field of any entry changes', () => {
    const fields = chain.flatMap((entry, index) =>
      Object.keys(entry).map((field) => [index, field] as const),
    );
    fc.assert(
      fc.property(fc.constantFrom(...fields), fc.string(), ([index, field], text) => {
        const forged = chain.map((entry, at) =>
          at === index ? { ...entry, [field]: text } : entry,
        );
        expect(isWhole(forged)).toBe(false);
      }),
    );
  });

  it('fails verification if an entry is removed or two are swapped', () => {
    const [first, second, third, fourth] = chain;
    if (!first || !second || !third || !fourth) throw new Error('Four entries were made');
    expect(isWhole([first, second, fourth])).toBe(false);
    expect(isWhole([first, third, second, fourth])).toBe(false);
  });
});

const sealed: SealedSignal = {
  id: '20261120T1200Z',
  pair: 'EURUSD',
  direction: 'CALL',
  strategy: 'mean-reversion',
  audience: 'basic',
  entryPrice: 1.085,
  worstPrice: 1.0851,
  confidence: { value: 92.1, low: 90, high: 94 },
  firstEntry: { value: 49.1, low: 47, high: 51 },
  calibration: 'mean-reversion/20261120T1200Z/n7840',
  source: 'simulated',
};

describe('signal commitment', () => {
  const salt = 'a'.repeat(64);

  it('is the SHA-256 of the canonical JSON of salt and signal', () => {
    expect(commitToSignal(sealed, salt)).toBe(
      hashText(
        `{"salt":"${salt}","signal":{"audience":"basic","calibration":"mean-reversion/20261120T1200Z/n7840",` +
          '"confidence":{"high":94,"low":90,"value":92.1},"direction":"CALL","entryPrice":1.085,' +
          '"firstEntry":{"high":51,"low":47,"value":49.1},"id":"20261120T1200Z","pair":"EURUSD",' +
          '"source":"simulated","strategy":"mean-reversion","worstPrice":1.0851}}',
      ),
    );
  });

  it('differs for another signal or another salt', () => {
    const original = commitToSignal(sealed, salt);
    expect(commitToSignal({ ...sealed, direction: 'PUT' }, salt)).not.toBe(original);
    expect(commitToSignal({ ...sealed, entryPrice: 1.08501 }, salt)).not.toBe(original);
    expect(commitToSignal(sealed, 'b'.repeat(64))).not.toBe(original);
  });
});

describe('strategy fingerprint', () => {
  it('depends on id, parameters and source, not on the built function', () => {
    const original = hashStrategy(meanReversion);
    expect(hashStrategy({ ...meanReversion, parameters: { rsi: 15 } })).not.toBe(original);
    expect(hashStrategy({ ...meanReversion, id: 'trend' })).not.toBe(original);
    expect(hashStrategy({ ...meanReversion, evaluate: () => null })).toBe(original);
    expect(hashStrategy({ ...meanReversion })).toBe(original);
  });
});
