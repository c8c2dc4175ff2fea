import { toCsv } from '@quantalgo/contracts/core/csv';
import { formatDate, formatDecimal } from '@quantalgo/contracts/core/format';
import { slotId, createSlotIdMapper, parseSlotId } from '@quantalgo/contracts/core/slots';
import { DAY_MS, WAT, type Weekday, WEEKDAYS } from '@quantalgo/contracts/core/time';
import { formatPair } from '@quantalgo/contracts/market/pairs';
import { isRollover } from '@quantalgo/contracts/market/sessions';
import {
  countSettlements,
  EMPTY_PERFORMANCE_COUNTERS,
  type MeasuredOutcome,
  toPerformance,
} from '@quantalgo/contracts/record/performance';
import {
  computeMovedWinRate,
  MIN_HEADLINE_SIGNALS,
  type NamedRateRow,
  type Performance,
  type PerformanceDetails,
  type RateRow,
} from '@quantalgo/contracts/signals/figures';
import {
  computeFirstEntryResult,
  toStakes,
  computeLadderResult,
} from '@quantalgo/contracts/signals/ladderResult';
import { getPairPayout, type Payouts } from '@quantalgo/contracts/signals/payout';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import { computeMovedRate } from '@quantalgo/contracts/signals/sentence';
import {
  isDemonstration,
  computeWilsonInterval,
  type Probability,
  type Source,
} from '@quantalgo/contracts/signals/signal';
import { ClusteredMean, type MeanRange } from '@quantalgo/contracts/signals/skill';
import {
  isSettledAsSealed,
  getFirstEntryTime,
  type SettledDigest,
  type SignalDigest,
} from '../../data/signals/useDigests';

export type { SettledDigest } from '../../data/signals/useDigests';

export const PERIODS = ['7', '30', '90'] as const;

export const WEEKDAYS_FROM_MONDAY: readonly Weekday[] = [...WEEKDAYS.slice(1), WEEKDAYS[0]];

/** Null selects all. Hours (`00` to `23`) and weekdays are in WAT. */
export interface Filters {
  /** Number of days up to now. */
  readonly days: (typeof PERIODS)[number] | null;
  readonly pair: string | null;
  readonly strategy: string | null;
  readonly weekday: Weekday | null;
  readonly hour: string | null;
  /** First and last slot of a live session: `20261120T1405Z-20261120T1605Z`. */
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

export const hasFilter = (filters: Filters): boolean =>
  Object.values(filters).some((value) => value !== null);

export const toWatSlotId = createSlotIdMapper(WAT);

const toWeekday = (watId: string): Weekday | undefined => {
  const [year, month, day] = [watId.slice(0, 4), watId.slice(4, 6), watId.slice(6, 8)].map(Number);
  return WEEKDAYS[new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, day)).getUTCDay()];
};

const matchesFilter = (filter: string | null, value: string | undefined) =>
  filter === null || filter === value;

/** Keeps the order. `now` in epoch ms. */
export function selectSettled(
  digests: readonly SignalDigest[],
  { days, pair, strategy, weekday, hour, span }: Filters,
  now: number,
): SettledDigest[] {
  const from = days === null ? '' : slotId(now - Number(days) * DAY_MS);
  const [firstSlot = '', lastSlot = '~'] = span?.split('-') ?? [];
  const isMatch = (digest: SignalDigest): digest is SettledDigest => {
    if (!isSettledAsSealed(digest) || digest.id < from) return false;
    if (digest.id < firstSlot || digest.id > lastSlot) return false;
    if (!matchesFilter(pair, digest.pair) || !matchesFilter(strategy, digest.strategy))
      return false;
    if (hour === null && weekday === null) return true;
    const watId = toWatSlotId(digest.id);
    return matchesFilter(hour, watId.slice(9, 11)) && matchesFilter(weekday, toWeekday(watId));
  };
  return digests.filter(isMatch);
}

type RateName = 'firstEntryRate' | 'winRate';

/** Its rates, of signals that moved, are null if none did. */
export type MatrixRow<Name extends string = string> = Omit<NamedRateRow<Name>, RateName> & {
  readonly [Rate in RateName]: Probability | null;
};

export type RatedRow = MatrixRow & Pick<RateRow, RateName>;

export const hasEnoughResults = (row: MatrixRow): row is RatedRow =>
  row.settled >= MIN_HEADLINE_SIGNALS && row.firstEntryRate !== null && row.winRate !== null;

