import { SLOT_MS } from '../core/slots';
import { CONFIRM_TIMEOUT_MS } from './confirmation';
import { isRevealedLate } from './signalEnd';
import { type Level, LEVELS } from './ladder';
import { getEntryTime, getSignalPhase, type Outcome, type Settlement, type Signal } from './signal';

/**
 * What a member should do, and until when (epoch ms). A no-go lasts until the settlement, whose
 * result is then hypothetical.
 */
export type SignalState =
  | { readonly name: 'enter-at'; readonly until: number }
  | { readonly name: 'checking'; readonly until: number }
  | { readonly name: 'enter-now'; readonly until: number }
  | { readonly name: 'no-go' }
  | { readonly name: 'level'; readonly level: Level; readonly until: number }
  | { readonly name: 'close'; readonly since: number }
  | {
      readonly name: 'ended';
      readonly outcome: Outcome;
      readonly level: Level | null;
      readonly at: number;
      readonly isEntered: boolean;
      readonly isJudgedLate: boolean;
    };

type StatedSignal = Pick<Signal, 'createdAt' | 'settlement' | 'entered'>;

const getLastLevel = ({ outcome, level }: Pick<Settlement, 'outcome' | 'level'>): Level =>
  outcome === 'loss' ? LEVELS.length - 1 : (level ?? 0);

/** `now` in epoch ms. */
export function getSignalState(signal: StatedSignal, now: number): SignalState {
  const entryTime = getEntryTime(signal);
  const phase = getSignalPhase(signal, now);
  if (phase.name === 'settled') {
    const { outcome, level, settledAt } = phase.settlement;
    return {
      name: 'ended',
      outcome,
      level,
      at: entryTime + SLOT_MS * (getLastLevel(phase.settlement) + 1),
      isEntered: signal.entered !== false,
      isJudgedLate: outcome === 'loss' && isRevealedLate(signal.createdAt, settledAt),
    };
  }
  if (phase.name === 'open') return { name: 'enter-at', until: entryTime };
  if (phase.name === 'checking') return { name: 'checking', until: entryTime + CONFIRM_TIMEOUT_MS };
  if (signal.entered !== true) return { name: 'no-go' };
  if (phase.name === 'enter-now') return { name: phase.name, until: now + phase.closesIn };
  return phase.name === 'running'
    ? { name: 'level', level: phase.level, until: phase.endsAt }
    : { name: 'close', since: entryTime + SLOT_MS * LEVELS.length };
}

/** Also true once it has ended. */
export const isNoGo = (state: SignalState): boolean =>
  state.name === 'ended' ? !state.isEntered : state.name === 'no-go';
