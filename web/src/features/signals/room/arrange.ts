import { signalPhase, type Signal } from '@quantalgo/contracts';

/** Where the signals that are not settled stand in the room. */
export interface Arrangement<S> {
  /** The newest signal of all, while it can be entered or is being played. */
  readonly top: S | null;
  /** Older ones that can still be entered: they stay beside the newest. */
  readonly entering: readonly S[];
  /** Too late to enter, not yet settled. */
  readonly running: readonly S[];
}

function isEnterable(signal: Signal, now: number): boolean {
  const { name } = signalPhase(signal, now);
  return name === 'open' || name === 'enter-now';
}

function isOver(signal: Signal, now: number): boolean {
  const { name } = signalPhase(signal, now);
  return name === 'judging' || name === 'settled';
}

/**
 * Arranges the signals that are not settled.
 * @param signals newest first.
 * @param now epoch ms, the server's clock.
 */
export function arrange<S extends Signal>(signals: readonly S[], now: number): Arrangement<S> {
  const newest = signals[0];
  const top = newest && !isOver(newest, now) ? newest : null;
  const others = signals.filter((signal) => signal.settlement === null && signal !== top);
  return {
    top,
    entering: others.filter((signal) => isEnterable(signal, now)),
    running: others.filter((signal) => !isEnterable(signal, now)),
  };
}
