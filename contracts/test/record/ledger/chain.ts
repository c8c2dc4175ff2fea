import { sha256Hex } from '../../../src/core/sha256';
import { SLOT_MS, slotId } from '../../../src/core/slots';
import { toIso } from '../../../src/core/time';
import {
  buildCommitmentText,
  buildEntryText,
  GENESIS_PREV_HASH,
  type LedgerEntry,
  type SealedSignal,
  type UnhashedEntry,
} from '../../../src/record/ledger/entry';
import { REVEAL_TIMEOUT_MS } from '../../../src/signals/signalEnd';
import { LADDER_RULES } from '../../../src/signals/rules';
import type { Source } from '../../../src/signals/signal';

/** The first slot of the test chains. */
export const NOON = Date.parse('2026-11-20T12:00:00Z');
export const SALT = 'ab'.repeat(32);

export const slotAt = (number: number): number => NOON + number * SLOT_MS;
export const idAt = (number: number): string => slotId(slotAt(number));

export const sealedAt = (number: number): SealedSignal => ({
  id: idAt(number),
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
});

type BodyOf<E> = E extends UnhashedEntry ? Omit<E, 'seq' | 'at' | 'source' | 'prev'> : never;
/** An entry’s content and its time (epoch ms). */
export type Said = BodyOf<UnhashedEntry> & { readonly when: number };

export const GENESIS: Said = {
  type: 'genesis',
  ledgerId: 'of-a-test',
  rules: LADDER_RULES,
  when: NOON,
};
/** A ledger with five levels instead of four. */
export const FIVE_LEVELS: Said = {
  ...GENESIS,
  type: 'genesis',
  ledgerId: 'of-a-test',
  rules: { levels: 5, stakes: [1, 2.2, 4.84, 10.648, 23.4256], payout: 0.8 },
};

export const published = (number: number): Said => ({
  type: 'publication',
  slot: idAt(number),
  commitment: sha256Hex(buildCommitmentText(sealedAt(number), SALT)),
  strategyHash: SALT,
  revealBy: toIso(slotAt(number) + REVEAL_TIMEOUT_MS),
  when: slotAt(number) + 1000,
});

export const missed = (number: number): Said => ({
  type: 'miss',
  slot: idAt(number),
  reason: 'The publisher did not run',
  when: slotAt(number) + 1000,
});

/** Closes of a slot, as prices in order of time. */
export const closesAt = (number: number, prices: readonly (number | null)[]) =>
  prices.map((price, index) => ({ at: toIso(slotAt(number + index + 1)), price }));

/** A CALL that wins at its second level, settled at its last close. */
export const settled = (number: number): Extract<Said, { type: 'settlement' }> => ({
  type: 'settlement',
  slot: idAt(number),
  signal: sealedAt(number),
  salt: SALT,
  outcome: 'profit',
  level: 1,
  closes: closesAt(number, [1.085, 1.084, 1.086]),
  fetchedAt: toIso(slotAt(number + 3)),
  when: slotAt(number + 3),
});

/** Chains entries with valid hashes, without checking any other rule. */
export function chainIn(source: Source, all: readonly Said[]): LedgerEntry[] {
  const entries: LedgerEntry[] = [];
  for (const { when, ...body } of all) {
    const unhashed: UnhashedEntry = {
      ...body,
      seq: entries.length,
      at: toIso(when),
      source,
      prev: entries.at(-1)?.hash ?? GENESIS_PREV_HASH,
    };
    entries.push({ ...unhashed, hash: sha256Hex(buildEntryText(unhashed)) });
  }
  return entries;
}

/** A chain with simulated prices. */
export const buildChain = (...all: readonly Said[]): LedgerEntry[] => chainIn('simulated', all);
