import * as z from 'zod/mini';
import * as documents from '../documents';
import { isZone } from '../domain/pushPreferences';
import * as pushDocuments from '../pushDocuments';
import {
  API,
  type Collections,
  keptFor,
  leaveOut,
  ofMember,
  remembered,
  STAFF_SEE,
  TO_NOBODY,
} from './collection';

const subscriptionInZone = z.object({
  ...pushDocuments.pushSubscriptionDocument.shape,
  zone: z.string().check(z.refine(isZone, 'No time zone')),
});

/** Notifications. */
export const PUSH = {
  pushSubscriptions: {
    id: '{id}',
    holds: 'devices that get pushes',
    schema: subscriptionInZone,
    ...ofMember({ as: 'pushDevices' }),
    ...keptFor('pushSubscriptions'),
    served: 'own by the api',
    ...API,
  },
  pushPacks: {
    id: '{prefix}',
    holds: 'devices by the hundred, as signals are sent to them',
    schema: pushDocuments.pushPackDocument,
    member: { by: 'digest', erase: 'first', export: leaveOut('stands in `pushDevices`') },
    kept: 'while their sessions go on',
    queries: ['end asc'],
    writers: 'api, sendSignal, jobs',
    unindexed: ['devices', 'counts'],
  },
  pushes: {
    id: '{id}',
    holds: 'pushes that wait or were sent',
    schema: pushDocuments.pushDocument,
    ...ofMember(remembered('a notification for your devices')),
    ...keptFor('pushes'),
    queries: ['dueAt asc'],
    writers: 'api, sendPush, resumePushes',
  },
  broadcasts: {
    id: '{slot}, {slot}-outcome, news-{day}, session-{id}, -{shard}',
    holds:
      'what many devices are to be sent: a signal, how it ended, news, when a live session begins',
    schema: pushDocuments.broadcastDocument,
    ...TO_NOBODY,
    ...keptFor('broadcasts'),
    queries: ['dueAt asc'],
    writers: 'publishSignal, settleSignals, api, sendSignal, resumePushes',
  },
  pushDelays: {
    id: '{day-shard}',
    holds: 'how long delivering pushes took',
    schema: documents.pushDelaysDocument,
    ...TO_NOBODY,
    ...keptFor('pushDelays'),
    queries: ['day desc'],
    served: STAFF_SEE,
    ...API,
  },
} as const satisfies Collections;
