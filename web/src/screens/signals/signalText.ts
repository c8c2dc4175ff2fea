import { formatSeconds, formatZonedTime } from '@quantalgo/contracts/core/format';
import type { Zone } from '@quantalgo/contracts/core/time';
import { formatPair } from '@quantalgo/contracts/market/pairs';
import { LEVELS } from '@quantalgo/contracts/signals/ladder';
import { type Settlement, type Signal, getEntryTime } from '@quantalgo/contracts/signals/signal';
import type { SignalState } from '@quantalgo/contracts/signals/signalState';
import type { VerdictName } from '@quantalgo/contracts/signals/verdict';
import { VERDICT_TEXT } from '@quantalgo/contracts/signals/verdictText';
import type { Freshness } from '../../data/sync/freshness';

/** `level 2`, or `all 4 levels` for a loss. */
export const formatLevelReached = ({
  outcome,
  level,
}: Pick<Settlement, 'outcome' | 'level'>): string =>
  outcome === 'loss' ? `all ${LEVELS.length} levels` : `level ${level ?? 0}`;

export const getWorstPriceLabel = ({ direction }: Pick<Signal, 'direction'>): string =>
  direction === 'CALL' ? 'Not above' : 'Not below';

/** The odds restated at the entry, while the signal may be entered. */
export const describeEntryOdds = (
  { entryOdds }: Signal,
  { name }: Pick<SignalState, 'name'>,
): string | null =>
  name === 'enter-now' && entryOdds !== undefined ? `Now ${Math.round(entryOdds)} in 100` : null;

export const describeNewSignal = (
  signal: Pick<Signal, 'pair' | 'direction' | 'createdAt'>,
  verdict: VerdictName,
  zone: Zone,
): string =>
  `New signal. ${VERDICT_TEXT[verdict]}: ${formatPair(signal.pair)} ${signal.direction}, enter at ${formatZonedTime(getEntryTime(signal), zone)}`;

/** Time from the publisher's commit to arrival on this device: `0.2 s`. Parameters in epoch ms. */
export const formatDeliveryDelay = (publishedAt: number, receivedAt: number): string =>
  formatSeconds(Math.max(0, receivedAt - publishedAt));

/** `as of 14:05 WAT`; null while the list is live. */
export const formatAge = ({ state, asOf }: Freshness, zone: Zone): string | null =>
  state === 'live' || asOf === null ? null : `as of ${formatZonedTime(asOf, zone)}`;
