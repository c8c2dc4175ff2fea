import { slotId } from '@quantalgo/contracts/core/slots';
import {
  EMPTY_PERFORMANCE_COUNTERS,
  countSettlement,
} from '@quantalgo/contracts/record/performance';
import { toSignalEnd } from '@quantalgo/contracts/signals/signalEnd';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  arbitrarySettlement,
  arbitrarySignal,
} from '../../../../contracts/test/signals/arbitrarySignal';
import {
  openRecord,
  rebuildCounters,
  recordConfirmation,
  recordSettlement,
  recordSlot,
} from '../../../src/domain/record/record';
import { NOON } from '../../candles';

const inHundredths = (value: number) => Math.round(value * 100) / 100;
const ended = fc.record({
  signal: arbitrarySignal.map(({ entered: _entered, ...signal }) => ({
    ...signal,
    confidence: { ...signal.confidence, value: inHundredths(signal.confidence.value) },
  })),
  settlement: arbitrarySettlement,
  entered: fc.constantFrom(true, false, undefined),
});

describe('performance counters', () => {
  it('match those rebuilt from the ledger', () => {
    fc.assert(
      fc.property(fc.array(ended, { maxLength: 20 }), fc.nat(5), (all, misses) => {
        let step = openRecord({ ledgerId: 'a-ledger', rules: LADDER_RULES }, NOON, 'simulated');
        const entries = [...step.entries];
        let counters = { ...EMPTY_PERFORMANCE_COUNTERS, source: 'simulated' as const };
        for (const { signal: published, settlement, entered } of all) {
          const signal = { ...published, ...(entered !== undefined && { entered }) };
          const close = { at: NOON, price: 1.1 };
          const decide = () => ({ slot: signal.id, go: entered === true, close });
          if (entered !== undefined) {
            step = recordConfirmation(step.head, decide, NOON);
            entries.push(...step.entries);
          }
          step = recordSettlement(step.head, signal, settlement);
          entries.push(...step.entries);
          const how = toSignalEnd(signal.createdAt, settlement, step.head.at);
          counters = countSettlement(counters, signal, how);
        }
        for (let miss = 0; miss < misses; miss += 1) {
          const how = { at: NOON, salt: 'a'.repeat(64), seeded: false };
          step = recordSlot(step.head, NOON, { state: 'missed', reason: slotId(NOON) }, how);
          entries.push(...step.entries);
        }
        expect(rebuildCounters(entries, 'simulated')).toEqual({ ...counters, missedSlots: misses });
      }),
    );
  });
});
