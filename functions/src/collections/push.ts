import {
  pairPayoutsFieldSchema,
  payoutFieldSchema,
  zoneFieldSchema,
} from '@quantalgo/contracts/settings/settings';
import { NEWS_AUDIENCES } from '@quantalgo/contracts/console/console';
import { DAY_MS, firestoreTimeSchema, MINUTE_MS } from '@quantalgo/contracts/core/time';
import { pushPreferencesSchema, selectedVerdictsSchema } from '@quantalgo/contracts/push/push';
import * as z from 'zod/mini';
import { MEMBER_EVENTS } from '@quantalgo/contracts/notifications/notification';
import { isZone } from '../domain/push/preferences';
import {
  API,
  type Collections,
  dueIn,
  expiresAfter,
  notExported,
  MEMBERLESS,
  ownedByMember,
  retainedText,
  seenAfter,
  STAFF_BY_API,
} from './collection';
import { countsByClass } from './fields';
import { slotIdSchema } from '@quantalgo/contracts/core/slots';

export const pushDelaysDocument = z.object({
  day: z.string(),
  shown: z.int(),
  delays: countsByClass,
});

// A device's day (`2026-11-20`) and its number of signals. `lately`: signals whose outcomes it also
// gets.
const signalsSent = z.object({
  day: z.string(),
  sent: z.int(),
  lately: z.array(slotIdSchema),
});

export const pushSubscriptionDocument = z.object({
  uid: z.string(),
  sid: z.string(),
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
  zone: z.string(),
  preferences: pushPreferencesSchema,
  verdicts: selectedVerdictsSchema,
  pausedUntil: z.nullable(firestoreTimeSchema),
  createdAt: firestoreTimeSchema,
  seenAt: firestoreTimeSchema,
  // Id of the last push that the device reported as shown.
  lastShown: z.nullable(z.string()),
});

/**
 * Every change that ends or alters a device's right to signals updates this in the same
 * transaction.
 */
export const packedDevice = z.object({
  uid: z.string(),
  sid: z.string(),
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
  zone: z.string(),
  shownIn: zoneFieldSchema,
  // Verdicts are computed at these payouts.
  payout: payoutFieldSchema,
  pairPayouts: pairPayoutsFieldSchema,
  preferences: pushPreferencesSchema,
  verdicts: selectedVerdictsSchema,
  pausedUntil: z.nullable(firestoreTimeSchema),
  stoppedUntil: z.nullable(firestoreTimeSchema),
  signals: z.enum(['none', 'basic', 'all']),
  news: z.enum(['none', 'guests', 'members']),
  // Session expiry, or the time its app counts as unused, whichever is earlier.
  until: firestoreTimeSchema,
});

/**
 * Packs devices of members whose keys start with the document's id, so that a broadcast reads one
 * document for hundreds of devices.
 */
export const pushPackDocument = z.object({
  // Upper bound of the keys that start with the id. Packs are read in this order.
  end: z.string(),
  size: z.int(),
  devices: z.record(z.string(), packedDevice),
  counts: z.record(z.string(), signalsSent),
});

const newsDocument = z.object({
  id: z.string(),
  key: z.string(),
  title: z.string(),
  text: z.string(),
  to: z.string(),
  audience: z.enum(NEWS_AUDIENCES),
});

export const broadcastDocument = z.object({
  event: z.enum(['signal', 'no-go', 'outcome', 'news', 'session']),
  signal: slotIdSchema,
  news: z.nullable(newsDocument),
  validUntil: firestoreTimeSchema,
  createdAt: firestoreTimeSchema,
  // When a run may claim it. Null once it is finished.
  dueAt: z.nullable(firestoreTimeSchema),
  attempts: z.int(),
  from: z.string(),
  to: z.string(),
  // Devices of members with lower keys are done and never receive it again.
  reached: z.string(),
  // Number of shards, each its own broadcast. Null if unsplit.
  shards: z.nullable(z.int()),
  sent: z.int(),
  failed: z.int(),
  state: z.enum(['waiting', 'sending', 'sent', 'split', 'expired', 'dead']),
});

export const pushDocument = z.object({
  event: z.enum(MEMBER_EVENTS),
  uid: z.string(),
  // Depends on the event: the tested device's row, the kind of security event, the tier, the ticket
  // or the post.
  about: z.nullable(z.string()),
  validUntil: firestoreTimeSchema,
  createdAt: firestoreTimeSchema,
  dueAt: z.nullable(firestoreTimeSchema),
  attempts: z.int(),
  // The last device that a run started on. Devices up to it are never notified again.
  cursor: z.nullable(z.string()),
  sent: z.int(),
  failed: z.int(),
  state: z.enum(['waiting', 'sending', 'sent', 'expired', 'dead']),
});

const subscriptionInZone = z.object({
  ...pushSubscriptionDocument.shape,
  zone: z.string().check(z.refine(isZone, 'Not a time zone')),
});

export const PUSH = {
  pushSubscriptions: {
    id: '{id}',
    holds: 'devices that get pushes',
    schema: subscriptionInZone,
    // A subscription is useless without an open session, which is read together with it.
    wayIn: 'none',
    waiting: 'none',
    ...ownedByMember({ as: 'pushDevices' }),
    ...expiresAfter(60 * DAY_MS),
    served: 'own via the API',
    ...API,
  },
  pushPacks: {
    id: '{prefix}',
    holds: 'devices in packs of up to about 600, for sending signals',
    schema: pushPackDocument,
    wayIn: 'devices removed',
    waiting: 'none',
    member: { by: 'digest', erase: 'first', export: notExported('already in `pushDevices`') },
    kept: 'while their sessions last',
    queries: ['end asc'],
    writers: 'api, sendSignal, jobs',
    unindexed: ['devices', 'counts'],
  },
  pushes: {
    id: '{id}',
    holds: 'an event that concerns a member, with its pending and sent pushes',
    schema: pushDocument,
    wayIn: 'none',
    waiting: [dueIn('Notification', 'resumePushes', seenAfter(5 * MINUTE_MS, 'push-late'))],
    ...ownedByMember(retainedText('a notification for your devices')),
    ...expiresAfter(7 * DAY_MS),
    queries: ['dueAt asc', 'event, uid, createdAt desc'],
    readers: 'owner',
    writers: 'api, sendPush, resumePushes',
  },
  broadcasts: {
    id: '{slot}, {slot}-no-go, {slot}-outcome, news-{day}-{n}, session-{id}, -{shard}',
    holds:
      'a notification to many devices: a signal, its no-go or result, news, or the start of a live session',
    schema: broadcastDocument,
    waiting: [
      dueIn('Broadcast notification', 'resumePushes', seenAfter(5 * MINUTE_MS, 'push-late')),
    ],
    ...MEMBERLESS,
    ...expiresAfter(7 * DAY_MS),
    queries: ['dueAt asc', 'event, from, to, createdAt desc'],
    served: 'news via the API to the members it was sent to',
    writers: 'publishSignal, settleSignals, api, sendSignal, runPushTask, resumePushes',
  },
  pushDelays: {
    id: '{day-shard}',
    holds: 'how long delivering pushes took',
    schema: pushDelaysDocument,
    waiting: 'none',
    ...MEMBERLESS,
    ...expiresAfter(90 * DAY_MS),
    queries: ['day desc'],
    served: STAFF_BY_API,
    ...API,
  },
} as const satisfies Collections;
