import { secondsText, zonedTime } from '@quantalgo/contracts/core/format';
import type { Zone } from '@quantalgo/contracts/core/time';
import { pairLabel } from '@quantalgo/contracts/market/pairs';
import { LEVELS } from '@quantalgo/contracts/signals/ladder';
import type { Settlement, Signal, SignalPhase } from '@quantalgo/contracts/signals/signal';
import { VERDICT_TEXT, type VerdictName } from '@quantalgo/contracts/signals/verdict';
import type { Freshness } from '../../data/sync/freshness';

/** Shown for a level or a signal that has ended, until its settlement comes. */
export const WAITING = 'Waiting for the close';

const PHASE_TEXT: Record<SignalPhase['name'], string> = {
  open: 'Pending',
  checking: 'Checking',
  'enter-now': 'Enter now',
  'no-go': 'No go',
  running: 'Running',
  judging: WAITING,
  settled: 'Settled',
};

/** Display name of a phase. After its first level a signal only waits: whether that one won is not known before. */
export const phaseText = (phase: SignalPhase): string =>
  phase.name === 'running' && phase.level > 0 ? WAITING : PHASE_TEXT[phase.name];

/** Shown for a signal whose price was past its limit at its entry, or that nobody confirmed in time. */
export const NO_GO = "Don't enter";

/**
 * What a member does at a signal's entry, in place of its verdict's sentence: waits while its price is checked, unless it
 * is for paper only, or doesn't enter, and why. Null in any other phase.
 */
export function entryText(
  { expiresAt, entered }: Pick<Signal, 'expiresAt' | 'entered'>,
  { name }: SignalPhase,
  { verdict, zone }: { readonly verdict: VerdictName; readonly zone: Zone },
): string | null {
  const at = zonedTime(expiresAt, zone);
  if (name === 'checking' && verdict !== 'paper')
    return `Wait: its price at ${at} is being checked. Enter only if this says “Enter now” within ten seconds.`;
  if (name !== 'no-go') return null;
  return entered === false
    ? `At ${at} the price was past its limit, or no price came in time. Don’t enter.`
    : `Its price at ${at} was not confirmed within ten seconds. Don’t enter.`;
}

/** Shown for every signal after its entry minute. */
export const TOO_LATE = "Too late, don't enter";

/** How far a settled signal went: `level 2`, or `4 levels` for a loss. */
export const levelReachedText = ({
  outcome,
  level,
}: Pick<Settlement, 'outcome' | 'level'>): string =>
  outcome === 'loss' ? `${LEVELS.length} levels` : `level ${level ?? 0}`;

/** What bounds the entry price: nothing above it for a CALL, nothing below it for a PUT. */
export const worstLabel = ({ direction }: Pick<Signal, 'direction'>): string =>
  direction === 'CALL' ? 'Not above' : 'Not below';

/** The announcement of a new signal, its verdict first. */
export const announcement = (
  signal: Pick<Signal, 'pair' | 'direction' | 'expiresAt'>,
  verdict: VerdictName,
  zone: Zone,
): string =>
  `New signal. ${VERDICT_TEXT[verdict]}: ${pairLabel(signal.pair)} ${signal.direction}, enter at ${zonedTime(signal.expiresAt, zone)}`;

/** `0.2 s`: the delay from the publisher's commit to the arrival on this device. Times in epoch ms. */
export const delayText = (publishedAt: number, receivedAt: number): string =>
  secondsText(Math.max(0, receivedAt - publishedAt));

/** Age of a list that isn't live: `as of 14:05 WAT`. Null while it is live. */
export const ageText = ({ state, asOf }: Freshness, zone: Zone): string | null =>
  state === 'live' || asOf === null ? null : `as of ${zonedTime(asOf, zone)}`;
