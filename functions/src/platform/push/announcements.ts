import { UNLIMITED_PER_DAY } from '@quantalgo/contracts/push/push';
import { getPairPayout } from '@quantalgo/contracts/signals/payout';
import { type Signal, signalDocumentSchema } from '@quantalgo/contracts/signals/signal';
import { getVerdict } from '@quantalgo/contracts/signals/verdict';
import type { Firestore } from 'firebase-admin/firestore';
import { matchesPreferences, getRestEnd } from '../../domain/push/preferences';
import { parseDocument } from '../core/documents';
import type { Broadcast } from '../core/queues';
import type { Message } from './messages';
import {
  buildNewsContent,
  buildNoGoContent,
  buildOutcomeContent,
  type PushContent,
  buildSignalContent,
} from './contents';
import { type RecipientFilter, type Recipient, isInScope } from './recipients';

export interface Announcement {
  readonly id: string;
  readonly event: 'signal' | 'news';
  readonly handling: Message['handling'];
  /**
   * True for new signals, which count towards the daily limit and whose delays some devices report.
   */
  readonly isCounted: boolean;
  readonly matches: RecipientFilter;
  readonly buildContent: (device: Recipient, now: number) => PushContent | null;
}

const buildSignalAnnouncement = (signal: Signal): Announcement => ({
  id: signal.id,
  event: 'signal',
  handling: { urgency: 'high', topic: signal.id },
  isCounted: true,
  matches: (device, now) =>
    isInScope(device, signal) &&
    matchesPreferences(device.preferences, signal) &&
    (device.verdicts?.includes(getVerdict(signal, getPairPayout(device, signal.pair)).name) ??
      true) &&
    getRestEnd(device, now) === 0,
  buildContent: (device, now) => buildSignalContent(signal, device, now),
});

/** Outcomes don't count towards the daily limit on signals. */
const removeDailyLimit = (device: Recipient): Recipient => ({
  ...device,
  preferences: { ...device.preferences, perDay: UNLIMITED_PER_DAY },
});

const wasSentSignal = (device: Recipient, signal: Signal): boolean =>
  device.today.lately.includes(signal.id) && isInScope(device, signal);

/** For devices that were sent the signal and aren't resting. */
const buildOutcomeAnnouncement = (
  signal: Signal,
  settlement: NonNullable<Signal['settlement']>,
): Announcement => ({
  id: signal.id,
  event: 'signal',
  handling: { urgency: 'normal', topic: signal.id },
  isCounted: false,
  matches: (device, now) =>
    wasSentSignal(device, signal) && getRestEnd(removeDailyLimit(device), now) === 0,
  buildContent: (device) => buildOutcomeContent({ ...signal, settlement }, device),
});

/** Includes resting devices, because this replaces the call to enter on their lock screens. */
const buildNoGoAnnouncement = (signal: Signal): Announcement => ({
  id: signal.id,
  event: 'signal',
  handling: { urgency: 'high', topic: signal.id },
  isCounted: false,
  matches: (device) => wasSentSignal(device, signal),
  buildContent: (device, now) => buildNoGoContent(signal, device, now),
});

const buildNewsAnnouncement = (news: NonNullable<Broadcast['news']>): Announcement => ({
  id: news.id,
  event: 'news',
  handling: { urgency: 'normal', topic: 'news' },
  isCounted: false,
  matches: (device) =>
    device.news === news.audience || (news.audience === 'all' && device.news !== 'none'),
  buildContent: (device, now) => buildNewsContent(news, device, now),
});

/** For devices that get all signals. Has a separate topic, so it replaces no other push. */
const buildSessionAnnouncement = (session: NonNullable<Broadcast['news']>): Announcement => ({
  ...buildNewsAnnouncement(session),
  handling: { urgency: 'high', topic: 'session' },
  matches: (device, now) => device.signals === 'all' && (device.pausedUntil ?? 0) <= now,
});

export async function loadAnnouncement(
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
