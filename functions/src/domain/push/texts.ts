import {
  formatTime,
  formatZonedClock,
  formatZonedTime,
  lowercaseFirst,
} from '@quantalgo/contracts/core/format';
import { signalPath } from '@quantalgo/contracts/core/paths';
import type { Zone } from '@quantalgo/contracts/core/time';
import { formatPair } from '@quantalgo/contracts/market/pairs';
import type { PushPayload } from '@quantalgo/contracts/push/push';
import { getEntryTime, type Settlement, type Signal } from '@quantalgo/contracts/signals/signal';
import type { VerdictName } from '@quantalgo/contracts/signals/verdict';
import { VERDICT_TEXT } from '@quantalgo/contracts/signals/verdictText';
import { formatResult } from '@quantalgo/contracts/signals/stateText';

/** Anyone may read these texts on a locked screen. */
export type PushText = Pick<PushPayload, 'title' | 'body' | 'to'>;

export const formatSignalPush = (
  {
    id,
    pair,
    direction,
    createdAt,
    expiresAt,
  }: Pick<Signal, 'id' | 'pair' | 'direction' | 'createdAt' | 'expiresAt'>,
  verdict: VerdictName,
  zone: Zone,
): PushText => ({
  title: `${VERDICT_TEXT[verdict]}: ${formatPair(pair)} ${direction}`,
  body: `Enter at ${formatTime(getEntryTime({ createdAt }), zone)}, valid until ${formatZonedClock(expiresAt, zone)}.`,
  to: signalPath(id),
});

export const formatNoGoPush = (
  { id, pair, direction, createdAt }: Pick<Signal, 'id' | 'pair' | 'direction' | 'createdAt'>,
  zone: Zone,
): PushText => ({
  title: `Do nothing: ${formatPair(pair)} ${direction}`,
  body: `No-go at ${formatZonedTime(getEntryTime({ createdAt }), zone)}. Nobody should enter.`,
  to: signalPath(id),
});

export const formatOutcomePush = (
  {
    id,
    pair,
    direction,
    createdAt,
    entered,
  }: Pick<Signal, 'id' | 'pair' | 'direction' | 'createdAt' | 'entered'>,
  settlement: Pick<Settlement, 'outcome' | 'level'>,
  zone: Zone,
): PushText => {
  const isEntered = entered !== false;
  const result = formatResult(settlement, isEntered);
  const at = formatZonedTime(getEntryTime({ createdAt }), zone);
  return {
    title: `${formatPair(pair)} ${direction}: ${lowercaseFirst(result)}`,
    body: isEntered ? `Its entry was at ${at}.` : `It was a no-go at ${at}: nobody could enter.`,
    to: signalPath(id),
  };
};
