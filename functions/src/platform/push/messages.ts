import {
  audiencesOf,
  signalDocumentSchema,
  type PushPayload,
  type Signal,
} from '@quantalgo/contracts';
import type { Firestore } from 'firebase-admin/firestore';
import {
  restsUntil,
  soundFor,
  matchesPreferences,
  zoneOfDevice,
} from '../../domain/pushPreferences';
import {
  accessWords,
  signalWords,
  TEST_WORDS,
  TICKET_WORDS,
  type PushWords,
} from '../../domain/pushDelivery';
import { parseDocument } from '../core/documents';
import {
  type ActiveSubscription,
  devicesOfMember,
  type NextSubscriptions,
  subscribersTo,
} from './recipients';
import type { Push } from '../core/outbox';
import type { StoredSubscription } from '../members/pushSubscriptions';
import type { Handling } from './sender';

/** What one device is told of a push. */
export type PushContent = PushWords & Pick<PushPayload, 'silent'>;

/** How a push is told: whom, what, and how the push services treat it. */
export interface PushPlan {
  readonly next: NextSubscriptions;
  /** Whether a row is to be told, judged before its member is looked up. */
  readonly wants: (row: StoredSubscription, now: number) => boolean;
  /** What a device is told by its member's live record; null where that is nothing. */
  readonly messageFor: (live: ActiveSubscription, now: number) => PushContent | null;
  readonly handling: Pick<Handling, 'urgency' | 'topic'>;
  /** True where what is told counts for the device's day. */
  readonly counts: boolean;
}

function ofSignal(firestore: Firestore, signal: Signal, atOnce: number): PushPlan {
  return {
    next: subscribersTo(firestore, signal, atOnce),
    wants: (row, now) => restsUntil(row, now) === 0 && matchesPreferences(row.preferences, signal),
    messageFor: ({ row, record }, now) => {
      const receives =
        record.notifications.signals && audiencesOf(record).includes(signal.audience);
      const sound = receives ? soundFor(row, 'signal', now) : null;
      if (sound === null) return null;
      const words = signalWords(signal, zoneOfDevice(record.zone, row.zone));
      return { ...words, silent: sound === 'silent' };
    },
    handling: { urgency: 'high', topic: signal.id },
    counts: true,
  };
}

/** What is told to a member of their own. */
function ofMember(firestore: Firestore, uid: string, { event, about }: Push): PushPlan | null {
  if (event === 'signal') return null;
  const isTest = event === 'test';
  const wordsFor = ({ record }: ActiveSubscription): PushWords =>
    isTest ? TEST_WORDS : event === 'access' ? accessWords(record) : TICKET_WORDS;
  return {
    next: devicesOfMember(firestore, uid, isTest ? about : null),
    wants: () => true,
    messageFor: (live, now) => {
      const sound = isTest ? 'on' : soundFor(live.row, event, now);
      return sound && { ...wordsFor(live), silent: sound === 'silent' };
    },
    handling: { urgency: isTest ? 'high' : 'normal', topic: event },
    counts: false,
  };
}

/** How a push is told, signals to `atOnce` devices at a time; null where there is nothing to tell. */
export async function planPush(
  firestore: Firestore,
  push: Push,
  atOnce: number,
): Promise<PushPlan | null> {
  if (push.event !== 'signal')
    return push.uid === null ? null : ofMember(firestore, push.uid, push);
  if (push.about === null) return null;
  const document = await firestore.collection('signals').doc(push.about).get();
  const signal = parseDocument(signalDocumentSchema, document);
  return signal && ofSignal(firestore, signal, atOnce);
}
