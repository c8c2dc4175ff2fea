import { MINUTE_MS, SLOT_MS, slotStart } from '@quantalgo/contracts';
import type { Candle } from '../../domain/candles';

/**
 * Folds one-minute candles into five-minute ones. Minutes without a trade may be missing inside a slot; a slot that the
 * rows begin or end within is left out, because its open or close is unknown.
 */
export class MinuteFolder {
  #slot: Candle | null = null;
  #lastMinute = 0;
  #isCut = false;
  /** The minutes added. */
  minutes = 0;

  /** @returns the five-minute candle that this minute's predecessor completed */
  add(minute: Candle): Candle | null {
    const start = slotStart(minute.time);
    if (this.minutes === 0) this.#isCut = minute.time !== start;
    this.minutes += 1;
    this.#lastMinute = minute.time;
    const slot = this.#slot;
    if (slot?.time === start) {
      this.#slot = {
        time: start,
        open: slot.open,
        high: Math.max(slot.high, minute.high),
        low: Math.min(slot.low, minute.low),
        close: minute.close,
        volume: slot.volume + minute.volume,
      };
      return null;
    }
    this.#slot = { ...minute, time: start };
    return this.#take(slot);
  }

  /** The last candle, if its last minute is there. */
  end(): Candle | null {
    const slot = this.#slot;
    this.#slot = null;
    if (!slot || this.#lastMinute !== slot.time + SLOT_MS - MINUTE_MS) return null;
    return this.#take(slot);
  }

  #take(slot: Candle | null): Candle | null {
    if (slot && this.#isCut) {
      this.#isCut = false;
      return null;
    }
    return slot;
  }
}
