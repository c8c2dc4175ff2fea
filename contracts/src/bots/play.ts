import { STATED_PAYOUT } from '../signals/payout';
import { LADDER_RULES } from '../signals/rules';
import { getVerdict, type VerdictName } from '../signals/verdict';
import { SLOT_MS, parseSlotId } from '../core/slots';
import { DAY_MS, HOUR_MS } from '../core/time';
import type { Configuration } from './configuration';
import { getLevelResults, type PaperSignal, type Side } from './results';
import {
  getBalance,
  createPaperState,
  type ClosedTrade,
  type OpenTrade,
  type PaperState,
  type TradeOutcome,
} from './state';

const getStake = (firstStake: number, level: number): number =>
  Math.round(firstStake * (LADDER_RULES.stakes[level] ?? 0));

function computeFirstStake({ stake }: Configuration, free: number): number {
  return stake.kind === 'fixed' ? stake.cents : Math.floor((free * stake.hundredths) / 10_000);
}

/** Ignores `moves`, because the ledger lacks them and all sources must give the same verdict. */
const getVerdictName = ({ firstEntry, confidence }: PaperSignal, payout: number): VerdictName =>
  getVerdict({ firstEntry, confidence }, payout).name;

const isWithinHours = (hours: Configuration['hours'], at: number): boolean => {
  if (hours === null) return true;
  const hour = Math.floor((at % DAY_MS) / HOUR_MS);
  const { from, to } = hours;
  return from < to ? hour >= from && hour < to : hour >= from || hour < to;
};

const isPausedAt = ({ pauses }: Configuration, at: number): boolean =>
  pauses.some(({ from, until }) => at >= from && (until === null || at < until));

interface PlayContext {
  readonly configuration: Configuration;
  readonly side: Side;
  readonly state: PaperState;
  readonly onClosed: (trade: ClosedTrade) => void;
}

const toDay = (at: number): number => Math.floor(at / DAY_MS);

function startDay(state: PaperState, at: number): void {
  if (state.day === toDay(at)) return;
  state.day = toDay(at);
  state.dayResult = 0;
  state.dayLost = 0;
}

/** `balance` is set once all trades that end at the same time are settled. */
type ClosingTrade = { -readonly [field in keyof ClosedTrade]: ClosedTrade[field] };

function closeTrade({ state }: PlayContext, trade: OpenTrade, outcome: TradeOutcome): ClosingTrade {
  const { id, endsAt: closedAt, level, first, result } = trade;
  const { tally } = state;
  tally.trades += 1;
  if (outcome === 'won') tally.won += 1;
  if (outcome === 'lost') tally.lost += 1;
  tally.profit += result;
  tally.squares += (result / 100) ** 2;
  startDay(state, closedAt);
  state.dayResult += result;
  if (outcome === 'lost') state.dayLost += 1;
  return { id, closedAt, outcome, level, first, result, balance: 0 };
}

function endLevel({ state, configuration }: PlayContext, trade: OpenTrade): TradeOutcome | null {
  const { level, atRisk } = trade;
  const result = trade.results?.[level];
  trade.atRisk = 0;
  if (result === 'W') {
    const profit = Math.round(atRisk * configuration.payout);
    state.free += atRisk + profit;
    trade.result += profit;
    return 'won';
  }
  if (result === 'F') state.free += atRisk;
  else trade.result -= atRisk;
  if (result === 'F' && level === 0) return 'flat';
  return level + 1 < configuration.levels ? null : 'lost';
}

function enterNextLevel({ state }: PlayContext, trade: OpenTrade): boolean {
  const stake = getStake(trade.first, trade.level + 1);
  if (stake > state.free) return false;
  state.free -= stake;
  trade.level += 1;
  trade.atRisk = stake;
  trade.endsAt += SLOT_MS;
  return true;
}

function settleDueTrades(context: PlayContext, at: number): void {
  const { state } = context;
  const isDue = ({ results, endsAt }: OpenTrade) => results !== null && endsAt === at;
  const closedTrades: ClosingTrade[] = [];
  const continuingTrades: OpenTrade[] = [];
  for (const trade of state.open) {
    if (!isDue(trade)) continue;
    const outcome = endLevel(context, trade);
    if (outcome) closedTrades.push(closeTrade(context, trade, outcome));
    else continuingTrades.push(trade);
  }
  for (const trade of continuingTrades)
    if (!enterNextLevel(context, trade)) closedTrades.push(closeTrade(context, trade, 'lost'));
  // Trades that entered their next level now end later.
  if (closedTrades.length > 0) state.open = state.open.filter((trade) => !isDue(trade));
  const balance = getBalance(state);
  state.peak = Math.max(state.peak, balance);
  state.drawdown = Math.max(state.drawdown, state.peak - balance);
  for (const trade of closedTrades) {
    trade.balance = balance;
    context.onClosed(trade);
  }
}

function settleUntil(context: PlayContext, until: number): void {
  for (;;) {
    let nextEnd = Infinity;
    for (const { results, endsAt } of context.state.open)
      if (results !== null && endsAt < nextEnd) nextEnd = endsAt;
    if (nextEnd > until) return;
    settleDueTrades(context, nextEnd);
  }
}

export type PaperStop = 'loss' | 'ladders';

