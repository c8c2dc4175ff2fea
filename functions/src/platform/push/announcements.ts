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

export interface Announcement {
  readonly id: string;
  readonly event: 'signal' | 'news';
  readonly handling: Message['handling'];
  /** A new signal: counts towards the device's daily limit, and some devices report its delay. */
  readonly isCounted: boolean;
  readonly isFor: RecipientFilter;
  readonly contentFor: (device: Recipient, now: number) => PushContent | null;
}

const buildSignalAnnouncement = (signal: Signal): Announcement => ({
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

/** Outcomes don't count towards the daily limit of signals. */
const withoutDailyLimit = (device: Recipient): Recipient => ({
  ...device,
  preferences: { ...device.preferences, perDay: UNLIMITED_PER_DAY },
});

const wasSentSignal = (device: Recipient, signal: Signal): boolean =>
  device.today.lately.includes(signal.id) && receives(device, signal);

/** Only devices that were sent the signal and aren't resting. */
const buildOutcomeAnnouncement = (
  signal: Signal,
  settlement: NonNullable<Signal['settlement']>,
): Announcement => ({
  id: signal.id,
  event: 'signal',
  handling: { urgency: 'normal', topic: signal.id },
  isCounted: false,
  isFor: (device, now) =>
    wasSentSignal(device, signal) && restsUntil(withoutDailyLimit(device), now) === 0,
  contentFor: (device) => outcomeContent({ ...signal, settlement }, device),
});

/** Also resting devices: this replaces the notification to enter on their lock screens. */
const buildNoGoAnnouncement = (signal: Signal): Announcement => ({
  id: signal.id,
  event: 'signal',
  handling: { urgency: 'high', topic: signal.id },
  isCounted: false,
  isFor: (device) => wasSentSignal(device, signal),
  contentFor: (device, now) => noGoContent(signal, device, now),
});

const buildNewsAnnouncement = (news: NonNullable<Broadcast['news']>): Announcement => ({
  id: news.id,
  event: 'news',
  handling: { urgency: 'normal', topic: 'news' },
  isCounted: false,
  isFor: (device) =>
    device.news === news.audience || (news.audience === 'all' && device.news !== 'none'),
  contentFor: (device, now) => newsContent(news, device, now),
});

/**
 * For members who may see the session, with signals switched on. Replaces no other notification.
 */
const buildSessionAnnouncement = (session: NonNullable<Broadcast['news']>): Announcement => ({
  ...buildNewsAnnouncement(session),
  handling: { urgency: 'high', topic: 'session' },
  isFor: (device, now) => device.signals === 'all' && (device.pausedUntil ?? 0) <= now,
});

export async function announcementOf(
  firestore: Firestore,
  { event, signal: id, news }: Pick<Broadcast, 'event' | 'signal' | 'news'>,
): Promise<Announcement | null> {
  if (event === 'news') return news && buildNewsAnnouncement(news);
  if (event === 'session') return news && buildSessionAnnouncement(news);
  const document = await firestore.collection('signals').doc(id).get();
  const signal = parseDocument(signalDocumentSchema, document);
  if (!signal) return null;
  if (event === 'signal') return buildSignalAnnouncement(signal);
  if (event === 'no-go') return signal.settlement ? null : buildNoGoAnnouncement(signal);
  return signal.settlement && buildOutcomeAnnouncement(signal, signal.settlement);
}
