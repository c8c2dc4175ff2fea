import {
  breakEven,
  countSettlement,
  LADDER_RULES,
  ladderResult,
  NO_SIGNALS_SETTLED,
  type Performance,
  type PerformanceDetails,
  performanceOf,
  type Probability,
  slotId,
} from '@quantalgo/contracts';
import { type Skill, SkillScore } from '@quantalgo/functions/domain/calibration/skill';
import type { Played, SwitchedOff } from './walk';

const HOUR_MS = 60 * 60_000;

/** The signals' results over a stretch of time. Rates and probabilities in percent. */
interface Stretch {
  /** First and last slot with a signal; null without any. */
  readonly from: string | null;
  readonly to: string | null;
  readonly performance: Performance;
  /** Skill of the forecasts within four levels and of the first entry; null if there is too little data. */
  readonly confidence: Skill | null;
  readonly firstEntry: Skill | null;
}

/** Counts signals as the record does, and scores their forecasts. Memory doesn't grow with their number. */
export class Figures {
  #counters = { ...NO_SIGNALS_SETTLED, source: 'replay' as const };
  readonly #confidence = new SkillScore();
  readonly #firstEntry = new SkillScore();
  #hour = 0;
  #from: number | null = null;
  #to: number | null = null;

  add({ slot, sealed, ending }: Played): void {
    if (!ending) return;
    this.#from ??= slot;
    this.#to = slot;
    this.#counters = countSettlement(this.#counters, sealed, ending);
    const hour = Math.floor(slot / HOUR_MS);
    if (hour !== this.#hour) this.#closeHour(hour);
    this.#confidence.add(hour, sealed.confidence.value / 100, ending.outcome === 'profit');
    this.#firstEntry.add(hour, sealed.firstEntry.value / 100, ending.level === 0);
  }

  /** @param missedSlots slots of an open market without a signal */
  result(missedSlots = 0): Stretch {
    const idOf = (at: number | null) => (at === null ? null : slotId(at));
    return {
      from: idOf(this.#from),
      to: idOf(this.#to),
      performance: performanceOf({ ...this.#counters, missedSlots }),
      confidence: this.#confidence.result(),
      firstEntry: this.#firstEntry.result(),
    };
  }

  #closeHour(next: number): void {
    this.#confidence.close();
    this.#firstEntry.close();
    this.#hour = next;
  }
}

const DAY_MS = 24 * 60 * 60_000;

/** The unit of ladder results: ten-thousandths of a first stake. */
const UNIT = 10_000;

/** The cumulative results at the end of a UTC day, in first stakes. */
export interface Day {
  /** Start of the day, epoch ms. */
  readonly day: number;
  readonly ladder: number;
  readonly firstEntry: number;
}

/** Sums results day by day, of all levels and of first entries alone. */
export class Days {
  readonly #days: Day[] = [];
  #ladder = 0;
  #firstEntry = 0;

  add({ slot, ending }: Played): void {
    if (!ending) return;
    this.#ladder += ladderResult(ending, LADDER_RULES) / UNIT;
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

/** The result of a backtest without its signals and misses. Times ISO, rates in percent, money in first stakes. */
export interface Summary {
  /** What to know of the files. */
  readonly notes: readonly string[];
  readonly candles: number;
  readonly signals: number;
  readonly misses: number;
  /** Signals whose levels run past the end of the file. */
  readonly withoutOutcome: number;
  /** The most basic signals in a UTC day. */
  readonly mostBasicInADay: number;
  readonly whole: Stretch;
  /** The signals of the first and second half of the time that the files cover. */
  readonly firstHalf: Stretch;
  readonly secondHalf: Stretch;
  readonly switchedOff: readonly {
    readonly strategy: string;
    readonly reason: string;
    readonly from: string;
    readonly to: string | null;
  }[];
}

const iso = (at: number): string => new Date(at).toISOString();

/** Builds the summary from signals, which must come in order of their slots. */
export class Summing {
  readonly #halfTime: number;
  readonly #whole = new Figures();
  readonly #halves = { first: new Figures(), second: new Figures() };
  #signals = 0;
  #withoutOutcome = 0;
  #misses = 0;
  #day = { number: -1, basic: 0 };
  #mostBasic = 0;

  /** @param halfTime start of the second half, epoch ms */
  constructor(halfTime: number) {
    this.#halfTime = halfTime;
  }

  signal(played: Played): void {
    this.#signals += 1;
    if (!played.ending) this.#withoutOutcome += 1;
    this.#whole.add(played);
    const half = played.slot < this.#halfTime ? this.#halves.first : this.#halves.second;
    half.add(played);
    if (played.sealed.audience === 'basic') this.#countBasic(played.slot);
  }

  miss(): void {
    this.#misses += 1;
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
      switchedOff: switchedOff.map(({ from, to, ...rest }) => ({
        ...rest,
        from: iso(from),
        to: to === null ? null : iso(to),
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

const NOTHING = '–';

/** A whole number with thousands separators. */
export const countText = (count: number): string => count.toLocaleString('en');

/** `51.2 % (50.4 – 52.0)`. */
export const rateText = (rate: Probability | null): string =>
  rate ? `${rate.value.toFixed(2)} % (${rate.low.toFixed(2)} – ${rate.high.toFixed(2)})` : NOTHING;

const percentText = (value: number | null | undefined): string =>
  typeof value === 'number' ? `${value.toFixed(2)} %` : NOTHING;

const pointsText = (value: number | null | undefined): string =>
  typeof value === 'number' ? `${value.toFixed(2)} points` : NOTHING;

const stakesText = (value: number | null | undefined): string =>
  typeof value === 'number' ? `${value >= 0 ? '+' : ''}${value.toFixed(3)} stakes` : NOTHING;

const skillText = (skill: Skill | null): string => rateText(skill && skill.brierSkill);

type Row = readonly [title: string, of: (stretch: Stretch, details?: PerformanceDetails) => string];

/** The rows for a stretch of time, in order. */
export const STRETCH_ROWS: readonly Row[] = [
  ['Signals settled', ({ performance }) => countText(performance.totalSignals)],
  [
    'Won, lost, broke even',
    ({ performance: { wonSignals, lostSignals, breakEvenSignals } }) =>
      [wonSignals, lostSignals, breakEvenSignals].map(countText).join(', '),
  ],
  ['Win rate, 4 levels', ({ performance }) => rateText(performance.winRateRange)],
  ['  as was said', ({ performance }) => percentText(performance.avgConfidence)],
  ['  calibration error', (_, details) => pointsText(details?.calibrationError)],
  ['  Brier skill', ({ confidence }) => skillText(confidence)],
  ['First entry wins', ({ performance }) => rateText(performance.firstEntryRange)],
  ['  as was said', ({ firstEntry }) => percentText(firstEntry?.said)],
  ['  calibration error', (_, details) => pointsText(details?.firstEntryCalibrationError)],
  ['  Brier skill', ({ firstEntry }) => skillText(firstEntry)],
  ['  a coin, same signals', (_, details) => percentText(details?.baselines.coin)],
  ['  always CALL', (_, details) => percentText(details?.baselines.alwaysCall)],
  ['  always PUT', (_, details) => percentText(details?.baselines.alwaysPut)],
  ['Per signal, 4 levels', (_, details) => stakesText(details?.martingale.resultPerSignal)],
  ['Per first entry alone', (_, details) => stakesText(details?.martingale.resultPerFirstEntry)],
  ['Most lost in a row', (_, details) => countText(details?.martingale.worstStreak ?? 0)],
  ['Largest stake', (_, details) => `${(details?.martingale.largestStake ?? 0).toFixed(3)} stakes`],
  ['Deepest fall', (_, details) => `${(details?.martingale.drawdown ?? 0).toFixed(1)} stakes`],
];

/** Conclusions from the figures, in sentences. */
export function verdict({ whole }: Summary): string[] {
  const { firstEntryRange, details } = whole.performance;
  const martingale = details?.martingale;
  if (!firstEntryRange || !martingale || martingale.resultPerSignal === null)
    return ['No signal was settled, so there is nothing to judge.'];
  const fair = breakEven(martingale.payout).firstEntry;
  const pays = firstEntryRange.low > fair;
  const coin = details.baselines.coin ?? 50;
  const beatsCoin = firstEntryRange.low > coin;
  return [
    beatsCoin
      ? `First entries won more often than a coin's ${coin.toFixed(2)} % on the same signals.`
      : `First entries cannot be told from a coin's ${coin.toFixed(2)} % on the same signals.`,
    pays
      ? `They pay at a payout of ${100 * martingale.payout} %, from ${fair.toFixed(1)} % on.`
      : `There is no edge that pays: at a payout of ${100 * martingale.payout} % a first entry has to win ${fair.toFixed(1)} % of the time.`,
    `The win rate of four levels is made of ever larger stakes: a signal ${martingale.resultPerSignal < 0 ? 'costs' : 'earns'} ${Math.abs(martingale.resultPerSignal).toFixed(3)} first stakes on average.`,
  ];
}

const TITLE = 24;

const COLUMN = 28;

function table({ whole, firstHalf, secondHalf }: Summary): string[] {
  const stretches = [whole, firstHalf, secondHalf];
  const row = (title: string, cells: readonly string[]) =>
    `${title.padEnd(TITLE)}${cells.map((cell) => cell.padStart(COLUMN)).join('')}`;
  const rows = STRETCH_ROWS.map(([title, of]) =>
    row(
      title,
      stretches.map((stretch) => of(stretch, stretch.performance.details)),
    ),
  );
  return [row('', ['all', 'first half', 'second half']), ...rows];
}

/** Maximum lines about switched-off strategies; the report lists all of them. */
const MOST_LINES = 10;

function switchedOffLines({ switchedOff }: Summary): string[] {
  const lines = switchedOff.map(
    ({ strategy, reason, from, to }) =>
      `${strategy} was switched off from ${from.slice(0, 10)} to ${to?.slice(0, 10) ?? 'the end'}: ${reason}.`,
  );
  const earlier = lines.length - MOST_LINES;
  if (earlier <= 0) return lines;
  return [
    `Strategies were switched off ${countText(earlier)} times before these:`,
    ...lines.slice(-MOST_LINES),
  ];
}

/** The summary as text, 108 columns wide. `seconds` is the duration of the walk. */
export function summaryText(summary: Summary, pairs: readonly string[], seconds: number): string {
  const perSecond = countText(Math.round(summary.candles / seconds));
  return [
    `${countText(summary.candles)} candles of ${pairs.join(', ')} in ${seconds.toFixed(2)} s: ${perSecond} candles per second.`,
    `${countText(summary.signals)} signals, ${countText(summary.withoutOutcome)} of them without an outcome; ${countText(summary.misses)} slots missed; at most ${summary.mostBasicInADay} basic signals a day.`,
    ...summary.notes,
    '',
    ...table(summary),
    '',
    ...switchedOffLines(summary),
    ...verdict(summary),
  ].join('\n');
}
