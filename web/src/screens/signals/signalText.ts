import { formatSeconds, formatZonedTime } from '@quantalgo/contracts/core/format';
import type { Zone } from '@quantalgo/contracts/core/time';
import { formatPair } from '@quantalgo/contracts/market/pairs';
import { LEVELS } from '@quantalgo/contracts/signals/ladder';
import {
  type Settlement,
  type Signal,
  type SignalPhase,
  getEntryTime,
} from '@quantalgo/contracts/signals/signal';
import { VERDICT_TEXT, type VerdictName } from '@quantalgo/contracts/signals/verdict';
import type { Freshness } from '../../data/sync/freshness';

/** For a level or signal that has ended, until it is settled. */
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

/** After its first level a signal is only pending: nobody knows yet whether that level won. */
export const formatPhase = (phase: SignalPhase): string =>
  phase.name === 'running' && phase.level > 0 ? WAITING : PHASE_TEXT[phase.name];

/** The price was past the limit at the entry, or nobody confirmed it in time. */
export const NO_GO = "Don't enter";

/** Replaces the verdict sentence after a "no go", and during the price check unless the signal is for paper only. */
export function getEntryAdvice(
  signal: Pick<Signal, 'createdAt' | 'entered'>,
  { name }: SignalPhase,
  { verdict, zone }: { readonly verdict: VerdictName; readonly zone: Zone },
): string | null {
  const at = formatZonedTime(getEntryTime(signal), zone);
  if (name === 'checking' && verdict !== 'paper')
    return `Wait: its price at ${at} is being checked. Enter only if this says “Enter now” within ten seconds.`;
  if (name !== 'no-go') return null;
  return signal.entered === false
    ? `At ${at} the price was past its limit, or no price came in time. Don’t enter.`
    : `Its price at ${at} was not confirmed within ten seconds. Don’t enter.`;
}

/** For every signal after its entry minute. */
export const TOO_LATE = "Too late, don't enter";

/** `level 2`, or `4 levels` for a loss. */
export const formatLevelReached = ({
  outcome,
  level,
}: Pick<Settlement, 'outcome' | 'level'>): string =>
  outcome === 'loss' ? `${LEVELS.length} levels` : `level ${level ?? 0}`;

/** The entry's limit: nothing above it for a CALL, nothing below it for a PUT. */
export const getWorstPriceLabel = ({ direction }: Pick<Signal, 'direction'>): string =>
  direction === 'CALL' ? 'Not above' : 'Not below';

export const describeNewSignal = (
  signal: Pick<Signal, 'pair' | 'direction' | 'createdAt'>,
  verdict: VerdictName,
  zone: Zone,
): string =>
  `New signal. ${VERDICT_TEXT[verdict]}: ${formatPair(signal.pair)} ${signal.direction}, enter at ${formatZonedTime(getEntryTime(signal), zone)}`;

/** `0.2 s`: the delay from the publisher's commit to the arrival on this device. Times in epoch ms. */
export const formatDeliveryDelay = (publishedAt: number, receivedAt: number): string =>
  formatSeconds(Math.max(0, receivedAt - publishedAt));

/** `as of 14:05 WAT`; null while the list is live. */
export const formatAge = ({ state, asOf }: Freshness, zone: Zone): string | null =>
  state === 'live' || asOf === null ? null : `as of ${formatZonedTime(asOf, zone)}`;
