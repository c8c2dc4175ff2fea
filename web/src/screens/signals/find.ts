import { dateText } from '@quantalgo/contracts/core/format';
import { SLOT_MS, slotId, slotIdsIn, slotStartOfId } from '@quantalgo/contracts/core/slots';
import { UTC, type Zone } from '@quantalgo/contracts/core/time';
import { pairLabel } from '@quantalgo/contracts/market/pairs';
import type { Outcome } from '@quantalgo/contracts/signals/signal';
import { strategyName } from '@quantalgo/contracts/signals/words';
import type { SignalDigest } from '../../data/signals/useDigests';
import { OUTCOME_LABELS } from '../../ui/instruments/Marks';

export const STATES = ['profit', 'loss', 'break-even', 'open'] as const satisfies readonly (
  | Outcome
  | 'open'
)[];

/** Criteria of a search; null is all. */
export interface Search {
  /** Words that must all occur in the text of a line. */
  readonly q: string | null;
  readonly pair: string | null;
  readonly strategy: string | null;
  readonly outcome: (typeof STATES)[number] | null;
  /** Day of the entry in the member's zone: `2026-11-20`. */
  readonly day: string | null;
}

const MINUTES = 11;
const LAST_SLOT = '55Z';

/** The slot of a signal's entry: the one after its own. */
const entrySlot = (id: string): string =>
  id.endsWith(LAST_SLOT)
    ? slotId(slotStartOfId(id) + SLOT_MS)
    : `${id.slice(0, MINUTES)}${String(Number(id.slice(MINUTES, -1)) + SLOT_MS / 60_000).padStart(2, '0')}Z`;

/** Returns a function from a signal's id to the day of its entry in the zone, `20261120`. */
export function entryDaysIn(zone: Zone): (id: string) => string {
  const inZone = slotIdsIn(zone);
  return (id) => inZone(entrySlot(id)).slice(0, 8);
}

/** The name of an entry day: `20 Nov 2026`. */
export const dayName = (day: string): string => dateText(slotStartOfId(`${day}T0000Z`), UTC);

const textOf = ({ id, pair, direction, strategy, ending }: SignalDigest): string =>
  `${pairLabel(pair)} ${pair} ${direction} ${strategyName(strategy)} ${
    ending ? OUTCOME_LABELS[ending.outcome] : 'open'
  } ${id}`.toLowerCase();

const wordsOf = (q: string | null): string[] =>
  (q ?? '').toLowerCase().split(/\s+/).filter(Boolean);

/** The matching signals, in the given order. */
export function found(
  digests: readonly SignalDigest[],
  search: Search,
  zone: Zone,
): readonly SignalDigest[] {
  const { pair, strategy, outcome } = search;
  const words = wordsOf(search.q);
  const day = search.day?.replaceAll('-', '') ?? null;
  if (!pair && !strategy && !outcome && !day && words.length === 0) return digests;
  const entryDay = entryDaysIn(zone);
  return digests.filter((digest) => {
    if (pair !== null && digest.pair !== pair) return false;
    if (strategy !== null && digest.strategy !== strategy) return false;
    if (outcome !== null && (digest.ending?.outcome ?? 'open') !== outcome) return false;
    if (day !== null && entryDay(digest.id) !== day) return false;
    if (words.length === 0) return true;
    const text = textOf(digest);
    return words.every((word) => text.includes(word));
  });
}

/** A line of the list: the heading of a day, or a signal. */
export type Line =
  | { readonly kind: 'day'; readonly day: string }
  | { readonly kind: 'signal'; readonly signal: SignalDigest; readonly number: number };

/** The signals in the given order, below headings of the days of their entry. */
export function linesOf(signals: readonly SignalDigest[], zone: Zone): Line[] {
  const entryDay = entryDaysIn(zone);
  const lines: Line[] = [];
  let before = '';
  for (const [at, signal] of signals.entries()) {
    const day = entryDay(signal.id);
    if (day !== before) lines.push({ kind: 'day', day });
    before = day;
    lines.push({ kind: 'signal', signal, number: at + 1 });
  }
  return lines;
}
