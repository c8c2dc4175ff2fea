import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import type { Settlement } from '@quantalgo/contracts/signals/signal';
import type { ReceivedSignal } from '../../../src/data/signals/useSignals';
import { aSignal, SLOT } from '../../support/aSignal';

export { SLOT };

/** Epoch ms, `slots` slots after {@link SLOT}. */
export const slotAt = (slots: number): number => SLOT + slots * SLOT_MS;

/** A signal as stored on the device, `slots` slots after {@link SLOT}. */
export const received = (slots = 0, changes: Partial<ReceivedSignal> = {}): ReceivedSignal => {
  const slot = slotAt(slots);
  return { ...aSignal(slot), receivedAt: slot + 1400, live: true, ...changes };
};

/** A settlement with these closes, the first at the signal's entry. */
export function settled(
  ending: Pick<Settlement, 'outcome' | 'level'>,
  closes: readonly (number | null)[],
  slot = SLOT,
): Settlement {
  const judged = {
    closes: closes.map((price, k) => ({ at: slot + SLOT_MS * (k + 1), price })),
    source: 'simulated',
    fetchedAt: slot + SLOT_MS * closes.length + 1000,
    settledAt: slot + SLOT_MS * closes.length + 2000,
  } as const;
  if (ending.outcome === 'profit')
    return { ...judged, outcome: 'profit', level: ending.level ?? 0 };
  return { ...judged, outcome: ending.outcome, level: null };
}

/** Won at level 1. */
export const wonAtLevel1 = (slot = SLOT): Settlement =>
  settled({ outcome: 'profit', level: 1 }, [1.0854, 1.0852, 1.0855], slot);

/** Lost on all four levels. */
export const lostAll = (slot = SLOT): Settlement =>
  settled({ outcome: 'loss', level: null }, [1.0854, 1.0853, 1.0852, 1.0851, 1.085], slot);

/** Break-even at level 0. */
export const brokeEven = (slot = SLOT): Settlement =>
  settled({ outcome: 'break-even', level: null }, [1.0854, 1.0854], slot);

/** Entry time (epoch ms) of a signal of {@link SLOT}. */
export const ENTRY = SLOT + SLOT_MS;

export const listStates = (levels: readonly { readonly state: string }[]): string[] =>
  levels.map(({ state }) => state);
