import { formatPercent, formatZonedTime } from '@quantalgo/contracts/core/format';
import { signalPath } from '@quantalgo/contracts/core/paths';
import type { Zone } from '@quantalgo/contracts/core/time';
import { formatPair } from '@quantalgo/contracts/market/pairs';
import type { PushPayload } from '@quantalgo/contracts/push/push';
import type { Settlement, Signal } from '@quantalgo/contracts/signals/signal';
import { VERDICT_TEXT, type VerdictName } from '@quantalgo/contracts/signals/verdict';
import { formatOutcome } from '@quantalgo/contracts/signals/words';

/** Anyone may read it on a locked screen. */
export type PushText = Pick<PushPayload, 'title' | 'body' | 'to'>;

export const formatSignalPush = (
  {
    id,
    pair,
    direction,
    confidence,
    expiresAt,
  }: Pick<Signal, 'id' | 'pair' | 'direction' | 'confidence' | 'expiresAt'>,
  verdict: VerdictName,
  zone: Zone,
): PushText => ({
  title: `${VERDICT_TEXT[verdict]}: ${formatPair(pair)} ${direction}`,
  body: `Enter at ${formatZonedTime(expiresAt, zone)}. Confidence ${formatPercent(confidence.value)}.`,
  to: signalPath(id),
});

export const formatNoGoPush = (
  { id, pair, direction, expiresAt }: Pick<Signal, 'id' | 'pair' | 'direction' | 'expiresAt'>,
  zone: Zone,
): PushText => ({
  title: `No go: ${formatPair(pair)} ${direction}`,
  body: `Do not enter at ${formatZonedTime(expiresAt, zone)}.`,
  to: signalPath(id),
});

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

export const formatOutcomePush = (
  { id, pair, direction, expiresAt }: Pick<Signal, 'id' | 'pair' | 'direction' | 'expiresAt'>,
  settlement: Pick<Settlement, 'outcome' | 'level'>,
  zone: Zone,
): PushText => ({
  title: `${formatPair(pair)} ${direction}: ${lowerFirst(formatOutcome(settlement))}`,
  body: `Its entry was at ${formatZonedTime(expiresAt, zone)}.`,
  to: signalPath(id),
});
