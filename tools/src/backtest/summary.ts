import { formatCount } from '@quantalgo/contracts/core/format';
import { DAY_MS, toIso } from '@quantalgo/contracts/core/time';
import type { PerformanceDetails, RateRow } from '@quantalgo/contracts/signals/figures';
import { computeLadderResult } from '@quantalgo/contracts/signals/ladderResult';
import { computeBreakEven } from '@quantalgo/contracts/signals/ladder';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import type { Probability } from '@quantalgo/contracts/signals/signal';
import type { MeanRange, ScoredForecasts } from '@quantalgo/contracts/signals/skill';
import { LEVEL_COUNT } from '@quantalgo/contracts/signals/words';
import { Figures, type PeriodFigures, type Twin } from './figures';
import type { OddsGroup, Spread } from './odds';
import { type RuinFigures, Ruin } from './ruin';
import type { PlayedSignal, SwitchedOff } from './walk';

const ALL_LEVELS = `${LADDER_RULES.levels} levels`;

/** Ladder results are stored in ten-thousandths of a first stake. */
const UNITS_PER_STAKE = 10_000;

/** Totals since the start, in first stakes. */
export interface Day {
  /** Start of the day, epoch ms. */
  readonly day: number;
  readonly ladder: number;
  readonly firstEntry: number;
}

export class Days {
  readonly #days: Day[] = [];
  #ladder = 0;
  #firstEntry = 0;

  add({ slot, ending }: PlayedSignal): void {
    if (!ending) return;
    this.#ladder += computeLadderResult(ending, LADDER_RULES) / UNITS_PER_STAKE;
    const stake = ending.level === 0 ? LADDER_RULES.payout : -1;
    if (ending.outcome !== 'break-even') this.#firstEntry += stake;
    const day = slot - (slot % DAY_MS);
    if (this.#days.at(-1)?.day === day) this.#days.pop();
    this.#days.push({ day, ladder: this.#ladder, firstEntry: this.#firstEntry });
  }

  get all(): readonly Day[] {
    return this.#days;
  }
}

/** ISO times, rates in percent, money in first stakes. */
export interface Summary {
  readonly notes: readonly string[];
  readonly candles: number;
  readonly signals: number;
  readonly misses: number;
  /** Signals whose levels end after the last candle. */
  readonly withoutOutcome: number;
  readonly mostBasicInADay: number;
  readonly whole: PeriodFigures;
  readonly firstHalf: PeriodFigures;
  readonly secondHalf: PeriodFigures;
  readonly ruin: readonly RuinFigures[];
  readonly switchedOff: readonly {
    readonly strategy: string;
    readonly reason: string;
    readonly from: string;
    readonly to: string | null;
  }[];
}

/** Signals must be added in slot order. */
export class SummaryBuilder {
  readonly #halfTime: number;
  readonly #whole = new Figures();
  readonly #halves = { first: new Figures(), second: new Figures() };
  readonly #ruin = new Ruin();
  #signals = 0;
  #withoutOutcome = 0;
  #misses = 0;
  #day = { number: -1, basic: 0 };
  #mostBasic = 0;

  /** @param halfTime start of the second half, epoch ms */
  constructor(halfTime: number) {
    this.#halfTime = halfTime;
  }

  signal(played: PlayedSignal): void {
    this.#signals += 1;
    if (!played.ending) this.#withoutOutcome += 1;
    this.#whole.add(played);
    const { sealed, closes } = played;
    if (closes) this.#ruin.add(sealed.direction, closes, LADDER_RULES);
    const half = played.slot < this.#halfTime ? this.#halves.first : this.#halves.second;
    half.add(played);
    if (sealed.audience === 'basic') this.#countBasic(played.slot);
  }

  miss(): void {
    this.#misses += 1;
  }

  get isSilent(): boolean {
    return this.#signals === 0;
  }

  result(candles: number, switchedOff: readonly SwitchedOff[], notes: readonly string[]): Summary {
    return {
      notes,
      candles,
      signals: this.#signals,
      misses: this.#misses,
      withoutOutcome: this.#withoutOutcome,
      mostBasicInADay: this.#mostBasic,
      whole: this.#whole.result(this.#misses),
      firstHalf: this.#halves.first.result(),
      secondHalf: this.#halves.second.result(),
      ruin: this.#ruin.broken,
      switchedOff: switchedOff.map(({ from, to, ...rest }) => ({
        ...rest,
        from: toIso(from),
        to: to === null ? null : toIso(to),
      })),
    };
  }