export function findPaperStop(
  { stopLoss, stopLadders }: Pick<Configuration, 'stopLoss' | 'stopLadders'>,
  { day, dayResult, dayLost }: Pick<PaperState, 'day' | 'dayResult' | 'dayLost'>,
  at: number,
): PaperStop | null {
  if (day !== toDay(at)) return null;
  if (stopLoss !== null && -dayResult >= stopLoss) return 'loss';
  return stopLadders !== null && dayLost >= stopLadders ? 'ladders' : null;
}

export type PaperHalt = PaperStop | 'money';

/**
 * `money`: no trade is open, and the next first stake is below a cent or above the balance. `at` in
 * epoch ms.
 */
export function findPaperHalt(
  configuration: Configuration,
  state: PaperState,
  at: number,
): PaperHalt | null {
  const firstStake = computeFirstStake(configuration, state.free);
  const isBroke = state.open.length === 0 && (firstStake < 1 || firstStake > state.free);
  return isBroke ? 'money' : findPaperStop(configuration, state, at);
}

function canEnter({ configuration, state }: PlayContext, signal: PaperSignal, at: number): boolean {
  const { pairs, hours, maxOpenTrades, verdicts, payout } = configuration;
  if (signal.entered === false) return false;
  if (state.open.length >= maxOpenTrades || !isWithinHours(hours, at)) return false;
  if (pairs !== null && !pairs.includes(signal.pair)) return false;
  if (isPausedAt(configuration, at)) return false;
  if (findPaperStop(configuration, state, at) !== null) return false;
  return verdicts.includes(getVerdictName(signal, payout));
}

function offerSignal(context: PlayContext, signal: PaperSignal, at: number): void {
  const { configuration, state } = context;
  settleUntil(context, at);
  state.slot = signal.id;
  state.signals += 1;
  startDay(state, at);
  if (!canEnter(context, signal, at)) return;
  const { ending } = signal;
  const side = { side: context.side, levels: configuration.levels };
  const results = ending && getLevelResults(signal, ending, side);
  // Skipped because the stored closes don't determine the opposite side's result.
  if (results === null && ending !== null) return;
  const firstStake = computeFirstStake(configuration, state.free);
  if (firstStake < 1 || firstStake > state.free) return;
  state.free -= firstStake;
  const endsAt = at + SLOT_MS;
  state.open.push({
    id: signal.id,
    endsAt,
    first: firstStake,
    level: 0,
    atRisk: firstStake,
    result: 0,
    results,
  });
}

const compareIds = (a: PaperSignal, b: PaperSignal): number => (a.id < b.id ? -1 : 1);

const copyState = (state: PaperState): PaperState => ({
  ...state,
  tally: { ...state.tally },
  open: state.open.map((trade) => ({ ...trade })),
});

/**
 * Skips slots already folded. Pass only signals before the oldest unsettled one, because later ones
 * may depend on its result. Open trades settle when the next signal is folded.
 */
export function foldPaper(
  configuration: Configuration,
  previous: PaperState,
  signals: readonly PaperSignal[],
): PaperState {
  const state = copyState(previous);
  const context: PlayContext = { configuration, side: 'signal', state, onClosed: () => undefined };
  for (const signal of [...signals].sort(compareIds)) {
    const slot = parseSlotId(signal.id);
    if (signal.id > state.slot && slot >= configuration.since)
      offerSignal(context, signal, slot + SLOT_MS);
  }
  return state;
}

export function advancePaperState(
  configuration: Configuration,
  previous: PaperState,
  now: number,
): PaperState {
  const state = copyState(previous);
  settleUntil({ configuration, side: 'signal', state, onClosed: () => undefined }, now);
  return state;
}

export interface PaperPlay {
  readonly closed: readonly ClosedTrade[];
  readonly state: PaperState;
  readonly entries: readonly number[];
}

interface PlayOptions {
  readonly now: number;
  readonly side?: Side;
}

function sortAndDeduplicate(signals: readonly PaperSignal[]): readonly PaperSignal[] {
  const isSorted = signals.every(
    ({ id }, index) => index === 0 || (signals[index - 1]?.id ?? '') < id,
  );
  if (isSorted) return signals;
  return [...new Map(signals.map((signal) => [signal.id, signal])).values()].sort(compareIds);
}

/**
 * Deterministic: the order of `signals` doesn't matter. Unsettled signals keep their first stake at
 * risk.
 */
export function playPaper(
  configuration: Configuration,
  signals: readonly PaperSignal[],
  { now, side = 'signal' }: PlayOptions,
): PaperPlay {
  const closed: ClosedTrade[] = [];
  const entries: number[] = [];
  const state = createPaperState(configuration);
  const context: PlayContext = {
    configuration,
    side,
    state,
    onClosed: (trade) => closed.push(trade),
  };
  for (const signal of sortAndDeduplicate(signals)) {
    const slot = parseSlotId(signal.id);
    const at = slot + SLOT_MS;
    if (at > now || slot < configuration.since) continue;
    entries.push(at);
    offerSignal(context, signal, at);
  }
  settleUntil(context, now);
  return { closed, state, entries };
}

export const getPaperVerdict = (
  signal: PaperSignal,
  { payout = STATED_PAYOUT }: { readonly payout?: number } = {},
): VerdictName => getVerdictName(signal, payout);
