import { STATED_PAYOUT } from '../signals/payout';
import { LADDER_RULES } from '../signals/rules';
import { verdictOf, type VerdictName } from '../signals/verdict';
import { SLOT_MS, slotStartOfId } from '../core/slots';
import { DAY_MS, HOUR_MS } from '../core/time';
import type { Configuration } from './configuration';
import { levelResults, type PaperSignal, type Side } from './results';
import {
  balanceOf,
  beginPaper,
  type ClosedTrade,
  type OpenTrade,
  type PaperState,
  type TradeOutcome,
} from './state';

const stakeAt = (first: number, level: number): number =>
  Math.round(first * (LADDER_RULES.stakes[level] ?? 0));

function firstStake({ stake }: Configuration, free: number): number {
  return stake.kind === 'fixed' ? stake.cents : Math.floor((free * stake.hundredths) / 10_000);
}

/** What a signal is worth at a payout. Without `moves`, which the ledger doesn't state, so that all sources agree. */
const verdictAt = ({ firstEntry, confidence }: PaperSignal, payout: number): VerdictName =>
  verdictOf({ firstEntry, confidence }, payout).name;

const isWithin = (hours: Configuration['hours'], at: number): boolean => {
  if (hours === null) return true;
  const hour = Math.floor((at % DAY_MS) / HOUR_MS);
  const { from, to } = hours;
  return from < to ? hour >= from && hour < to : hour >= from || hour < to;
};

const isPausedAt = ({ pauses }: Configuration, at: number): boolean =>
  pauses.some(({ from, until }) => at >= from && (until === null || at < until));

/** A fold under way: its state may be changed, as nobody else has it. */
interface Folding {
  readonly configuration: Configuration;
  readonly side: Side;
  readonly state: PaperState;
  readonly onClosed: (trade: ClosedTrade) => void;
}

const dayOf = (at: number): number => Math.floor(at / DAY_MS);

/** Starts the count of a day's stops anew where `at` is on another day. */
function turnDay(state: PaperState, at: number): void {
  if (state.day === dayOf(at)) return;
  state.day = dayOf(at);
  state.dayResult = 0;
  state.dayLost = 0;
}

/** A closed trade until everything else of its time has ended too. */
type Ending = { -readonly [field in keyof ClosedTrade]: ClosedTrade[field] };

function close({ state }: Folding, trade: OpenTrade, outcome: TradeOutcome): Ending {
  const { id, endsAt: closedAt, level, first, result } = trade;
  const { tally } = state;
  tally.trades += 1;
  if (outcome === 'won') tally.won += 1;
  if (outcome === 'lost') tally.lost += 1;
  tally.profit += result;
  tally.squares += (result / 100) ** 2;
  turnDay(state, closedAt);
  state.dayResult += result;
  if (outcome === 'lost') state.dayLost += 1;
  return { id, closedAt, outcome, level, first, result, balance: 0 };
}

/** Ends the present level of a trade. @returns how the trade ended, null where its next level is to be entered */
function endLevel({ state, configuration }: Folding, trade: OpenTrade): TradeOutcome | null {
  const { level, atRisk } = trade;
  const result = trade.results?.[level];
  trade.atRisk = 0;
  if (result === 'W') {
    const earned = Math.round(atRisk * configuration.payout);
    state.free += atRisk + earned;
    trade.result += earned;
    return 'won';
  }
  if (result === 'F') state.free += atRisk;
  else trade.result -= atRisk;
  if (result === 'F' && level === 0) return 'flat';
  return level + 1 < configuration.levels ? null : 'lost';
}

/** Enters a trade's next level. @returns false where the balance doesn't pay its stake */
function enterNext({ state }: Folding, trade: OpenTrade): boolean {
  const stake = stakeAt(trade.first, trade.level + 1);
  if (stake > state.free) return false;
  state.free -= stake;
  trade.level += 1;
  trade.atRisk = stake;
  trade.endsAt += SLOT_MS;
  return true;
}

/** Ends all levels that end at a time: first what they earn is paid, then the next ones are entered, oldest first. */
function tick(folding: Folding, at: number): void {
  const { state } = folding;
  const isDue = ({ results, endsAt }: OpenTrade) => results !== null && endsAt === at;
  const closed: Ending[] = [];
  const goingOn: OpenTrade[] = [];
  for (const trade of state.open) {
    if (!isDue(trade)) continue;
    const outcome = endLevel(folding, trade);
    if (outcome) closed.push(close(folding, trade, outcome));
    else goingOn.push(trade);
  }
  for (const trade of goingOn)
    if (!enterNext(folding, trade)) closed.push(close(folding, trade, 'lost'));
  // Those that entered their next level end later now.
  if (closed.length > 0) state.open = state.open.filter((trade) => !isDue(trade));
  const balance = balanceOf(state);
  state.peak = Math.max(state.peak, balance);
  state.drawdown = Math.max(state.drawdown, state.peak - balance);
  for (const trade of closed) {
    trade.balance = balance;
    folding.onClosed(trade);
  }
}

/** Plays what is open up to and with `until` (epoch ms). */
function run(folding: Folding, until: number): void {
  for (;;) {
    let next = Infinity;
    for (const { results, endsAt } of folding.state.open)
      if (results !== null && endsAt < next) next = endsAt;
    if (next > until) return;
    tick(folding, next);
  }
}

/** What keeps a bot from entering for the rest of a day: the loss that it may make, or its lost trades. */
export type PaperStop = 'loss' | 'ladders';

