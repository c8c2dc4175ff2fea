import assert from 'node:assert/strict';
import { slotId } from '@quantalgo/contracts/core/slots';
import { signalDocumentSchema } from '@quantalgo/contracts/signals/signal';
import { Firestore, Timestamp } from 'firebase-admin/firestore';
import { unsignedToken } from '../../../functions/test/unsignedToken';
import { percentile } from '../../src/bench/section';
import { createFakeMembers, getSessionId } from '../../src/suite/accounts';
import { HOST } from '../../src/suite/ports';
import { eventually, type Place } from './place';

/** Delays after the commit (ms) by signal, and slots of heartbeats. */
interface ReceivedEvents {
  readonly signals: Map<string, number>;
  readonly slots: Set<string>;
  readonly errors: string[];
}

interface Listener {
  readonly received: ReceivedEvents;
  readonly close: () => Promise<void>;
}

/**
 * Listens like a member's app, on its own connection and with the member's token, so that the rules
 * apply.
 */
function listen({ ports, project }: Place, token: string, since: Timestamp): Listener {
  const database = new Firestore({
    projectId: project,
    host: `${HOST}:${ports.firestore}`,
    ssl: false,
    customHeaders: { Authorization: `Bearer ${token}` },
  });
  const received: ReceivedEvents = { signals: new Map(), slots: new Set(), errors: [] };
  const onError = (error: Error) => received.errors.push(error.message);
  const changes = database.collection('signals').where('updatedAt', '>', since);
  const stops = [
    changes
      .orderBy('updatedAt')
      .limit(300)
      .onSnapshot((snapshot) => {
        for (const { doc } of snapshot.docChanges()) {
          const { id, publishedAt } = signalDocumentSchema.parse(doc.data());
          received.signals.set(id, Date.now() - publishedAt);
        }
      }, onError),
    database.doc('status/heartbeat').onSnapshot((snapshot) => {
      received.slots.add(String(snapshot.get('slot')));
    }, onError),
  ];
  return {
    received,
    close: async () => {
      for (const stop of stops) stop();
      await database.terminate();
    },
  };
}

/**
 * Resolves to each listener's delay (ms) after the commit, once all have the signal and its
 * heartbeat.
 */
async function publishToAll(
  { publisher }: Place,
  listeners: readonly Listener[],
): Promise<number[]> {
  const { signal } = await publisher.publish();
  const hasAll = ({ received }: Listener) =>
    received.signals.has(signal.id) && received.slots.has(slotId(signal.createdAt));
  await eventually(
    'the signal and its heartbeat, by every listener',
    () => listeners.every(hasAll) || null,
  );
  return listeners.map(({ received }) => received.signals.get(signal.id) ?? Infinity);
}

/** Members listen at once; every signal must reach all of them. */
export async function listenTogether(
  place: Place,
  { members, signals }: { readonly members: number; readonly signals: number },
): Promise<string> {
  const { database: firestore, auth, project } = place;
  const { uids, claims } = await createFakeMembers({ auth, firestore }, members, Date.now());
  const createToken = (uid: string) =>
    unsignedToken(project, uid, { sid: getSessionId(uid), ...claims });
  const since = Timestamp.now();
  const listeners = uids.map((uid) => listen(place, createToken(uid), since));
  try {
    const isOpen = ({ received }: Listener) => received.slots.size > 0;
    await eventually('every listener open', () => listeners.every(isOpen) || null);
    const times: number[] = [];
    for (let count = 0; count < signals; count += 1)
      times.push(...(await publishToAll(place, listeners)));
    assert.deepEqual(
      listeners.flatMap(({ received }) => received.errors),
      [],
    );
    const ms = (share: number) => `${Math.round(percentile(times, share))} ms`;
    return `${signals} signals to ${members} each; from the commit p50 ${ms(0.5)}, p99 ${ms(0.99)}`;
  } finally {
    await Promise.all(listeners.map(({ close }) => close()));
  }
}
