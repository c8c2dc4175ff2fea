import {
  LEVEL_COUNT,
  LEVELS,
  pairLabel,
  secondsText,
  type Settlement,
  type Signal,
  type SignalPhase,
  type Zone,
  zonedTime,
} from '@quantalgo/contracts';
import type { Freshness } from '../../data/sync/freshness';
import { OUTCOME_WORDS } from '../../ui/instruments/Marks';

/** What a phase is called on a card. */
export const PHASE_WORDS: Record<SignalPhase['name'], string> = {
  open: 'Open',
  'enter-now': 'Enter now',
  running: 'Running',
  judging: 'Being settled',
  settled: 'Settled',
};

/** Said of every signal whose entry minute is over. */
export const TOO_LATE = "Too late, don't enter";

/** How far a settled signal went: `level 2`, or `4 levels` for a loss. */
export const reachText = ({ outcome, level }: Pick<Settlement, 'outcome' | 'level'>): string =>
  outcome === 'loss' ? `${LEVELS.length} levels` : `level ${level ?? 0}`;

/** How a signal ended, in words: `Won at level 1`, `Lost all four levels`, `Break-even`. */
export function outcomeText({ outcome, level }: Settlement): string {
  if (outcome === 'loss') return `Lost all ${LEVEL_COUNT} levels`;
  return outcome === 'profit' ? `Won at level ${level}` : OUTCOME_WORDS[outcome];
}

/** What bounds the entry price: nothing above it for a CALL, nothing below it for a PUT. */
export const worstLabel = ({ direction }: Pick<Signal, 'direction'>): string =>
  direction === 'CALL' ? 'Not above' : 'Not below';

/** The sentence that tells of a new signal once. */
export const announcement = (
  signal: Pick<Signal, 'pair' | 'direction' | 'expiresAt'>,
  zone: Zone,
): string =>
  `New signal: ${pairLabel(signal.pair)} ${signal.direction}, enter at ${zonedTime(signal.expiresAt, zone)}`;

/** `0.2 s` between the publisher's commit and its arrival here. Times in epoch ms. */
export const delayText = (publishedAt: number, receivedAt: number): string =>
  secondsText(Math.max(0, receivedAt - publishedAt));

/**
 * Up to when (epoch ms) the server was heard: now, while the stream is proven; else at the last contact.
 * @param now epoch ms, the server's clock.
 */
export const knownUntil = ({ state, asOf }: Freshness, now: number): number =>
  state === 'live' ? now : (asOf ?? 0);

/** How old a list is, for lists that aren't live: `as of 14:05 WAT`. Null while it is live. */
export const ageText = ({ state, asOf }: Freshness, zone: Zone): string | null =>
  state === 'live' || asOf === null ? null : `as of ${zonedTime(asOf, zone)}`;