/** The stop that a bot has reached on the day of UTC that holds `at` (epoch ms); null while it may enter. */
export function paperStop(
  { stopLoss, stopLadders }: Pick<Configuration, 'stopLoss' | 'stopLadders'>,
  { day, dayResult, dayLost }: Pick<PaperState, 'day' | 'dayResult' | 'dayLost'>,
  at: number,
): PaperStop | null {
  if (day !== dayOf(at)) return null;
  if (stopLoss !== null && -dayResult >= stopLoss) return 'loss';
  return stopLadders !== null && dayLost >= stopLadders ? 'ladders' : null;
}

/** What keeps a bot from entering: a stop of the day, or that it is out of money. */
export type PaperHalt = PaperStop | 'money';

/**
 * What keeps a bot from entering at `at` (epoch ms); null while it may. `money`: no trade is open, and the balance is
 * below the next first stake.
 */
export function paperHalt(
  configuration: Configuration,
  state: PaperState,
  at: number,
): PaperHalt | null {
  const first = firstStake(configuration, state.free);
  const isBroke = state.open.length === 0 && (first < 1 || first > state.free);
  return isBroke ? 'money' : paperStop(configuration, state, at);
}

function mayEnter({ configuration, state }: Folding, signal: PaperSignal, at: number): boolean {
  const { pairs, hours, mostOpen, verdicts, payout } = configuration;
  if (signal.entered === false) return false;
  if (state.open.length >= mostOpen || !isWithin(hours, at)) return false;
  if (pairs !== null && !pairs.includes(signal.pair)) return false;
  if (isPausedAt(configuration, at)) return false;
  if (paperStop(configuration, state, at) !== null) return false;
  return verdicts.includes(verdictAt(signal, payout));
}

/** Gives the bot a signal that may be entered `at` (epoch ms). */
function give(folding: Folding, signal: PaperSignal, at: number): void {
  const { configuration, state } = folding;
  run(folding, at);
  state.slot = signal.id;
  state.signals += 1;
  turnDay(state, at);
  if (!mayEnter(folding, signal, at)) return;
  const { ending } = signal;
  const side = { side: folding.side, levels: configuration.levels };
  const results = ending && levelResults(signal, ending, side);
  // Skipped: the stored closes don't determine the result of the opposite side.
  if (results === null && ending !== null) return;
  const first = firstStake(configuration, state.free);
  if (first < 1 || first > state.free) return;
  state.free -= first;
  const endsAt = at + SLOT_MS;
  state.open.push({ id: signal.id, endsAt, first, level: 0, atRisk: first, result: 0, results });
}

const inOrder = (one: PaperSignal, other: PaperSignal): number => (one.id < other.id ? -1 : 1);

const copyOf = (state: PaperState): PaperState => ({
  ...state,
  tally: { ...state.tally },
  open: state.open.map((trade) => ({ ...trade })),
});

/**
 * Folds settled signals into a state, in the order of their slots, whatever the order given; signals of slots that are
 * folded already change nothing. Open trades are resolved when the next signal is folded. Pass only signals before the
 * oldest unsettled one, as later ones may depend on its result.
 */
export function foldPaper(
  configuration: Configuration,
  before: PaperState,
  signals: readonly PaperSignal[],
): PaperState {
  const state = copyOf(before);
  const folding: Folding = { configuration, side: 'signal', state, onClosed: () => undefined };
  for (const signal of [...signals].sort(inOrder)) {
    const slot = slotStartOfId(signal.id);
    if (signal.id > state.slot && slot >= configuration.since)
      give(folding, signal, slot + SLOT_MS);
  }
  return state;
}

/** The state with all played that ended by `now` (epoch ms). */
export function paperStateAt(
  configuration: Configuration,
  before: PaperState,
  now: number,
): PaperState {
  const state = copyOf(before);
  run({ configuration, side: 'signal', state, onClosed: () => undefined }, now);
  return state;
}

/** What a configuration came to. */
export interface PaperPlay {
  /** Oldest first. */
  readonly closed: readonly ClosedTrade[];
  readonly state: PaperState;
  /** Times of the signals that it was given (epoch ms): each enters, if it does, at this time. */
  readonly entries: readonly number[];
}

/** How a list is played. */
interface Playing {
  /** Up to when, in epoch ms: signals that enter later are left out. */
  readonly now: number;
  /** Whose direction is played; the signal's by default. */
  readonly side?: Side;
}

/** The last given of each slot, in the order of the slots. */
function listOf(signals: readonly PaperSignal[]): readonly PaperSignal[] {
  const isSorted = signals.every(({ id }, at) => at === 0 || (signals[at - 1]?.id ?? '') < id);
  if (isSorted) return signals;
  return [...new Map(signals.map((signal) => [signal.id, signal])).values()].sort(inOrder);
}

/**
 * Plays a configuration over signals, without clock, chance or order of arrival: each signal is entered five minutes
 * after its slot unless it was a "no go" then, each level lasts five minutes. A signal that isn't settled risks its first stake. Stakes of a ladder
 * follow {@link LADDER_RULES}, each rounded to a cent.
 */
export function playPaper(
  configuration: Configuration,
  signals: readonly PaperSignal[],
  { now, side = 'signal' }: Playing,
): PaperPlay {
  const closed: ClosedTrade[] = [];
  const entries: number[] = [];
  const state = beginPaper(configuration);
  const folding: Folding = { configuration, side, state, onClosed: (trade) => closed.push(trade) };
  for (const signal of listOf(signals)) {
    const slot = slotStartOfId(signal.id);
    const at = slot + SLOT_MS;
    if (at > now || slot < configuration.since) continue;
    entries.push(at);
    give(folding, signal, at);
  }
  run(folding, now);
  return { closed, state, entries };
}

/** The verdict by which a bot took a signal or left it. */
export const paperVerdict = (
  signal: PaperSignal,
  { payout = STATED_PAYOUT }: { readonly payout?: number } = {},
): VerdictName => verdictAt(signal, payout);
