import { formatMinutesSeconds, formatRoughDuration, formatWait } from '../core/durations';
import { capitalize, formatTime } from '../core/format';
import { SLOT_MS } from '../core/slots';
import type { Zone } from '../core/time';
import { CONFIRM_TIMEOUT_MS } from './confirmation';
import { LEVELS } from './ladder';
import { ENTER_NOW_WINDOW_MS, type Outcome, type Settlement } from './signal';
import type { SignalState } from './signalState';
import type { VerdictName } from './verdict';

/** The last close is usually read within this time. */
const TYPICAL_CLOSE_READ_MS = 15_000;

export type StateTone = 'plain' | 'ready' | 'go' | 'idle' | 'won' | 'lost';

/** Text before and after the time: `in 2:11`, `0:24 left`. */
interface StateTime {
  readonly before?: string;
  readonly value: string;
  readonly after?: string;
}

type BarName =
  | Exclude<SignalState['name'], 'ended'>
  | 'won'
  | 'lost'
  | 'break-even'
  | 'would-have'
  | 'waiting'
  | 'market-closed';

export interface StateBar {
  readonly name: BarName;
  readonly verb: string;
  readonly time: StateTime | null;
  readonly tone: StateTone;
  /** Share of the time that is left, 0–1. Null without a deadline. */
  readonly share: number | null;
}

const RESULTS: Readonly<Record<Outcome, readonly [result: string, hypothetical: string]>> = {
  profit: ['Won', 'Would have won'],
  loss: ['Lost', 'Would have lost'],
  'break-even': ['Break-even', 'Would have broken even'],
};

/** `Won`, or `Would have won` for a no-go. */
export const formatResultWord = (outcome: Outcome, isEntered: boolean): string =>
  RESULTS[outcome][isEntered ? 0 : 1];

/** `Won at level 1`, `Lost, all 4 levels`, or `Would have won` for a no-go. */
export function formatResult(
  { outcome, level }: Pick<Settlement, 'outcome' | 'level'>,
  isEntered = true,
): string {
  const word = formatResultWord(outcome, isEntered);
  if (!isEntered || outcome === 'break-even') return word;
  return outcome === 'loss' ? `${word}, all ${LEVELS.length} levels` : `${word} at level ${level}`;
}

const RESULT_STYLES = {
  profit: { name: 'won', tone: 'won' },
  loss: { name: 'lost', tone: 'lost' },
  'break-even': { name: 'break-even', tone: 'idle' },
} as const satisfies Record<Outcome, Pick<StateBar, 'name' | 'tone'>>;

const HYPOTHETICAL_STYLE = { name: 'would-have', tone: 'idle' } as const;

const getShare = (remaining: number, total: number): number =>
  Math.min(1, Math.max(0, remaining / total));

/** Only “left” is read as time in which to enter. */
function countDown(
  until: number,
  now: number,
  total: number,
  words: Pick<StateTime, 'before' | 'after'>,
) {
  const remaining = Math.max(0, until - now);
  return {
    time: { ...words, value: formatMinutesSeconds(remaining) },
    share: getShare(remaining, total),
  };
}

function describeClose(since: number, now: number) {
  const remaining = since + TYPICAL_CLOSE_READ_MS - now;
  return remaining > 0
    ? {
        time: { before: 'about', value: formatRoughDuration(remaining) },
        share: getShare(remaining, TYPICAL_CLOSE_READ_MS),
      }
    : { time: { value: formatRoughDuration(remaining), after: 'late' }, share: 0 };
}

interface Viewer {
  /** Epoch ms, as is `nextAt`. */
  readonly now: number;
  readonly zone: Zone;
  /** Only signals that pay get an accent. */
  readonly verdict: VerdictName;
  /** When the next signal may come. Absent if the bar doesn't show it. */
  readonly nextAt?: number | null;
}

const formatNext = (nextAt: number | null | undefined, now: number): StateTime | null =>
  typeof nextAt === 'number' && nextAt > now
    ? { before: 'next in', value: formatMinutesSeconds(nextAt - now) }
    : null;

/** Most signals don't pay. At a glance they must not look like advice to stake money. */
const formatEntering = (verb: string, isPaying: boolean): string =>
  isPaying ? capitalize(verb) : `Paper: ${verb}`;

/** All screens that show a signal use these words. */
export function describeState(
  state: SignalState,
  { now, zone, verdict, nextAt }: Viewer,
): StateBar {
  const { name } = state;
  const isPaying = verdict === 'pays';
  switch (name) {
    case 'enter-at':
      return {
        name,
        verb: formatEntering(`enter at ${formatTime(state.until, zone)}`, isPaying),
        tone: isPaying ? 'ready' : 'plain',
        ...countDown(state.until, now, SLOT_MS, { before: 'in' }),
      };
    case 'checking':
      return {
        name,
        verb: 'Wait: price check',
        tone: 'plain',
        ...countDown(state.until, now, CONFIRM_TIMEOUT_MS, { before: 'done in' }),
      };
    case 'enter-now':
      return {
        name,
        verb: formatEntering('enter now', isPaying),
        tone: isPaying ? 'go' : 'plain',
        ...countDown(state.until, now, ENTER_NOW_WINDOW_MS, { after: 'left' }),
      };
    case 'no-go':
      return { name, verb: 'Do nothing', time: formatNext(nextAt, now), tone: 'idle', share: null };
    case 'level':
      return {
        name,
        verb: `Wait: level ${state.level}`,
        tone: 'plain',
        ...countDown(state.until, now, SLOT_MS, { before: 'ends in' }),
      };
    case 'close':
      return {
        name,
        verb: 'Wait: closing price',
        tone: 'plain',
        ...describeClose(state.since, now),
      };
    case 'ended':
      return {
        ...(state.isEntered ? RESULT_STYLES[state.outcome] : HYPOTHETICAL_STYLE),
        verb: state.isJudgedLate ? 'Lost: judged too late' : formatResult(state, state.isEntered),
        time: { before: 'ended', value: formatTime(state.at, zone) },
        share: null,
      };
  }
}

/** The bar without a signal. Times in epoch ms; `opensAt` is null while the market is open. */
export function describeIdle(
  now: number,
  { nextAt, opensAt }: { readonly nextAt: number | null; readonly opensAt: number | null },
): StateBar {
  const idle = { tone: 'idle', share: null } as const;
  if (opensAt === null)
    return { ...idle, name: 'waiting', verb: 'Do nothing', time: formatNext(nextAt, now) };
  const time = { before: 'opens in', value: formatWait(opensAt - now) };
  return { ...idle, name: 'market-closed', verb: 'Market closed', time };
}

/** `Enter at 13:00 · in 2:11` */
export function formatBar({ verb, time }: Pick<StateBar, 'verb' | 'time'>): string {
  if (!time) return verb;
  const { before = '', value, after = '' } = time;
  return `${verb} · ${`${before} ${value} ${after}`.trim()}`;
}
