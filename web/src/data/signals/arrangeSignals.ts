import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { LEVELS } from '@quantalgo/contracts/signals/ladder';
import { getEntryTime, getSignalPhase, type Signal } from '@quantalgo/contracts/signals/signal';

interface Arrangement<S> {
  /** The newest signal, until its result has been shown for {@link RESULT_DISPLAY_MS}. */
  readonly top: S | null;
  /** Older signals until the end of their entry window. */
  readonly entering: readonly S[];
  /** Signals that are too late to enter and not yet settled. */
  readonly running: readonly S[];
}

const ENTERING_PHASES = new Set(['open', 'checking', 'enter-now', 'no-go']);

/** True if the entry is ahead or due now, even for a no-go. */
const isEntering = (signal: Signal, now: number): boolean =>
  ENTERING_PHASES.has(getSignalPhase(signal, now).name);

/** How long a result, or a pending one, stays on the card. */
const RESULT_DISPLAY_MS = SLOT_MS;

function isOver(signal: Signal, now: number): boolean {
  const endedAt = getEntryTime(signal) + SLOT_MS * LEVELS.length;
  return now >= (signal.settlement?.settledAt ?? endedAt) + RESULT_DISPLAY_MS;
}

/** Expects signals newest first. `now` is the server's time in epoch ms. */
export function arrangeSignals<S extends Signal>(
  signals: readonly S[],
  now: number,
): Arrangement<S> {
  const newest = signals[0];
  const top = newest && !isOver(newest, now) ? newest : null;
  const unsettled = signals.filter((signal) => signal.settlement === null && signal !== top);
  return {
    top,
    entering: unsettled.filter((signal) => isEntering(signal, now)),
    running: unsettled.filter((signal) => !isEntering(signal, now)),
  };
}