export type MatrixDetails = Omit<
  PerformanceDetails,
  'byStrategy' | 'byPair' | 'byHour' | 'byWeekday'
> & {
  readonly [List in 'byStrategy' | 'byPair' | 'byHour']: readonly MatrixRow[];
} & { readonly byWeekday: readonly MatrixRow<Weekday>[] };

export interface Matrix {
  /** Oldest first. */
  readonly signals: readonly SettledDigest[];
  readonly performance: Performance;
  /** Hours and weekdays are in WAT. */
  readonly details: MatrixDetails;
  readonly equity: Equity;
  readonly streaks: Streaks;
  /** The first source that isn't a live market; null if there is none. */
  readonly demonstration: Source | null;
}

interface StrategyForecast {
  readonly strategy: string;
  readonly settled: number;
  /** Mean of the stated first-entry rates, in percent. */
  readonly stated: number;
  readonly won: Probability;
}

/** The basis of the odds. */
export const leaveOutRollover = (signals: readonly SettledDigest[]): SettledDigest[] =>
  signals.filter(({ id }) => !isRollover(parseSlotId(id)));

/**
 * First entries of each strategy that has enough results for a rate, most results first. Like the
 * odds, it leaves the hours around the rollover out and counts flat entries as not won.
 */
export function compareStrategyForecasts(signals: readonly SettledDigest[]): StrategyForecast[] {
  const counted = leaveOutRollover(signals);
  const strategies = [...new Set(counted.map(({ strategy }) => strategy))];
  return strategies
    .flatMap((strategy) => {
      const own = counted.filter((signal) => signal.strategy === strategy);
      const settled = own.length;
      const wonCount = own.filter(({ ending }) => ending.level === 0).length;
      const won = computeWilsonInterval(wonCount, settled);
      const stated = own.reduce((sum, { firstEntry }) => sum + firstEntry.value, 0) / settled;
      return won && settled >= MIN_HEADLINE_SIGNALS ? { strategy, settled, stated, won } : [];
    })
    .sort((a, b) => b.settled - a.settled);
}

/** Break-even and a coin's rates only apply to signals that moved. */
function toMovedRows<Name extends string>(
  rows: readonly NamedRateRow<Name>[],
  flatRows: readonly NamedRateRow<Name>[] = [],
): MatrixRow<Name>[] {
  const flatCounts = new Map(flatRows.map(({ name, settled }) => [name, settled]));
  return rows.map((row) => {
    const totalSignals = row.settled;
    const breakEvenSignals = flatCounts.get(row.name) ?? 0;
    const wonSignals = Math.round((row.winRate.value * totalSignals) / 100);
    return {
      ...row,
      firstEntryRate: computeMovedRate({
        totalSignals,
        breakEvenSignals,
        firstEntryRate: row.firstEntryRate.value,
      }),
      winRate: computeMovedWinRate({ totalSignals, wonSignals, breakEvenSignals }),
    };
  });
}

const toMovedDetails = (
  details: PerformanceDetails,
  flat: PerformanceDetails | undefined,
): MatrixDetails => ({
  ...details,
  byStrategy: toMovedRows(details.byStrategy, flat?.byStrategy),
  byPair: toMovedRows(details.byPair, flat?.byPair),
  byHour: toMovedRows(details.byHour, flat?.byHour),
  byWeekday: toMovedRows(details.byWeekday, flat?.byWeekday),
});

export function computeMatrix(
  newestFirst: readonly SettledDigest[],
  payouts: Payouts,
): Matrix | null {
  const signals = newestFirst.slice().reverse();
  const settlements = signals.map(
    (signal) => [{ ...signal, id: toWatSlotId(signal.id) }, signal.ending] as const,
  );
  const demonstration = signals.find(({ source }) => isDemonstration(source))?.source ?? null;
  const count = (outcomes: readonly MeasuredOutcome[]) =>
    toPerformance({
      ...countSettlements(EMPTY_PERFORMANCE_COUNTERS, outcomes),
      source: demonstration ?? 'twelvedata',
    });
  const performance = count(settlements);
  const flat = count(settlements.filter(([, { outcome }]) => outcome === 'break-even'));
  const { details } = performance;
  return details && signals.length > 0
    ? {
        signals,
        performance,
        details: toMovedDetails(details, flat.details),
        equity: computeEquity(signals, payouts),
        streaks: computeStreaks(signals),
        demonstration,
      }
    : null;
}

