import {
  pairLabel,
  watTime,
  type Settlement,
  type Signal,
  type SignalPhase,
} from '@quantalgo/contracts';
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

export { SOURCE_WORDS, countText, strategyName } from '../../ui/signalWords';

/** `14:10 WAT`. `at` in epoch ms. */
export const watText = (at: number): string => `${watTime(at)} WAT`;

/** How far a settled signal went: `level 2`, or `4 levels` for a loss. */
export const reachText = ({ outcome, level }: Pick<Settlement, 'outcome' | 'level'>): string =>
  outcome === 'loss' ? '4 levels' : `level ${level ?? 0}`;

/** How a signal ended, in words: `Won at level 1`, `Lost all four levels`, `Break-even`. */
export function outcomeText({ outcome, level }: Settlement): string {
  if (outcome === 'loss') return 'Lost all four levels';
  return outcome === 'profit' ? `Won at level ${level}` : OUTCOME_WORDS[outcome];
}

/** What bounds the entry price: nothing above it for a CALL, nothing below it for a PUT. */
export const worstLabel = ({ direction }: Pick<Signal, 'direction'>): string =>
  direction === 'CALL' ? 'Not above' : 'Not below';

/** The sentence that tells of a new signal once. */
export const announcement = (signal: Pick<Signal, 'pair' | 'direction' | 'expiresAt'>): string =>
  `New signal: ${pairLabel(signal.pair)} ${signal.direction}, enter at ${watText(signal.expiresAt)}`;

/** `0.2 s` between the publisher's commit and its arrival here. Times in epoch ms. */
export const delayText = (publishedAt: number, receivedAt: number): string =>
  `${(Math.max(0, receivedAt - publishedAt) / 1000).toFixed(1)} s`;
