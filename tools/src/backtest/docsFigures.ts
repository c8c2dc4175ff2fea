import { formatCount } from '@quantalgo/contracts/core/format';
import type { RateRow } from '@quantalgo/contracts/signals/figures';
import { LEVEL_COUNT } from '@quantalgo/contracts/signals/words';
import type { Twin } from './figures';
import {
  groupByHalves,
  formatRateRange,
  describeRuin,
  type Summary,
  describeConclusions,
} from './summary';

const FIGURE_MARKERS = {
  begin: '<!-- npm run backtest -- --docs: begin -->',
  end: '<!-- end -->',
} as const;

const formatPoints = (value: number): string => `${value.toFixed(2)} points`;

/** Empty if there were too few forecasts. */
function describeScore(
  subject: string,
  { secondHalf }: Summary,
  target: 'confidence' | 'firstEntry',
) {
  const score = secondHalf[target];
  if (!score) return [];
  const { calibrationError, perfect, brierSkill, auc } = score;
  const quiet = secondHalf.withoutRollover[target];
  const quietText = quiet
    ? ` Without 15:00 to 19:00 in New York, they were off by ${formatPoints(quiet.calibrationError)} (a perfect forecast: ${quiet.perfect.mean.toFixed(2)}, at most ${quiet.perfect.most.toFixed(2)}).`
    : '';
  return [
    `In the second half, the odds of ${subject} were off by ${formatPoints(calibrationError)} (ten classes of equal count). With that many signals, a perfect forecast would be off by ${formatPoints(perfect.mean)} on average, and by at most ${perfect.most.toFixed(2)} in 95 of 100 cases.${quietText} Brier skill: ${formatRateRange(brierSkill)}. AUC: ${auc.toFixed(3)}.`,
  ];
}

function describeTwins({ whole: { twins } }: Summary): string[] {
  if (!twins) return [];
  const { signals, coin, opposite } = twins;
  const formatResult = ({ resultPerSignal }: Twin) => resultPerSignal.toFixed(2);
  const formatWinRate = ({ winRate }: Twin) => `${winRate.toFixed(1)}%`;
  return [
    `On average, a signal returned ${formatResult(signals)} first stakes with the ladder (${formatWinRate(signals)} within ${LEVEL_COUNT} levels), ${formatResult(coin)} with a coin toss on the same signals (${formatWinRate(coin)}), and ${formatResult(opposite)} with every direction reversed (${formatWinRate(opposite)}).`,
  ];
}

function describeExpectation({ whole: { perSignal } }: Summary): string[] {
  const { said, made } = perSignal;
  if (said === null || !made) return [];
  const isWithin = said >= made.low && said <= made.high;
  return [
    `By their stated odds, signals were expected to return ${said.toFixed(2)} first stakes each, which is ${isWithin ? 'within' : 'outside'} the interval of the actual result (${made.low.toFixed(2)} to ${made.high.toFixed(2)}).`,
  ];
}

function describeHalves(summary: Summary): string[] {
  const formatCell = (row: RateRow | null) =>
    row ? `${row.firstEntryRate.value.toFixed(1)}% of ${formatCount(row.settled)}` : 'none';
  const strategies = groupByHalves(summary).map(
    ({ name, first, second }) => `\`${name}\` ${formatCell(first)} and ${formatCell(second)}`,
  );
  return strategies.length === 0
    ? []
    : [`First-entry win rates in the first and the second half: ${strategies.join('; ')}.`];
}

export function formatFigures(summary: Summary, pairs: readonly string[]): string {
  const { whole } = summary;
  const rate = whole.performance.firstEntryRange;
  return [
    `${formatCount(summary.candles)} candles of ${pairs.join(', ')} gave ${formatCount(summary.signals)} signals in ${formatCount(summary.signals + summary.misses)} open slots. First entries won ${formatRateRange(rate)} of the time.`,
    ...describeScore(`${LEVEL_COUNT} levels`, summary, 'confidence'),
    ...describeScore('first entries', summary, 'firstEntry'),
    ...describeHalves(summary),
    ...describeTwins(summary),
    ...describeExpectation(summary),
    ...describeRuin(summary),
    ...describeConclusions(summary),
  ].join('\n\n');
}

/** @returns null if the page lacks the markers for figures */
export function replaceFigures(page: string, figures: string): string | null {
  const begin = page.indexOf(FIGURE_MARKERS.begin);
  const end = page.indexOf(FIGURE_MARKERS.end, begin);
  if (begin === -1 || end === -1) return null;
  const head = page.slice(0, begin + FIGURE_MARKERS.begin.length);
  return `${head}\n\n${figures}\n\n${page.slice(end)}`;
}
