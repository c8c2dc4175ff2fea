import { UNLIMITED_PER_DAY } from '@quantalgo/contracts/push/push';
import { type Signal, signalDocumentSchema } from '@quantalgo/contracts/signals/signal';
import { verdictOf } from '@quantalgo/contracts/signals/verdict';
import type { Firestore } from 'firebase-admin/firestore';
import { matchesPreferences, restsUntil } from '../../domain/push/preferences';
import { parseDocument } from '../core/documents';
import type { Broadcast } from '../core/queues';
import type { Message } from './messages';
import {
  newsContent,
  noGoContent,
  outcomeContent,
  type PushContent,
  signalContent,
} from './contents';
import { type RecipientFilter, type Recipient, receives } from './recipients';

/** The content of a broadcast and its recipients. */
export interface Announcement {
  /** Identifies it on devices: a notification replaces an earlier one with the same id. */
  readonly id: string;
  readonly event: 'signal' | 'news';
  readonly handling: Message['handling'];
  /** True for a new signal: it counts towards a device's daily number, and some devices report how long it took. */
  readonly isCounted: boolean;
  readonly isFor: RecipientFilter;
  /** The notification for a device at `now` (epoch ms); null for none. */
  readonly contentFor: (device: Recipient, now: number) => PushContent | null;
}

const ofSignal = (signal: Signal): Announcement => ({
  id: signal.id,
  event: 'signal',
  handling: { urgency: 'high', topic: signal.id },
  isCounted: true,
  isFor: (device, now) =>
    receives(device, signal) &&
    matchesPreferences(device.preferences, signal) &&
    (device.verdicts?.includes(verdictOf(signal, device.payout).name) ?? true) &&
    restsUntil(device, now) === 0,
  contentFor: (device, now) => signalContent(signal, device, now),
});

/** A device gets outcomes even after its daily number of signals is reached. */
const withoutNumber = (device: Recipient): Recipient => ({
  ...device,
  preferences: { ...device.preferences, perDay: UNLIMITED_PER_DAY },
});

/** Whether a device got a signal that it still may see. */
const gotSignal = (device: Recipient, signal: Signal): boolean =>
  device.today.lately.includes(signal.id) && receives(device, signal);

/** Sent only to devices that got the signal and don't rest. */
const ofOutcome = (
  signal: Signal,
  settlement: NonNullable<Signal['settlement']>,
): Announcement => ({
  id: signal.id,
  event: 'signal',
  handling: { urgency: 'normal', topic: signal.id },
  isCounted: false,
  isFor: (device, now) => gotSignal(device, signal) && restsUntil(withoutNumber(device), now) === 0,
  contentFor: (device) => outcomeContent({ ...signal, settlement }, device),
});

/**
 * Sent to all devices that got the signal, also to one that rests by now: the notification to enter still stands on its
 * lock screen, and this takes its place.
 */
const ofNoGo = (signal: Signal): Announcement => ({
  id: signal.id,
  event: 'signal',
  handling: { urgency: 'high', topic: signal.id },
  isCounted: false,
  isFor: (device) => gotSignal(device, signal),
  contentFor: (device, now) => noGoContent(signal, device, now),
});

const ofNews = (news: NonNullable<Broadcast['news']>): Announcement => ({
  id: news.id,
  event: 'news',
  handling: { urgency: 'normal', topic: 'news' },
  isCounted: false,
  isFor: (device) =>
    device.news === news.audience || (news.audience === 'all' && device.news !== 'none'),
  contentFor: (device, now) => newsContent(news, device, now),
});

/**
 * That a live session begins, was cancelled or moved, for devices that get all signals: those of members who may see it,
 * with the signals switched on. It replaces nothing and asks for no answer, as news.
 */
const ofSession = (session: NonNullable<Broadcast['news']>): Announcement => ({
  ...ofNews(session),
  handling: { urgency: 'high', topic: 'session' },
  isFor: (device, now) => device.signals === 'all' && (device.pausedUntil ?? 0) <= now,
});

/** Builds a broadcast's announcement from the current data; null where there is nothing to send. */
export async function announcementOf(
  firestore: Firestore,
  { event, signal: id, news }: Pick<Broadcast, 'event' | 'signal' | 'news'>,
): Promise<Announcement | null> {
  if (event === 'news') return news && ofNews(news);
  if (event === 'session') return news && ofSession(news);
  const document = await firestore.collection('signals').doc(id).get();
  const signal = parseDocument(signalDocumentSchema, document);
  if (!signal) return null;
  if (event === 'signal') return ofSignal(signal);
  if (event === 'no-go') return signal.settlement ? null : ofNoGo(signal);
  return signal.settlement && ofOutcome(signal, signal.settlement);
}
