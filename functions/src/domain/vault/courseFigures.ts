import {
  formatDecimal,
  formatMoney,
  formatInterval,
  formatShortDecimal,
} from '@quantalgo/contracts/core/format';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { LATEST_PUBLICATION_MS } from '@quantalgo/contracts/record/ledger/timeRules';
import { MIN_HEADLINE_SIGNALS } from '@quantalgo/contracts/signals/figures';
import { DESK_LIMITS } from '@quantalgo/contracts/settings/desk';
import { computeRuinProbability, planLadder } from '@quantalgo/contracts/settings/risk';
import { CONFIRM_TIMEOUT_MS } from '@quantalgo/contracts/signals/confirmation';
import { computeBreakEven, COIN, LADDER_LOSS, LEVELS } from '@quantalgo/contracts/signals/ladder';
import { STATED_PAYOUT } from '@quantalgo/contracts/signals/payout';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import { ENTER_NOW_WINDOW_MS, computeWilsonInterval } from '@quantalgo/contracts/signals/signal';
import {
  SIGNALS_PER_COIN_LOSS_TEXT,
  COIN_WINS_TEXT,
  LEVEL_COUNT,
  CAPITALIZED_LEVEL_COUNT,
  LOSS_TEXT,
} from '@quantalgo/contracts/signals/words';

const EXAMPLE = { stake: 10, first: 1, balance: 1000, small: 20, lowerPayout: 0.7 } as const;

const formatPercent = (value: number): string => `${formatShortDecimal(value)}%`;
const formatCents = (dollars: number): string => `${Math.round(100 * dollars)} cents`;
const roundToCent = (dollars: number): number => Math.round(100 * dollars) / 100;

// A coin's average loss per stake, as a share.
const COIN_COST = 1 - (COIN.firstEntry / 100) * (1 + STATED_PAYOUT);

// Average loss of a ladder of coin flips, in first stakes.
const LADDER_COIN_COST = LADDER_RULES.stakes.reduce(
  (sum, stake, level) => sum + stake * COIN_COST * (1 - COIN.firstEntry / 100) ** level,
  0,
);

const getHalfInterval = (trials: number) =>
  computeWilsonInterval(trials / 2, trials) ?? { low: 0, high: 100 };

// The smallest number of signals whose interval, with half of them won, excludes the break-even
// rate.
function findSignificantCount(): number {
  let trials: number = MIN_HEADLINE_SIGNALS;
  while (getHalfInterval(trials).high >= computeBreakEven().firstEntry) trials += 2;
  return trials;
}

const MIN_STAKE = 0.01;

const LADDER_PLAN = planLadder({ balance: EXAMPLE.balance, leastStake: MIN_STAKE });

// Share of a balance at risk per signal. The balance is large enough to avoid rounding.
const SHARE_AT_RISK = planLadder({ balance: 1e6, leastStake: MIN_STAKE }).share;

// Chance that the example's small balance can't pay the next stake within a day.
const getRuinChance = () =>
  computeRuinProbability({
    balance: EXAMPLE.small,
    firstStake: EXAMPLE.first,
    payout: STATED_PAYOUT,
    signalsADay: DESK_LIMITS.signalsADay,
    lostLadders: DESK_LIMITS.lostLadders,
    days: 1,
  });

const getLossChance = () => 1 - (COIN.withinLadder / 100) ** DESK_LIMITS.signalsADay;

/** Every figure that a course may quote, by its name in the text. */
export const buildCourseFigures = (): Readonly<Record<string, string>> => {
  const significantCount = findSignificantCount();
  return {
    payout: formatPercent(100 * STATED_PAYOUT),
    lowerPayout: formatPercent(100 * EXAMPLE.lowerPayout),
    stake: formatMoney(EXAMPLE.stake),
    profit: formatMoney(roundToCent(EXAMPLE.stake * STATED_PAYOUT)),
    pointWorth: formatCents(EXAMPLE.stake * 0.01 * (1 + STATED_PAYOUT)),
    breakEven: formatPercent(computeBreakEven().firstEntry),
    breakEvenLower: formatPercent(computeBreakEven(EXAMPLE.lowerPayout).firstEntry),
    breakEvenLadder: formatPercent(computeBreakEven().withinLadder),
    coin: formatPercent(COIN.firstEntry),
    coinCost: formatCents(COIN_COST),
    coinLadder: `${COIN_WINS_TEXT}%`,
    coinLosesOnceIn: SIGNALS_PER_COIN_LOSS_TEXT,
    levels: LEVEL_COUNT,
    Levels: CAPITALIZED_LEVEL_COUNT,
    stakes: LADDER_RULES.stakes.map((stake) => formatShortDecimal(stake)).join(', '),
    ladderLoss: LOSS_TEXT,
    one: formatMoney(EXAMPLE.first),
    ladderLossMoney: formatMoney(roundToCent(EXAMPLE.first * LADDER_LOSS)),
    lastStakeMoney: formatMoney(roundToCent(EXAMPLE.first * (LADDER_RULES.stakes.at(-1) ?? 1))),
    ladderCoinCost: formatCents(LADDER_COIN_COST),
    shareAtRisk: formatPercent(100 * Math.round(1000 * SHARE_AT_RISK) * 0.001),
    balance: formatMoney(EXAMPLE.balance),
    plannedStake: formatMoney(LADDER_PLAN.firstStake),
    balanceForOne: formatMoney(Math.round((EXAMPLE.first * LADDER_LOSS) / SHARE_AT_RISK)),
    smallBalance: formatMoney(EXAMPLE.small),
    signalsADay: String(DESK_LIMITS.signalsADay),
    ruinSmall: formatPercent(100 * getRuinChance()),
    anyLost: formatPercent(100 * getLossChance()),
    headlineFrom: String(MIN_HEADLINE_SIGNALS),
    tellFrom: String(significantCount),
    certainty: '95%',
    intervalSmall: `${formatInterval(getHalfInterval(MIN_HEADLINE_SIGNALS))}%`,
    intervalLarge: `${formatInterval(getHalfInterval(significantCount))}%`,
    latestPublication: `${formatDecimal(LATEST_PUBLICATION_MS / 1000, 0)} seconds`,
    slotMinutes: String(SLOT_MS / 60_000),
    lastLevelMinutes: String((SLOT_MS / 60_000) * (LEVELS.length + 1)),
    confirmSeconds: String(CONFIRM_TIMEOUT_MS / 1000),
    enterSeconds: String(ENTER_NOW_WINDOW_MS / 1000),
  };
};
