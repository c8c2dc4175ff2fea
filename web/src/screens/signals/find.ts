import {
  type Outcome,
  pairLabel,
  SLOT_MS,
  slotStartOfId,
  strategyName,
} from '@quantalgo/contracts';
import type { SignalDigest } from '../../data/signals/useDigests';
import { OUTCOME_WORDS } from '../../ui/instruments/Marks';

export const STATES = ['profit', 'loss', 'break-even', 'open'] as const satisfies readonly (
  Outcome | 'open'
)[];

/** Which signals are looked for; null is all. */
export interface Search {
  /** Words that all must be found in what a line says. */
  readonly q: string | null;
  readonly pair: string | null;
  readonly strategy: string | null;
  readonly outcome: (typeof STATES)[number] | null;
  /** Day of the entry in WAT: `2026-11-20`. */
  readonly day: string | null;
}

const DAY_MS = 24 * 60 * 60_000;
/** Slots from 22:55 UTC on are entered at 23:00 UTC or later: the next day in WAT. */
const NEXT_DAY_FROM = '2255';

const nextDay = (day: string): string =>
  new Date(slotStartOfId(`${day}T0000Z`) + DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');

const nextDays = new Map<string, string>();

/** The day in WAT on which a signal was entered, `20261120`. Thousands are asked for at once, so nothing is computed twice. */
export function entryDay(id: string): string {
  const day = id.slice(0, 8);
  if (id.slice(9, 13) < NEXT_DAY_FROM) return day;
  const known = nextDays.get(day) ?? nextDay(day);
  nextDays.set(day, known);
  return known;
}

/** A time (epoch ms) on the entry day: for its name. */
export const onEntryDay = (day: string): number => slotStartOfId(`${day}T0000Z`) + SLOT_MS;

const textOf = ({ id, pair, direction, strategy, ending }: SignalDigest): string =>
  `${pairLabel(pair)} ${pair} ${direction} ${strategyName(strategy)} ${
    ending ? OUTCOME_WORDS[ending.outcome] : 'open'
  } ${id}`.toLowerCase();

const wordsOf = (q: string | null): string[] =>
  (q ?? '').toLowerCase().split(/\s+/).filter(Boolean);

/** The signals that fit, in the order given. */
export function found(digests: readonly SignalDigest[], search: Search): readonly SignalDigest[] {
  const { pair, strategy, outcome } = search;
  const words = wordsOf(search.q);
  const day = search.day?.replaceAll('-', '') ?? null;
  if (!pair && !strategy && !outcome && !day && words.length === 0) return digests;
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

/** A line of the list: the name of a day, or a signal. */
export type Line =
  | { readonly kind: 'day'; readonly day: string }
  | { readonly kind: 'signal'; readonly signal: SignalDigest; readonly number: number };

/** The signals under the days on which they were entered, in the order given. */
export function linesOf(signals: readonly SignalDigest[]): Line[] {
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
