import { SLOT_MS, slotStart, type Direction } from '@quantalgo/contracts';
import { chance, wholeBetween } from './chance';

/** A made-up signal whose five minutes are over: an example of the form, nothing to act on. */
export interface SampleCall {
  readonly pair: string;
  readonly direction: Direction;
  /** Percent. */
  readonly confidence: number;
  /** Its window (epoch ms), which has always ended. */
  readonly from: number;
  readonly to: number;
}

interface CallSheet {
  readonly pairs: readonly string[];
  /** The least and the most confidence, in percent. */
  readonly confidence: readonly [number, number];
}

/**
 * Sample content: one made-up signal of each pair, alternating CALL and PUT, newest first; the newest one's window has
 * just ended.
 * @param now epoch ms.
 */
export function sampleCalls(
  { pairs, confidence: [low, high] }: CallSheet,
  { seed, step, now }: { seed: number; step: number; now: number },
): SampleCall[] {
  return pairs.map((pair, index) => {
    const to = slotStart(now) - index * SLOT_MS;
    return {
      pair,
      direction: index % 2 === 0 ? 'CALL' : 'PUT',
      confidence: wholeBetween(low, high, chance(seed, step, index)),
      from: to - SLOT_MS,
      to,
    };
  });
}
