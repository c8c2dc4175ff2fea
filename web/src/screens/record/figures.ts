import { toCsv } from '@quantalgo/contracts/core/csv';
import { dateText, decimalText } from '@quantalgo/contracts/core/format';
import { slotId, slotIdsIn, slotStartOfId } from '@quantalgo/contracts/core/slots';
import { DAY_MS, WAT, type Weekday, WEEKDAYS } from '@quantalgo/contracts/core/time';
import { pairLabel } from '@quantalgo/contracts/market/pairs';
import {
  countSettlements,
  NO_SIGNALS_SETTLED,
  performanceOf,
} from '@quantalgo/contracts/record/performance';
import {
  firstEntryResult,
  inStakes,
  ladderResult,
  type Performance,
  type PerformanceDetails,
} from '@quantalgo/contracts/signals/figures';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import { isDemonstration, type Source } from '@quantalgo/contracts/signals/signal';
import { ClusteredMean, type MeanRange } from '@quantalgo/contracts/signals/skill';
import { entryOf, type SettledDigest, type SignalDigest } from '../../data/signals/useDigests';

export type { SettledDigest } from '../../data/signals/useDigests';

export const PERIODS = ['7', '30', '90'] as const;

/** The weekdays as they are shown, from Monday on. */
export const WEEK: readonly Weekday[] = [...WEEKDAYS.slice(1), WEEKDAYS[0]];

/** The choice of signals; null is all. Hours (`00` to `23`) and weekdays are in WAT. */
export interface Filters {
  /** The last days, including now. */
  readonly days: (typeof PERIODS)[number] | null;
  readonly pair: string | null;
  readonly strategy: string | null;
  readonly weekday: Weekday | null;
  readonly hour: string | null;
  /** The first and the last slot of a live session, `20261120T1405Z-20261120T1605Z`. */
  readonly span: string | null;
}

export const NO_FILTERS: Filters = {
  days: null,
  pair: null,
  strategy: null,
  weekday: null,
  hour: null,
  span: null,
};

/** Whether the filters leave any signal out. */
export const isNarrow = (filters: Filters): boolean =>
  Object.values(filters).some((chosen) => chosen !== null);

/** The slot's id in WAT instead of UTC. */
export const watSlotId = slotIdsIn(WAT);

const weekdayOf = (watId: string): Weekday | undefined => {
  const [year, month, day] = [watId.slice(0, 4), watId.slice(4, 6), watId.slice(6, 8)].map(Number);
  return WEEKDAYS[new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, day)).getUTCDay()];
};

const isOf = (wanted: string | null, is: string | undefined) => wanted === null || wanted === is;

/** The settled signals that match the filters, in the given order. `now` in epoch ms. */
export function chosenOf(
  digests: readonly SignalDigest[],
  { days, pair, strategy, weekday, hour, span }: Filters,
  now: number,
): SettledDigest[] {
  const from = days === null ? '' : slotId(now - Number(days) * DAY_MS);
  const [first = '', last = '~'] = span?.split('-') ?? [];
  const isChosen = (digest: SignalDigest): digest is SettledDigest => {
    if (digest.ending === null || digest.differs || digest.id < from) return false;
    if (digest.id < first || digest.id > last) return false;
    if (!isOf(pair, digest.pair) || !isOf(strategy, digest.strategy)) return false;
    if (hour === null && weekday === null) return true;
    const watId = watSlotId(digest.id);
    return isOf(hour, watId.slice(9, 11)) && isOf(weekday, weekdayOf(watId));
  };
  return digests.filter(isChosen);
}

/** All figures of the chosen signals, computed like the public record's. */
export interface Matrix {
  /** Oldest first. */
  readonly signals: readonly SettledDigest[];
  readonly performance: Performance;
  /** Hours and weekdays are in WAT. */
  readonly details: PerformanceDetails;
  readonly equity: Equity;
  readonly streaks: Streaks;
  /** The first source that isn't a live market; null if there is none. */
  readonly demonstration: Source | null;
}

/** The figures of these signals, the newest first. `payout`: what a won stake earns, 0.8 is 80 %. */
export function matrixOf(newestFirst: readonly SettledDigest[], payout: number): Matrix | null {
  const signals = newestFirst.slice().reverse();
  const over = signals.map(
    (signal) => [{ ...signal, id: watSlotId(signal.id) }, signal.ending] as const,
  );
  const demonstration = signals.find(({ source }) => isDemonstration(source))?.source ?? null;
  const counters = countSettlements(NO_SIGNALS_SETTLED, over);
  const performance = performanceOf({ ...counters, source: demonstration ?? 'twelvedata' });
  const { details } = performance;
  return details && signals.length > 0
    ? {
        signals,
        performance,
        details,
        equity: equityOf(signals, payout),
        streaks: streaksOf(signals),
        demonstration,
      }
    : null;
}