  #countBasic(slot: number): void {
    const number = Math.floor(slot / DAY_MS);
    if (number !== this.#day.number) this.#day = { number, basic: 0 };
    this.#day.basic += 1;
    this.#mostBasic = Math.max(this.#mostBasic, this.#day.basic);
  }
}

const NO_VALUE = '–';

/** Formats like `51.20% (50.40 – 52.00)`. */
export const formatRateRange = (rate: Probability | null): string =>
  rate ? `${rate.value.toFixed(2)}% (${rate.low.toFixed(2)} – ${rate.high.toFixed(2)})` : NO_VALUE;

const formatPercent = (value: number | null | undefined): string =>
  typeof value === 'number' ? `${value.toFixed(2)}%` : NO_VALUE;

const formatStakes = (value: number | null | undefined): string =>
  typeof value === 'number' ? `${value >= 0 ? '+' : ''}${value.toFixed(3)} stakes` : NO_VALUE;

/** Formats like `-0.260 (-0.420 to -0.110)`. */
const formatMean = (mean: MeanRange | null): string =>
  mean
    ? `${formatStakes(mean.value)} (${mean.low.toFixed(3)} to ${mean.high.toFixed(3)})`
    : NO_VALUE;

type Row = readonly [
  title: string,
  of: (period: PeriodFigures, details?: PerformanceDetails) => string,
];

/** Formats like `-4.35 to 3.55`. */
const formatExtent = (values: readonly number[]): string =>
  values.length === 0
    ? NO_VALUE
    : `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}`;

/** Formats like `51.20 ± 0.43`. */
export const formatSpread = (spread: Spread | null): string =>
  spread ? `${spread.value.toFixed(2)} ± ${spread.half.toFixed(2)}` : NO_VALUE;

const findOdds = ({ odds }: PeriodFigures, name: string): OddsGroup | undefined =>
  odds.groups.find((group) => group.name === name);

const buildOddsRows = (title: string, name: string): Row[] => [
  [title, (period) => formatSpread(findOdds(period, name)?.won ?? null)],
  ['  stated − won, points', (period) => formatSpread(findOdds(period, name)?.gap ?? null)],
  ['  Brier skill against a half', (period) => formatSpread(findOdds(period, name)?.skill ?? null)],
];

const buildPayingRows = (payout: number): Row[] => {
  const find = ({ odds }: PeriodFigures) => odds.pays.find((group) => group.payout === payout);
  return [
    [
      `Verdict “Pays” at ${Math.round(100 * payout)}%`,
      (period) => formatCount(find(period)?.signals ?? 0),
    ],
    ['  first entries won', (period) => formatSpread(find(period)?.won ?? null)],
    ['  per stake', (period) => formatSpread(find(period)?.perStake ?? null)],
  ];
};

const formatSkill = (scored: ScoredForecasts | null): string =>
  formatRateRange(scored && scored.brierSkill);

/**
 * Formats like `1.21, perfect 1.10 – 1.66`. These are a perfect forecast's mean error and 95%
 * limit.
 */
const formatError = (scored: ScoredForecasts | null): string => {
  if (!scored) return NO_VALUE;
  const { calibrationError: error, perfect } = scored;
  return `${error.toFixed(2)}, perfect ${perfect.mean.toFixed(2)} – ${perfect.most.toFixed(2)}`;
};

const formatAuc = (scored: ScoredForecasts | null): string => scored?.auc.toFixed(4) ?? NO_VALUE;

const buildScoreRows = (target: 'confidence' | 'firstEntry'): readonly Row[] => [
  ['  as stated', (period) => formatPercent(period[target]?.said)],
  ['  calibration error', (period) => formatError(period[target])],
  ['  Brier skill', (period) => formatSkill(period[target])],
  ['  AUC', (period) => formatAuc(period[target])],
  ['  resolution', (period) => formatPercent(period[target]?.resolution)],
];

const buildTwinRows = (
  title: string,
  select: (twins: NonNullable<PeriodFigures['twins']>) => Twin,
): Row[] => {
  const getTwin = ({ twins }: PeriodFigures) => (twins ? select(twins) : null);
  return [
    [`${title}, ${ALL_LEVELS}`, (period) => formatPercent(getTwin(period)?.winRate)],
    ['  first entry', (period) => formatPercent(getTwin(period)?.firstEntryRate)],
    [`  per signal, ${ALL_LEVELS}`, (period) => formatStakes(getTwin(period)?.resultPerSignal)],
    ['  per first entry alone', (period) => formatStakes(getTwin(period)?.resultPerFirstEntry)],
  ];
};

export const PERIOD_ROWS: readonly Row[] = [
  ['Signals settled', ({ performance }) => formatCount(performance.totalSignals)],
  [
    'Won, lost, broke even',
    ({ performance: { wonSignals, lostSignals, breakEvenSignals } }) =>
      [wonSignals, lostSignals, breakEvenSignals].map(formatCount).join(', '),
  ],
  [`Win rate, ${ALL_LEVELS}`, ({ performance }) => formatRateRange(performance.winRateRange)],
  ...buildScoreRows('confidence'),
  ['First entry wins', ({ performance }) => formatRateRange(performance.firstEntryRange)],
  ...buildScoreRows('firstEntry'),
  ['  always CALL', (_, details) => formatPercent(details?.baselines.alwaysCall)],
  ['  always PUT', (_, details) => formatPercent(details?.baselines.alwaysPut)],
  ...buildOddsRows('Moved first entries, %', 'all'),
  ['  with the rollover', (period) => formatSpread(findOdds(period, 'all hours')?.won ?? null)],
  ['  in basic slots', (period) => formatSpread(findOdds(period, 'basic slots')?.won ?? null)],
  [
    '  in order-flow slots',
    (period) => formatSpread(findOdds(period, 'order-flow slots')?.won ?? null),
  ],
  ['  order-flow − basic slots, points', ({ odds }) => formatSpread(odds.essentialLead)],
  ['  … basic slots 5 – 40 min later', ({ odds }) => formatExtent(odds.shiftedLeads)],
  ['  without no-gos', (period) => formatSpread(findOdds(period, 'go')?.won ?? null)],
  [
    'Later levels, % of lost first entries',
    (period) => formatSpread(findOdds(period, 'later levels')?.won ?? null),
  ],
  [
    '  stated − won, points',
    (period) => formatSpread(findOdds(period, 'later levels')?.gap ?? null),
  ],
  ['  odds at the entry, gain in skill', ({ odds }) => formatSpread(odds.restated)],
  ...[0.8, 0.85, 0.92].flatMap(buildPayingRows),
  [
    'Moved first entries with a go',
    ({ performance }) => formatRateRange(performance.entered?.firstEntryRate ?? null),
  ],
  [`Per signal, ${ALL_LEVELS}`, ({ perSignal }) => formatMean(perSignal.made)],
  ['  as the verdict stated', ({ perSignal }) => formatStakes(perSignal.said)],
  ['  stated − made, by day', ({ perSignal }) => formatSpread(perSignal.gap)],
  ['Per first entry alone', (_, details) => formatStakes(details?.martingale.resultPerFirstEntry)],
  ...buildTwinRows('A coin, same signals', ({ coin }) => coin),
  ...buildTwinRows('The opposite of each', ({ opposite }) => opposite),
  ['Longest losing streak', (_, details) => formatCount(details?.martingale.worstStreak ?? 0)],
  ['Largest stake', (_, details) => `${(details?.martingale.largestStake ?? 0).toFixed(3)} stakes`],
  ['Largest drop', (_, details) => `${(details?.martingale.drawdown ?? 0).toFixed(1)} stakes`],
];

export const describeRuin = ({ ruin }: Summary): string[] =>
  ruin.flatMap(({ account, signals, runs, ladder, singleEntry }) =>
    ladder === null || singleEntry === null
      ? []
      : `In ${ladder.toFixed(1)}% of ${formatCount(runs)} runs of ${signals} consecutive signals, ${LEVEL_COUNT} levels wiped out an account of ${account} first stakes. First entries alone did so in ${singleEntry.toFixed(1)}%.`,
  );

/** `first` or `second` is null if the strategy gave no signal in that half. */
export function groupByHalves({ whole, firstHalf, secondHalf }: Summary) {
  const getRows = ({ performance }: PeriodFigures): readonly RateRow[] =>
    performance.details?.byStrategy ?? [];
  const findRow = (period: PeriodFigures, name: string) =>
    getRows(period).find((row) => row.name === name) ?? null;
  return getRows(whole).map(({ name }) => ({
    name,
    first: findRow(firstHalf, name),
    second: findRow(secondHalf, name),
  }));
}

export function describeConclusions({ whole }: Summary): string[] {
  const { firstEntryRange, details } = whole.performance;
  const martingale = details?.martingale;
  if (!firstEntryRange || !martingale || martingale.resultPerSignal === null)
    return ['No signal was settled, so there is no result.'];
  const fair = computeBreakEven(martingale.payout).firstEntry;
  const pays = firstEntryRange.low > fair;
  const coin = whole.twins?.coin.firstEntryRate ?? 50;
  const beatsCoin = firstEntryRange.low > coin;
  return [
    beatsCoin
      ? `First entries won more often than a coin's ${coin.toFixed(2)}% on the same signals.`
      : `First entries cannot be told apart from a coin's ${coin.toFixed(2)}% on the same signals.`,
    pays
      ? `They are profitable at a payout of ${100 * martingale.payout}%, which needs a win rate of ${fair.toFixed(1)}%.`
      : `There is no profitable edge: at a payout of ${100 * martingale.payout}% a first entry has to win ${fair.toFixed(1)}% of the time.`,
    `The win rate of ${LEVEL_COUNT} levels comes from ever larger stakes. On average, a signal ${martingale.resultPerSignal < 0 ? 'costs' : 'earns'} ${Math.abs(martingale.resultPerSignal).toFixed(3)} first stakes.`,
  ];
}

const TITLE_WIDTH = 24;

const COLUMN_WIDTH = 34;

function toTable({ whole, firstHalf, secondHalf }: Summary): string[] {
  const periods = [whole, firstHalf, secondHalf];
  const formatRow = (title: string, cells: readonly string[]) =>
    `${title.padEnd(TITLE_WIDTH)}${cells.map((cell) => cell.padStart(COLUMN_WIDTH)).join('')}`;
  const rows = PERIOD_ROWS.map(([title, select]) =>
    formatRow(
      title,
      periods.map((period) => select(period, period.performance.details)),
    ),
  );
  return [formatRow('', ['all', 'first half', 'second half']), ...rows];
}

const formatStrategies = (summary: Summary): string[] =>
  groupByHalves(summary).map(({ name, first, second }) => {
    const cells = [first, second].map((row) =>
      row ? `${formatCount(row.settled)}: ${formatRateRange(row.firstEntryRate)}` : NO_VALUE,
    );
    return `${name.padEnd(TITLE_WIDTH)}${['first entries', ...cells].map((cell) => cell.padStart(COLUMN_WIDTH)).join('')}`;
  });

const MAX_SWITCHED_OFF_LINES = 10;

function formatSwitchedOff({ switchedOff }: Summary): string[] {
  const lines = switchedOff.map(
    ({ strategy, reason, from, to }) =>
      `${strategy} was switched off from ${from.slice(0, 10)} to ${to?.slice(0, 10) ?? 'the end'}: ${reason}.`,
  );
  const earlier = lines.length - MAX_SWITCHED_OFF_LINES;
  if (earlier <= 0) return lines;
  return [
    `Strategies were switched off ${formatCount(earlier)} times before these:`,
    ...lines.slice(-MAX_SWITCHED_OFF_LINES),
  ];
}

/** Lines are 126 columns wide. `seconds` is the walk's duration. */
export function formatBacktestSummary(
  summary: Summary,
  pairs: readonly string[],
  seconds: number,
): string {
  const perSecond = formatCount(Math.round(summary.candles / seconds));
  return [
    `${formatCount(summary.candles)} candles of ${pairs.join(', ')} in ${seconds.toFixed(2)} s: ${perSecond} candles per second.`,
    `${formatCount(summary.signals)} signals, ${formatCount(summary.withoutOutcome)} of them without an outcome; ${formatCount(summary.misses)} slots missed; at most ${summary.mostBasicInADay} basic signals a day.`,
    ...summary.notes,
    '',
    ...toTable(summary),
    '',
    ...formatStrategies(summary),
    '',
    ...formatSwitchedOff(summary),
    ...describeRuin(summary),
    ...describeConclusions(summary),
  ].join('\n');
}
