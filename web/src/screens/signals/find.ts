import { formatDate } from '@quantalgo/contracts/core/format';
import { SLOT_MS, slotId, createSlotIdMapper, parseSlotId } from '@quantalgo/contracts/core/slots';
import { UTC, type Zone } from '@quantalgo/contracts/core/time';
import { formatPair } from '@quantalgo/contracts/market/pairs';
import type { Outcome } from '@quantalgo/contracts/signals/signal';
import { formatStrategy } from '@quantalgo/contracts/signals/words';
import { parseWords } from '../../data/signals/queryWords';
import type { SignalDigest } from '../../data/signals/useDigests';

export const STATES = [
  'profit',
  'loss',
  'break-even',
  'no-go',
  'open',
] as const satisfies readonly (Outcome | 'no-go' | 'open')[];

export const STATE_TEXT: Readonly<Record<(typeof STATES)[number], string>> = {
  profit: 'Won',
  loss: 'Lost',
  'break-even': 'Break-even',
  'no-go': 'No-go',
  open: 'Not settled',
};

/** A no-go neither won nor lost. */
const getListState = ({
  ending,
  entered,
}: Pick<SignalDigest, 'ending' | 'entered'>): (typeof STATES)[number] =>
  entered === false ? 'no-go' : (ending?.outcome ?? 'open');

/** Null matches all. */
export interface Search {
  /** Words that must all occur in a line's text, or name its pair or direction. */
  readonly q: string | null;
  readonly pair: string | null;
  readonly strategy: string | null;
  readonly outcome: (typeof STATES)[number] | null;
  /** Day of the entry in the member's zone: `2026-11-20`. */
  readonly day: string | null;
}

const MINUTES_INDEX = 11;
const LAST_SLOT_SUFFIX = '55Z';

/** A signal is entered in the slot after its own. */
const getEntrySlot = (id: string): string =>
  id.endsWith(LAST_SLOT_SUFFIX)
    ? slotId(parseSlotId(id) + SLOT_MS)
    : `${id.slice(0, MINUTES_INDEX)}${String(Number(id.slice(MINUTES_INDEX, -1)) + SLOT_MS / 60_000).padStart(2, '0')}Z`;

/** Maps a signal's id to the day of its entry in the zone: `20261120`. */
export function createEntryDayLookup(zone: Zone): (id: string) => string {
  const toZonedSlot = createSlotIdMapper(zone);
  return (id) => toZonedSlot(getEntrySlot(id)).slice(0, 8);
}

/** `20 Nov 2026` for `20261120`. */
export const formatEntryDayName = (day: string): string =>
  formatDate(parseSlotId(`${day}T0000Z`), UTC);

const toSearchText = (digest: SignalDigest): string => {
  const { id, pair, direction, strategy } = digest;
  return `${formatPair(pair)} ${pair} ${direction} ${formatStrategy(strategy)} ${STATE_TEXT[getListState(digest)]} ${id}`.toLowerCase();
};

/** Keeps the order. */
export function searchDigests(
  digests: readonly SignalDigest[],
  search: Search,
  zone: Zone,
  parseQuery = parseWords,
): readonly SignalDigest[] {
  const { pair, strategy, outcome } = search;
  const words = parseQuery(search.q);
  const day = search.day?.replaceAll('-', '') ?? null;
  if (!pair && !strategy && !outcome && !day && words.length === 0) return digests;
  const getEntryDay = createEntryDayLookup(zone);
  return digests.filter((digest) => {
    if (pair !== null && digest.pair !== pair) return false;
    if (strategy !== null && digest.strategy !== strategy) return false;
    if (outcome !== null && getListState(digest) !== outcome) return false;
    if (day !== null && getEntryDay(digest.id) !== day) return false;
    if (words.length === 0) return true;
    const text = toSearchText(digest);
    return words.every((terms) => terms.some((term) => text.includes(term)));
  });
}

export type Line =
  | { readonly kind: 'day'; readonly day: string }
  | { readonly kind: 'signal'; readonly signal: SignalDigest; readonly number: number };

/** Keeps the order and adds headings for the days of entry. */
export function toDayLines(signals: readonly SignalDigest[], zone: Zone): Line[] {
  const getEntryDay = createEntryDayLookup(zone);
  const lines: Line[] = [];
  let previousDay = '';
  for (const [index, signal] of signals.entries()) {
    const day = getEntryDay(signal.id);
    if (day !== previousDay) lines.push({ kind: 'day', day });
    previousDay = day;
    lines.push({ kind: 'signal', signal, number: index + 1 });
  }
  return lines;
}