/** The cumulative result up to a signal, in first stakes; negative for a loss. */
export interface EquityPoint {
  readonly id: string;
  /** Number of signals up to this one. */
  readonly number: number;
  /** `flat` plays the first entry of each signal, always at the same stake; `ladder` plays all levels. */
  readonly flat: number;
  readonly ladder: number;
}

export interface Equity {
  /** After each signal, oldest first. */
  readonly points: readonly EquityPoint[];
  /** Deepest fall from an earlier peak, in first stakes. */
  readonly flatDrawdown: number;
  readonly ladderDrawdown: number;
  /** What a signal made on average; null while there is too little data. */
  readonly perSignal: Readonly<Record<'flat' | 'ladder', MeanRange | null>>;
}

/** Tracks a sum and its deepest fall, in ten-thousandths of a stake. */
class Sum {
  value = 0;
  fall = 0;
  #peak = 0;

  add(result: number): void {
    this.value += result;
    this.#peak = Math.max(this.#peak, this.value);
    this.fall = Math.max(this.fall, this.#peak - this.value);
  }
}

/** The results of both ways to stake on these signals, oldest first. `payout`: what a won stake earns, 0.8 is 80 %. */
function equityOf(signals: readonly SettledDigest[], payout: number): Equity {
  const flat = new Sum();
  const ladder = new Sum();
  const rules = { ...LADDER_RULES, payout };
  const means = { flat: new ClusteredMean(), ladder: new ClusteredMean() };
  const points = signals.map(({ id, ending }, at) => {
    const results = {
      flat: firstEntryResult(ending, payout),
      ladder: ladderResult(ending, rules),
    };
    const time = slotStartOfId(id);
    flat.add(results.flat);
    ladder.add(results.ladder);
    means.flat.add(time, inStakes(results.flat));
    means.ladder.add(time, inStakes(results.ladder));
    return { id, number: at + 1, flat: inStakes(flat.value), ladder: inStakes(ladder.value) };
  });
  return {
    points,
    flatDrawdown: inStakes(flat.fall),
    ladderDrawdown: inStakes(ladder.fall),
    perSignal: { flat: means.flat.result(), ladder: means.ladder.result() },
  };
}

/** Streaks of won or lost signals; one that broke even neither ends a streak nor counts in it. */
export interface Streaks {
  readonly longestWon: number;
  readonly longestLost: number;
  /** The streak that includes the newest signals; null before the first won or lost one. */
  readonly current: { readonly outcome: 'profit' | 'loss'; readonly length: number } | null;
}

/** The streaks of these signals, given oldest first. */
function streaksOf(signals: readonly SettledDigest[]): Streaks {
  const longest = { profit: 0, loss: 0 };
  let current: Streaks['current'] = null;
  for (const { ending } of signals) {
    const { outcome } = ending;
    if (outcome === 'break-even') continue;
    const length: number = current?.outcome === outcome ? current.length + 1 : 1;
    current = { outcome, length };
    longest[outcome] = Math.max(longest[outcome], length);
  }
  return { longestWon: longest.profit, longestLost: longest.loss, current };
}

const COLUMNS = [
  'slot',
  'entry (UTC)',
  'pair',
  'direction',
  'strategy',
  'confidence',
  'first entry',
  'outcome',
  'level',
  'closes',
  'prices from',
];

const rowOf = ({ ending, ...signal }: SettledDigest) => [
  signal.id,
  new Date(entryOf(signal)).toISOString(),
  pairLabel(signal.pair),
  signal.direction,
  signal.strategy,
  signal.confidence.value,
  signal.firstEntry.value,
  ending.outcome,
  ending.level,
  ending.closes.map(({ price }) => price ?? 'none').join(' '),
  signal.source,
];

/** These signals as CSV in the given order, safe from formula injection in spreadsheets. */
export const csvOf = (signals: readonly SettledDigest[]): string =>
  toCsv([COLUMNS, ...signals.map(rowOf)]);

/** `+12.4` or `−3.0`: first stakes won or lost. */
export const stakesText = (stakes: number, digits = 1): string => {
  const size = decimalText(Math.abs(stakes), digits);
  if (Number(size) === 0) return size;
  return `${stakes < 0 ? '−' : '+'}${size}`;
};

/** The day of a signal's entry in WAT: `20 Nov 2026`. */
export const dayText = (id: string): string => dateText(entryOf({ id }), WAT);