/** Cumulative result up to a signal, in first stakes. */
export interface EquityPoint {
  readonly id: string;
  /** Number of signals up to and including this one. */
  readonly number: number;
  /** `flat` plays only first entries, always at the same stake. `ladder` plays all levels. */
  readonly flat: number;
  readonly ladder: number;
  /** What coin tosses at the same first entries would have made on average. */
  readonly coin: number;
}

export interface Equity {
  /** After each signal, oldest first. */
  readonly points: readonly EquityPoint[];
  /** Largest drop from an earlier peak, in first stakes. */
  readonly flatDrawdown: number;
  readonly ladderDrawdown: number;
  /** Average result of a signal; null with too little data. */
  readonly perSignal: Readonly<Record<'flat' | 'ladder', MeanRange | null>>;
}

/** Tracks a sum and its largest drop, in ten-thousandths of a stake. */
class RunningSum {
  value = 0;
  drawdown = 0;
  #peak = 0;

  add(result: number): void {
    this.value += result;
    this.#peak = Math.max(this.#peak, this.value);
    this.drawdown = Math.max(this.drawdown, this.#peak - this.value);
  }
}

/** Expects signals oldest first. */
function computeEquity(signals: readonly SettledDigest[], payouts: Payouts): Equity {
  const flat = new RunningSum();
  const ladder = new RunningSum();
  let coin = 0;
  const means = { flat: new ClusteredMean(), ladder: new ClusteredMean() };
  const points = signals.map(({ id, pair, ending }, index) => {
    const payout = getPairPayout(payouts, pair);
    const results = {
      flat: computeFirstEntryResult(ending, payout),
      ladder: computeLadderResult(ending, { ...LADDER_RULES, payout }),
    };
    const time = parseSlotId(id);
    flat.add(results.flat);
    ladder.add(results.ladder);
    if (ending.outcome !== 'break-even') coin += (payout - 1) / 2;
    means.flat.add(time, toStakes(results.flat));
    means.ladder.add(time, toStakes(results.ladder));
    return {
      id,
      number: index + 1,
      flat: toStakes(flat.value),
      ladder: toStakes(ladder.value),
      coin,
    };
  });
  return {
    points,
    flatDrawdown: toStakes(flat.drawdown),
    ladderDrawdown: toStakes(ladder.drawdown),
    perSignal: { flat: means.flat.result(), ladder: means.ladder.result() },
  };
}

/** A signal that broke even neither ends a streak nor counts in it. */
export interface Streaks {
  readonly longestWinningStreak: number;
  readonly longestLosingStreak: number;
  /** The streak that includes the newest signals; null before the first won or lost one. */
  readonly current: { readonly outcome: 'profit' | 'loss'; readonly length: number } | null;
}

/** Expects signals oldest first. */
function computeStreaks(signals: readonly SettledDigest[]): Streaks {
  const longest = { profit: 0, loss: 0 };
  let current: Streaks['current'] = null;
  for (const { ending } of signals) {
    const { outcome } = ending;
    if (outcome === 'break-even') continue;
    const length: number = current?.outcome === outcome ? current.length + 1 : 1;
    current = { outcome, length };
    longest[outcome] = Math.max(longest[outcome], length);
  }
  return { longestWinningStreak: longest.profit, longestLosingStreak: longest.loss, current };
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

const toRow = ({ ending, ...signal }: SettledDigest) => [
  signal.id,
  new Date(getFirstEntryTime(signal)).toISOString(),
  formatPair(signal.pair),
  signal.direction,
  signal.strategy,
  signal.confidence.value,
  signal.firstEntry.value,
  ending.outcome,
  ending.level,
  ending.closes.map(({ price }) => price ?? 'none').join(' '),
  signal.source,
];

/** Keeps the order. Cells are safe from formula injection in spreadsheets. */
export const toSignalsCsv = (signals: readonly SettledDigest[]): string =>
  toCsv([COLUMNS, ...signals.map(toRow)]);

/** First stakes won or lost: `+12.4` or `−3.0`. */
export const formatStakes = (stakes: number, digits = 1): string => {
  const magnitude = formatDecimal(Math.abs(stakes), digits);
  if (Number(magnitude) === 0) return magnitude;
  return `${stakes < 0 ? '−' : '+'}${magnitude}`;
};

/** Day of a signal's entry in WAT: `20 Nov 2026`. */
export const formatEntryDay = (id: string): string => formatDate(getFirstEntryTime({ id }), WAT);
