import { type Access, isLocked, TIER_NAMES } from '@quantalgo/contracts/access/access';
import { formatPercent, formatZonedTime } from '@quantalgo/contracts/core/format';
import { PATHS, signalPath } from '@quantalgo/contracts/core/paths';
import type { Zone } from '@quantalgo/contracts/core/time';
import { formatPair } from '@quantalgo/contracts/market/pairs';
import type { SecurityEvent } from '@quantalgo/contracts/notifications/notification';
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

/** The texts contain nothing that users typed. */
const SECURITY_TEXTS: Readonly<Record<SecurityEvent, (time: string) => PushText>> = {
  'sign-in': (time) => ({
    title: 'New sign-in',
    body: `A new device signed in to your account at ${time}. Not you? Sign it out, and set a new password.`,
    to: `${PATHS.settings}#devices`,
  }),
  'second-factor': (time) => ({
    title: 'Your second factor has changed',
    body: `It was set up at ${time}. Not you? Set a new password at once.`,
    to: `${PATHS.settings}#password`,
  }),
  'telegram-linked': (time) => ({
    title: 'A Telegram chat was linked',
    body: `It was linked to your account at ${time}. Not you? Unlink it, and set a new password.`,
    to: `${PATHS.settings}#telegram`,
  }),
  'telegram-unlinked': (time) => ({
    title: 'Your Telegram chat was unlinked',
    body: `It was unlinked from your account at ${time}. Not you? Set a new password at once.`,
    to: `${PATHS.settings}#telegram`,
  }),
};

export const formatSecurityPush = (event: SecurityEvent, at: number, zone: Zone): PushText =>
  SECURITY_TEXTS[event](formatZonedTime(at, zone));

export const formatAccessPush = (access: Access): PushText =>
  isLocked(access)
    ? {
        title: 'Your access has changed',
        body: 'Your dashboard is locked. Open the app to see why.',
        to: PATHS.dashboard,
      }
    : {
        title: 'Your dashboard is unlocked',
        body: `You are a member of the ${TIER_NAMES[access.tier]} tier.`,
        to: PATHS.dashboard,
      };

export const TICKET_PUSH_TEXT: PushText = {
  title: 'Support has answered',
  body: 'Your ticket has an answer.',
  to: PATHS.support,
};

export const MENTION_PUSH_TEXT: PushText = {
  title: 'You were mentioned',
  body: 'In the Essential Room chat.',
  to: PATHS.essentialRoom,
};

export const ANSWER_PUSH_TEXT: PushText = {
  title: 'Your post has an answer',
  body: 'In the Trader’s Network.',
  to: PATHS.community,
};

export const TEST_PUSH_TEXT: PushText = {
  title: 'Notifications reach this device',
  body: 'This is the test you requested.',
  to: `${PATHS.settings}#push`,
};
