import { decimalText, moneyText, rangeText, shortDecimal } from '@quantalgo/contracts/core/format';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { LATEST_PUBLICATION_MS } from '@quantalgo/contracts/record/ledger/timeRules';
import { HEADLINE_FROM } from '@quantalgo/contracts/record/performance';
import { DESK_LIMITS } from '@quantalgo/contracts/settings/desk';
import { chanceOfEmptyAccount, ladderPlan } from '@quantalgo/contracts/settings/risk';
import { CONFIRM_WITHIN_MS } from '@quantalgo/contracts/signals/confirmation';
import { breakEven, COIN, LADDER_LOSS, LEVELS } from '@quantalgo/contracts/signals/ladder';
import { STATED_PAYOUT } from '@quantalgo/contracts/signals/payout';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import { ENTER_NOW_MS, wilson } from '@quantalgo/contracts/signals/signal';
import {
  COIN_LOSES_ONCE_IN,
  COIN_WINS_TEXT,
  LEVEL_COUNT,
  LEVEL_COUNT_FIRST,
  LOSS_TEXT,
} from '@quantalgo/contracts/signals/words';

/** The made-up amounts of the courses' examples: money in dollars, the payout as a share. */
const EXAMPLE = { stake: 10, first: 1, balance: 1000, small: 20, lowerPayout: 0.7 } as const;

const percent = (value: number): string => `${shortDecimal(value)} %`;
const cents = (dollars: number): string => `${Math.round(100 * dollars)} cents`;
const toCent = (dollars: number): number => Math.round(100 * dollars) / 100;

/** What a coin loses of each stake on average, as a share. */
const COIN_COST = 1 - (COIN.firstEntry / 100) * (1 + STATED_PAYOUT);

/** What a ladder of coin flips loses on average, in first stakes: each level's cost, as often as it is reached. */
const LADDER_COIN_COST = LADDER_RULES.stakes.reduce(
  (sum, stake, level) => sum + stake * COIN_COST * (1 - COIN.firstEntry / 100) ** level,
  0,
);

/** Half of `trials` won, as an interval in percent. */
const halfOf = (trials: number) => wilson(trials / 2, trials) ?? { low: 0, high: 100 };

/** The least number of signals whose interval, half of them won, leaves the break-even out. */
function tellingCount(): number {
  let trials: number = HEADLINE_FROM;
  while (halfOf(trials).high >= breakEven().firstEntry) trials += 2;
  return trials;
}

const MIN_STAKE = 0.01;

/** The rule's first stake for the example's balance, and what its ladder costs. */
const PLAN = ladderPlan({ balance: EXAMPLE.balance, leastStake: MIN_STAKE });

/** The share of a balance that the rule allows one signal: that of a balance so large that no stake is rounded. */
const SHARE_AT_RISK = ladderPlan({ balance: 1e6, leastStake: MIN_STAKE }).share;

/** Chance that the example's small balance can't pay the next stake before a single day is over. */
const ruin = () =>
  chanceOfEmptyAccount({
    balance: EXAMPLE.small,
    firstStake: EXAMPLE.first,
    payout: STATED_PAYOUT,
    signalsADay: DESK_LIMITS.signalsADay,
    lostLadders: DESK_LIMITS.lostLadders,
    days: 1,
  });

/** Chance that a coin loses at least one ladder in such a day. */
const anyLost = () => 1 - (COIN.withinLadder / 100) ** DESK_LIMITS.signalsADay;

/** Every figure that a course may quote, by the name that stands in its text; computed from what the product plays by. */
export const courseFigures = (): Readonly<Record<string, string>> => {
  const tellFrom = tellingCount();
  return {
    payout: percent(100 * STATED_PAYOUT),
    lowerPayout: percent(100 * EXAMPLE.lowerPayout),
    stake: moneyText(EXAMPLE.stake),
    profit: moneyText(toCent(EXAMPLE.stake * STATED_PAYOUT)),
    pointWorth: cents(EXAMPLE.stake * 0.01 * (1 + STATED_PAYOUT)),
    breakEven: percent(breakEven().firstEntry),
    breakEvenLower: percent(breakEven(EXAMPLE.lowerPayout).firstEntry),
    breakEvenLadder: percent(breakEven().withinLadder),
    coin: percent(COIN.firstEntry),
    coinCost: cents(COIN_COST),
    coinLadder: `${COIN_WINS_TEXT} %`,
    coinLosesOnceIn: COIN_LOSES_ONCE_IN,
    levels: LEVEL_COUNT,
    Levels: LEVEL_COUNT_FIRST,
    stakes: LADDER_RULES.stakes.map((stake) => shortDecimal(stake)).join(', '),
    ladderLoss: LOSS_TEXT,
    one: moneyText(EXAMPLE.first),
    ladderLossMoney: moneyText(toCent(EXAMPLE.first * LADDER_LOSS)),
    lastStakeMoney: moneyText(toCent(EXAMPLE.first * (LADDER_RULES.stakes.at(-1) ?? 1))),
    ladderCoinCost: cents(LADDER_COIN_COST),
    shareAtRisk: percent(100 * Math.round(1000 * SHARE_AT_RISK) * 0.001),
    balance: moneyText(EXAMPLE.balance),
    plannedStake: moneyText(PLAN.firstStake),
    balanceForOne: moneyText(Math.round((EXAMPLE.first * LADDER_LOSS) / SHARE_AT_RISK)),
    smallBalance: moneyText(EXAMPLE.small),
    signalsADay: String(DESK_LIMITS.signalsADay),
    ruinSmall: percent(100 * ruin()),
    anyLost: percent(100 * anyLost()),
    headlineFrom: String(HEADLINE_FROM),
    tellFrom: String(tellFrom),
    certainty: '95 %',
    intervalSmall: `${rangeText(halfOf(HEADLINE_FROM))} %`,
    intervalLarge: `${rangeText(halfOf(tellFrom))} %`,
    latestPublication: `${decimalText(LATEST_PUBLICATION_MS / 1000, 0)} seconds`,
    slotMinutes: String(SLOT_MS / 60_000),
    lastLevelMinutes: String((SLOT_MS / 60_000) * (LEVELS.length + 1)),
    confirmSeconds: String(CONFIRM_WITHIN_MS / 1000),
    enterSeconds: String(ENTER_NOW_MS / 1000),
  };
};
