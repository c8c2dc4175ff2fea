import { closeTimes, play, type Verdict } from '../../signals/play';
import type { Outcome } from '../../signals/signal';
import { slotStartOfId } from '../../time/slots';
import { REVEAL_WITHIN_MS, type LedgerEntry } from '../entry';
import { commitmentText } from '../sealed';
import { sha256Hex } from './sha256';

type Entry<T extends LedgerEntry['type']> = Extract<LedgerEntry, { type: T }>;
type Judged = Entry<'settlement'> | Entry<'correction'>;

interface Settled {
  readonly signal: Entry<'settlement'>['signal'];
  readonly verdict: Pick<Judged, 'outcome' | 'level'>;
  corrected: boolean;
}

/** A commitment that waits for its settlement. */
interface Sealed {
  readonly commitment: string;
  /** Epoch ms. */
  readonly revealBy: number;
}

/**
 * Plays the levels again on an entry's own closes, which must be those of its slot in order, as many as decide it.
 * @returns null where they are others
 */
function replay(entry: Judged, direction: 'CALL' | 'PUT'): Verdict | null {
  const times = closeTimes(slotStartOfId(entry.slot));
  if (entry.closes.some(({ at }, index) => Date.parse(at) !== times[index])) return null;
  const prices = entry.closes.map(({ price }) => price);
  const decidedBefore = play(direction, prices.slice(0, -1)) !== null;
  return decidedBefore ? null : play(direction, prices);
}

const outcomeWords: Record<Outcome, string> = {
  profit: 'won',
  loss: 'lost',
  'break-even': 'break-even',
};

const words = ({ outcome, level }: Pick<Judged, 'outcome' | 'level'>): string =>
  level === null ? outcomeWords[outcome] : `${outcomeWords[outcome]} at level ${level}`;

const isSame = (
  one: Pick<Judged, 'outcome' | 'level'>,
  other: Pick<Judged, 'outcome' | 'level'>,
): boolean => one.outcome === other.outcome && one.level === other.level;

function misjudged(entry: Judged, direction: 'CALL' | 'PUT'): string | null {
  const lastClose = Date.parse(entry.closes.at(-1)?.at ?? '');
  if (Date.parse(entry.at) < lastClose) return 'It was judged before its last close.';
  const verdict = replay(entry, direction);
  if (!verdict) return 'Its closes are not the ones that decide this signal.';
  return isSame(verdict, entry)
    ? null
    : `Its own closes say ${words(verdict)}, but it says ${words(entry)}.`;
}

/** Sees to it that what was published is what is settled, once, in time, and judged by the rules. */
export class Seals {
  readonly #waiting = new Map<string, Sealed>();
  readonly #settled = new Map<string, Settled>();

  /** Takes the next entry; gives what is wrong with it, null where nothing is. */
  take(entry: LedgerEntry): string | null {
    if (entry.type === 'publication') return this.#publish(entry);
    if (entry.type === 'settlement') return this.#settle(entry);
    return entry.type === 'correction' ? this.#correct(entry) : null;
  }

  /** Commitments that wait for their settlement, and of these the ones whose time is over at `now` (epoch ms). */
  open(now: number): { readonly waiting: number; readonly overdue: number } {
    let overdue = 0;
    for (const { revealBy } of this.#waiting.values()) if (now > revealBy) overdue += 1;
    return { waiting: this.#waiting.size - overdue, overdue };
  }

  #publish({ slot, commitment, revealBy }: Entry<'publication'>): string | null {
    const deadline = slotStartOfId(slot) + REVEAL_WITHIN_MS;
    if (Date.parse(revealBy) !== deadline) return 'It gives itself another deadline than 24 hours.';
    this.#waiting.set(slot, { commitment, revealBy: deadline });
    return null;
  }

  #settle(entry: Entry<'settlement'>): string | null {
    const { slot, signal, salt, outcome, level } = entry;
    const sealed = this.#waiting.get(slot);
    if (!sealed) return `It settles slot ${slot}, which was never published or is settled already.`;
    if (signal.id !== slot || signal.source !== entry.source)
      return 'It reveals a signal of another slot or market.';
    if (sha256Hex(commitmentText(signal, salt)) !== sealed.commitment)
      return 'The signal that it reveals is not the one that was sealed.';
    const late = Date.parse(entry.at) > sealed.revealBy;
    if (late && outcome !== 'loss')
      return `It was revealed too late, which counts as lost, but it says ${words(entry)}.`;
    const wrong = late ? null : misjudged(entry, signal.direction);
    this.#waiting.delete(slot);
    this.#settled.set(slot, { signal, verdict: { outcome, level }, corrected: false });
    return wrong;
  }

  #correct(entry: Entry<'correction'>): string | null {
    const settled = this.#settled.get(entry.slot);
    if (!settled) return `It corrects slot ${entry.slot}, which is not settled.`;
    if (settled.corrected) return `It corrects slot ${entry.slot} a second time.`;
    if (isSame(entry, settled.verdict)) return 'It corrects nothing.';
    settled.corrected = true;
    return misjudged(entry, settled.signal.direction);
  }
}
