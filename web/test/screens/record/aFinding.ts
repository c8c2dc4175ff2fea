import type { ObservedHead } from '@quantalgo/contracts/record/ledger/evidence';
import { EMPTY_ENTERED_COUNTERS } from '@quantalgo/contracts/signals/entered';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import type { VerificationOutcome } from '../../../src/data/record/messages';

type Checked = Extract<VerificationOutcome, { kind: 'checked' }>;

/** A ledger head that the test device saw earlier. */
export const SEEN: ObservedHead = {
  ledgerId: 'of-a-test',
  size: 1001,
  root: 'abcdefgh=',
  seenAt: Date.parse('2026-11-20T13:05:09Z'),
  knownAt: Date.parse('2026-11-20T13:05:09Z'),
};

/** A verified ledger without faults, with the given changes. */
export const aFinding = (changes: Partial<Checked> = {}): Checked => ({
  kind: 'checked',
  summary: {
    ledgerId: 'of-a-test',
    source: 'simulated',
    rules: LADDER_RULES,
    demonstration: true,
    entries: 1204,
    head: { seq: 1203, hash: 'b'.repeat(64), at: '2026-11-20T13:05:00.000Z' },
    published: 414,
    settled: 412,
    won: 380,
    lost: 29,
    breakEven: 3,
    firstEntryWon: 200,
    missed: 12,
    corrections: 0,
    waiting: 2,
    overdue: 0,
    winRate: { value: 92.2, low: 89.2, high: 94.4 },
    firstEntryRate: { value: 48.5, low: 43.7, high: 53.4 },
    faults: [],
  },
  root: 'rOot',
  isSignatureChecked: true,
  faults: [],
  heads: { compared: 3, conflict: null, earlierLedger: null },
  stamps: { fit: 3, authorities: ['stamps.example'], faults: [] },
  stamped: { days: 7, published: 300, before: 298, authorities: ['stamps.example'] },
  shown: {
    settled: 412,
    won: 380,
    agrees: true,
    standing: {
      settled: 412,
      won: 380,
      breakEven: 3,
      firstEntryWon: 200,
      missed: 12,
      maxMissed: 12,
      entered: EMPTY_ENTERED_COUNTERS,
    },
  },
  offlineSince: null,
  downloaded: 1,
  kept: 1,
  ms: 412,
  ...changes,
});
