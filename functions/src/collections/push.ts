import { payoutFieldSchema, zoneFieldSchema } from '@quantalgo/contracts/account/member';
import { NEWS_AUDIENCES } from '@quantalgo/contracts/console/console';
import { slotIdSchema } from '@quantalgo/contracts/core/slotId';
import { firestoreTime, MINUTE_MS } from '@quantalgo/contracts/core/time';
import {
  MEMBER_EVENTS,
  pushPreferencesSchema,
  wantedVerdictsSchema,
} from '@quantalgo/contracts/push/push';
import * as z from 'zod/mini';
import { isZone } from '../domain/push/preferences';
import {
  API,
  type Collections,
  dueIn,
  expiresAfter,
  notExported,
  OF_NO_MEMBER,
  ownedByMember,
  retainedText,
  seenAfter,
  STAFF_BY_API,
} from './collection';
import { countsByClass } from './fields';

export const pushDelaysDocument = z.object({
  day: z.string(),
  shown: z.int(),
  delays: countsByClass,
});

/**
 * A day of a device (`2026-11-20`), how many signals it was sent on it, and the latest that it was sent: it also gets
 * their outcomes.
 */
const signalsSent = z.object({
  day: z.string(),
  sent: z.int(),
  lately: z.array(slotIdSchema),
});

/** A device that receives pushes. */
export const pushSubscriptionDocument = z.object({
  uid: z.string(),
  /** The session that it belongs to and ends with. */
  sid: z.string(),
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
  zone: z.string(),
  preferences: pushPreferencesSchema,
  verdicts: wantedVerdictsSchema,
  pausedUntil: z.nullable(firestoreTime),
  createdAt: firestoreTime,
  seenAt: firestoreTime,
});

/**
 * A device as packed for delivery. Every change that ends or alters its right to signals updates this in the same
 * transaction.
 */
export const packedDevice = z.object({
  uid: z.string(),
  sid: z.string(),
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
  zone: z.string(),
  /** The time zone that its member chose for times. */
  shownIn: zoneFieldSchema,
  /** The payout of its member's broker, at which verdicts are reckoned. */
  payout: payoutFieldSchema,
  preferences: pushPreferencesSchema,
  verdicts: wantedVerdictsSchema,
  pausedUntil: z.nullable(firestoreTime),
  /** Until when its member stopped for the day. */
  stoppedUntil: z.nullable(firestoreTime),
  /** The signals that its member's access and settings admit. */
  signals: z.enum(['none', 'basic', 'all']),
  /** The audience of news that its member belongs to; none where they don't want news. */
  news: z.enum(['none', 'guests', 'members']),
  /** When its session expires, or its app counts as unused, whichever is earlier. */
  until: firestoreTime,
});

/**
 * The devices of members whose keys start with the document's id, packed so that a broadcast reads one document for
 * hundreds.
 */
export const pushPackDocument = z.object({
  /** An upper bound of the keys that start with the id; packs are read in this order. */
  end: z.string(),
  size: z.int(),
  devices: z.record(z.string(), packedDevice),
  counts: z.record(z.string(), signalsSent),
});

/** News that staff send, or that a live session begins, was cancelled or moved. */
const newsDocument = z.object({
  /** Identifies it on devices. */
  id: z.string(),
  /** Idempotency key of the call that ordered it. */
  key: z.string(),
  title: z.string(),
  text: z.string(),
  /** The site's path that it links to. */
  to: z.string(),
  audience: z.enum(NEWS_AUDIENCES),
});

/**
 * A queued broadcast with its progress: a signal, that it is a "no go", an outcome, or news, for all devices or those of
 * a range of members' keys.
 */
export const broadcastDocument = z.object({
  event: z.enum(['signal', 'no-go', 'outcome', 'news', 'session']),
  /** The slot of the signal; for news, the one in which they were ordered. */
  signal: slotIdSchema,
  news: z.nullable(newsDocument),
  /** When it expires. */
  validUntil: firestoreTime,
  createdAt: firestoreTime,
  /** When a run may claim it; null once it is finished. */
  dueAt: z.nullable(firestoreTime),
  attempts: z.int(),
  from: z.string(),
  to: z.string(),
  /** Devices of members whose keys come before this one were sent it or skipped; they are never sent it again. */
  reached: z.string(),
  /** The number of shards that it was split into, which are separate broadcasts; null where it is sent unsplit. */
  shards: z.nullable(z.int()),
  sent: z.int(),
  failed: z.int(),
  state: z.enum(['waiting', 'sending', 'sent', 'split', 'expired', 'dead']),
});

/** A queued push with its progress. */
export const pushDocument = z.object({
  event: z.enum(MEMBER_EVENTS),
  /** The recipient. */
  uid: z.string(),
  /** The row of the tested device, or the kind of security event. */
  about: z.nullable(z.string()),
  /** When it expires. */
  validUntil: firestoreTime,
  createdAt: firestoreTime,
  /** When a run may claim it; null once it is finished. */
  dueAt: z.nullable(firestoreTime),
  attempts: z.int(),
  /** The last device that a run started on: devices up to it are never notified again. */
  cursor: z.nullable(z.string()),
  sent: z.int(),
  failed: z.int(),
  state: z.enum(['waiting', 'sending', 'sent', 'expired', 'dead']),
});

const subscriptionInZone = z.object({
  ...pushSubscriptionDocument.shape,
  zone: z.string().check(z.refine(isZone, 'No time zone')),
});

/** Notifications. */
export const PUSH = {
  pushSubscriptions: {
    id: '{id}',
    holds: 'devices that get pushes',
    schema: subscriptionInZone,
    waiting: 'none',
    ...ownedByMember({ as: 'pushDevices' }),
    ...expiresAfter('pushSubscriptions'),
    served: 'own by the api',
    ...API,
  },
  pushPacks: {
    id: '{prefix}',
    holds: 'devices by the hundred, as signals are sent to them',
    schema: pushPackDocument,
    waiting: 'none',
    member: { by: 'digest', erase: 'first', export: notExported('stands in `pushDevices`') },
    kept: 'while their sessions go on',
    queries: ['end asc'],
    writers: 'api, sendSignal, jobs',
    unindexed: ['devices', 'counts'],
  },
  pushes: {
    id: '{id}',
    holds: 'pushes that wait or were sent',
    schema: pushDocument,
    waiting: [dueIn('Notification', 'resumePushes', seenAfter(5 * MINUTE_MS, 'push-late'))],
    ...ownedByMember(retainedText('a notification for your devices')),
    ...expiresAfter('pushes'),
    queries: ['dueAt asc'],
    writers: 'api, sendPush, resumePushes',
  },
  broadcasts: {
    id: '{slot}, {slot}-outcome, news-{day}, session-{id}, -{shard}',
    holds:
      'what many devices are to be sent: a signal, how it ended, news, when a live session begins',
    schema: broadcastDocument,
    waiting: [dueIn('Notification to many', 'resumePushes', seenAfter(5 * MINUTE_MS, 'push-late'))],
    ...OF_NO_MEMBER,
    ...expiresAfter('broadcasts'),
    queries: ['dueAt asc'],
    writers: 'publishSignal, settleSignals, api, sendSignal, resumePushes',
  },
  pushDelays: {
    id: '{day-shard}',
    holds: 'how long delivering pushes took',
    schema: pushDelaysDocument,
    waiting: 'none',
    ...OF_NO_MEMBER,
    ...expiresAfter('pushDelays'),
    queries: ['day desc'],
    served: STAFF_BY_API,
    ...API,
  },
} as const satisfies Collections;
