import { SLOT_MS } from '../time';
import { LEVELS, type Level } from './play';
import type { Settlement, Signal } from './signal';

/** For this long after its entry time a signal says "Enter now". */
export const ENTER_NOW_MS = 30_000;

/**
 * What a signal asks of its reader. `open`: prepare, enter at `expiresAt`. `enter-now`: the entry minute. `running`:
 * too late, `level` is being played. `judging`: all levels are over, the settlement is due. `settled`: it is known.
 */
export type SignalPhase =
  | { readonly name: 'open'; readonly entersIn: number }
  | { readonly name: 'enter-now'; readonly closesIn: number }
  | { readonly name: 'running'; readonly level: Level; readonly endsAt: number }
  | { readonly name: 'judging' }
  | { readonly name: 'settled'; readonly settlement: Settlement };

/** The phase of a signal at `now` (epoch ms, the server's clock). */
export function signalPhase(
  signal: Pick<Signal, 'createdAt' | 'expiresAt' | 'settlement'>,
  now: number,
): SignalPhase {
  if (signal.settlement) return { name: 'settled', settlement: signal.settlement };
  const late = now - signal.expiresAt;
  if (late < 0) return { name: 'open', entersIn: -late };
  if (late < ENTER_NOW_MS) return { name: 'enter-now', closesIn: ENTER_NOW_MS - late };
  const level = LEVELS[Math.floor(late / SLOT_MS)];
  if (level === undefined) return { name: 'judging' };
  return { name: 'running', level, endsAt: signal.expiresAt + SLOT_MS * (level + 1) };
}
