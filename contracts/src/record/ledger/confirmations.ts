import { CONFIRM_TIMEOUT_MS, isPastWorst } from '../../signals/confirmation';
import { isRevealedLate } from '../../signals/signalEnd';
import { SLOT_MS, parseSlotId } from '../../core/slots';
import type { LedgerEntry } from './entry';

type Entry<T extends LedgerEntry['type']> = Extract<LedgerEntry, { type: T }>;

/**
 * Signals are confirmed at most once, at their entry, by their own worst price and by the price
 * that settles them. A missing confirmation isn't a fault, because the publisher may miss the entry.
 */
export class Confirmations {
  readonly #open = new Map<string, Entry<'confirmation'> | null>();

  take(entry: LedgerEntry): string | null {
    if (entry.type === 'publication') this.#open.set(entry.slot, null);
    if (entry.type === 'confirmation') return this.#confirm(entry);
    return entry.type === 'settlement' ? this.#compare(entry) : null;
  }

  #confirm(entry: Entry<'confirmation'>): string | null {
    const { slot, go, close } = entry;
    const previous = this.#open.get(slot);
    if (previous === undefined)
      return `It confirms slot ${slot}, which was never published or has already been settled.`;
    if (previous) return `It confirms slot ${slot} a second time.`;
    const entersAt = parseSlotId(slot) + SLOT_MS;
    const lateMs = Date.parse(entry.at) - entersAt;
    if (Date.parse(close.at) !== entersAt || lateMs < 0)
      return 'It does not use the price at the signal’s entry.';
    if (go && close.price === null) return 'It says “go” without a price.';
    if (go && lateMs > CONFIRM_TIMEOUT_MS) return 'It says “go” when it was too late to enter.';
    this.#open.set(slot, entry);
    return null;
  }

  #compare({ slot, signal, at, closes }: Entry<'settlement'>): string | null {
    const confirmation = this.#open.get(slot);
    this.#open.delete(slot);
    const price = confirmation?.close.price ?? null;
    if (!confirmation || price === null) return null;
    if (confirmation.go === isPastWorst(signal, price))
      return confirmation.go
        ? 'Its signal was entered at a price beyond its own limit.'
        : 'Its signal was a no-go at a price within its own limit.';
    const settledPrice = closes[0]?.price ?? null;
    const isLate = isRevealedLate(parseSlotId(slot), Date.parse(at));
    return isLate || settledPrice === null || settledPrice === price ? null : OTHER_PRICE;
  }
}

const OTHER_PRICE =
  'It was settled at a different entry price from the one that decided its go or no-go.';
