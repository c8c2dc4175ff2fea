import { breakEven, type PerformanceDetails, type Probability } from '@quantalgo/contracts';
import { type Skill } from '@quantalgo/functions/domain/calibration/skill';
import { type Stretch, type Summary } from './summary';

const NOTHING = '–';

/** A whole number with its thousands apart. */
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

/** What is told of a stretch of time, in order. */
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

/** What the figures come to, in sentences. */
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

/** So many lines of strategies that were switched off; a report tells all. */
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

/** The summary as text, in a width of 108. `seconds` is what the walk took. */
export function summaryText(summary: Summary, pairs: readonly string[], seconds: number): string {
  const perSecond = countText(Math.round(summary.candles / seconds));
  return [
    `${countText(summary.candles)} candles of ${pairs.join(', ')} in ${seconds.toFixed(2)} s: ${perSecond} candles per second.`,
    `${countText(summary.signals)} signals, ${countText(summary.withoutOutcome)} of them without an outcome; ${countText(summary.misses)} slots missed; at most ${summary.mostBasicInADay} basic signals a day.`,
    '',
    ...table(summary),
    '',
    ...switchedOffLines(summary),
    ...verdict(summary),
  ].join('\n');
}
