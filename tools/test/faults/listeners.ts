import assert from 'node:assert/strict';
import { slotId } from '@quantalgo/contracts/core/slots';
import { signalDocumentSchema } from '@quantalgo/contracts/signals/signal';
import { Firestore, Timestamp } from 'firebase-admin/firestore';
import { unsignedToken } from '../../../functions/test/unsignedToken';
import { percentile } from '../../src/bench/section';
import { makeUpMembers, sidOf } from '../../src/suite/accounts';
import { HOST } from '../../src/suite/ports';
import { eventually, type Place } from './place';

/** What one member's app was brought: how long (ms) after its commit each signal came, and the slots of heartbeats. */
interface Heard {
  readonly signals: Map<string, number>;
  readonly slots: Set<string>;
  readonly errors: string[];
}

interface Listener {
  readonly heard: Heard;
  readonly close: () => Promise<void>;
}

/** Listens as a member's app does, on a connection of its own, with the member's token: the rules judge it. */
function listen({ ports, project }: Place, token: string, since: Timestamp): Listener {
  const database = new Firestore({
    projectId: project,
    host: `${HOST}:${ports.firestore}`,
    ssl: false,
    customHeaders: { Authorization: `Bearer ${token}` },
  });
  const heard: Heard = { signals: new Map(), slots: new Set(), errors: [] };
  const onError = (error: Error) => heard.errors.push(error.message);
  const changed = database.collection('signals').where('updatedAt', '>', since);
  const stops = [
    changed
      .orderBy('updatedAt')
      .limit(300)
      .onSnapshot((snapshot) => {
        for (const { doc } of snapshot.docChanges()) {
          const { id, publishedAt } = signalDocumentSchema.parse(doc.data());
          heard.signals.set(id, Date.now() - publishedAt);
        }
      }, onError),
    database.doc('status/heartbeat').onSnapshot((snapshot) => {
      heard.slots.add(String(snapshot.get('slot')));
    }, onError),
  ];
  return {
    heard,
    close: async () => {
      for (const stop of stops) stop();
      await database.terminate();
    },
  };
}

/** Publishes a signal and waits until all were brought it and its heartbeat. Gives how long (ms) after its commit each was. */
async function publishToAll(
  { publisher }: Place,
  listeners: readonly Listener[],
): Promise<number[]> {
  const { signal } = await publisher.publish();
  const hasAll = ({ heard }: Listener) =>
    heard.signals.has(signal.id) && heard.slots.has(slotId(signal.createdAt));
  await eventually(
    'the signal and its heartbeat, by every listener',
    () => listeners.every(hasAll) || null,
  );
  return listeners.map(({ heard }) => heard.signals.get(signal.id) ?? Infinity);
}

/** Has so many members listen at once and publishes signals: each is brought to all of them. */
export async function listenTogether(
  place: Place,
  { members, signals }: { readonly members: number; readonly signals: number },
): Promise<string> {
  const { database: firestore, auth, project } = place;
  const { uids, claims } = await makeUpMembers({ auth, firestore }, members, Date.now());
  const tokenOf = (uid: string) => unsignedToken(project, uid, { sid: sidOf(uid), ...claims });
  const since = Timestamp.now();
  const listeners = uids.map((uid) => listen(place, tokenOf(uid), since));
  try {
    const isOpen = ({ heard }: Listener) => heard.slots.size > 0;
    await eventually('every listener open', () => listeners.every(isOpen) || null);
    const times: number[] = [];
    for (let published = 0; published < signals; published += 1)
      times.push(...(await publishToAll(place, listeners)));
    assert.deepEqual(
      listeners.flatMap(({ heard }) => heard.errors),
      [],
    );
    const ms = (share: number) => `${Math.round(percentile(times, share))} ms`;
    return `${signals} signals to ${members} each; from the commit p50 ${ms(0.5)}, p99 ${ms(0.99)}`;
  } finally {
    await Promise.all(listeners.map(({ close }) => close()));
  }
}
