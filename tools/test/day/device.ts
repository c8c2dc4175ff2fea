import { firestoreTime } from '@quantalgo/contracts/core/time';
import { POSTS_KEPT } from '@quantalgo/contracts/network/post';
import { AUDIENCES, type Audience } from '@quantalgo/contracts/signals/signal';
import { deleteApp, initializeApp } from 'firebase/app';
import {
  collection,
  connectFirestoreEmulator,
  disableNetwork,
  enableNetwork,
  initializeFirestore,
  limit,
  onSnapshot,
  orderBy,
  query,
  type Query,
  type QueryDocumentSnapshot,
  type QuerySnapshot,
  terminate,
  Timestamp,
  where,
} from 'firebase/firestore';
import * as z from 'zod/mini';
import { HOST, type Ports, PROJECT } from '../../src/suite/ports';

const changeSchema = z.object({ settlement: z.unknown(), updatedAt: firestoreTime });

/** As the app asks for changes: a day has fewer signals, and commits can overtake one another by so much. */
const MAX_CHANGES = 300;
const OVERLAP_MS = 5000;

/**
 * After so many changes a listener gives way to one that starts behind them, as in the app, where it is later. For each
 * change the emulator looks through all that a listener has, one listener after the other, and lets nobody write meanwhile.
 */
const RELAYED_AFTER = 20;

/** What a member's device has stored, as it stays when the line is lost and when the app is closed. */
export interface DeviceStore {
  /** Signals by their slots, each with whether it has ended. */
  readonly signals: Map<string, { readonly isSettled: boolean }>;
  readonly messages: Set<string>;
  /** Of the newest change (epoch ms by the database's clock), behind which the next session goes on. */
  cursor: number;
  /** Documents that the database delivered. */
  reads: number;
}

export const emptyStore = (): DeviceStore => ({
  signals: new Map(),
  messages: new Set(),
  cursor: 0,
  reads: 0,
});

/** The app open on a member's device: it listens to signals and, where the member looks at it, to the Essential Room. */
export interface Device {
  readonly setOnline: (isOnline: boolean) => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Owner {
  readonly name: string;
  readonly token: string;
  readonly audiences: readonly Audience[];
  /** Whether the Essential Room is what the app shows. */
  readonly isInRoom: boolean;
}

/** Opens the app with what the device has. @throws FirebaseError where the rules refuse its member */
export async function openDevice(
  ports: Ports,
  { name, token, audiences, isInRoom }: Owner,
  stored: DeviceStore,
): Promise<Device> {
  const app = initializeApp({ projectId: PROJECT, apiKey: 'demo' }, name);
  const firestore = initializeFirestore(app, {});
  connectFirestoreEmulator(firestore, HOST, ports.firestore, { mockUserToken: token });
  /** Listens to changes, and resolves once the database has answered. */
  const listen = (changes: Query, onChanges: (snapshot: QuerySnapshot, end: () => void) => void) =>
    new Promise<void>((resolve, reject) => {
      const end = onSnapshot(
        changes,
        { includeMetadataChanges: true },
        (snapshot) => {
          onChanges(snapshot, () => end());
          // What comes first may be from other listeners' lists.
          if (!snapshot.metadata.fromCache) resolve();
        },
        reject,
      );
    });
  const arrivedIn = (snapshot: QuerySnapshot): QueryDocumentSnapshot[] => {
    const arrived = snapshot.docChanges().filter(({ type }) => type !== 'removed');
    stored.reads += arrived.length;
    return arrived.map((change) => change.doc);
  };
  const isAll = audiences.length === AUDIENCES.length;
  const followSignals = (cursor: number): Promise<void> => {
    let isRelayed = false;
    const changes = query(
      collection(firestore, 'signals'),
      ...(isAll ? [] : [where('audience', '==', audiences[0])]),
      where('updatedAt', '>', Timestamp.fromMillis(Math.max(0, cursor - OVERLAP_MS))),
      orderBy('updatedAt'),
      limit(MAX_CHANGES),
    );
    return listen(changes, (snapshot, end) => {
      for (const document of arrivedIn(snapshot)) keep(stored, document);
      if (isRelayed || snapshot.size < RELAYED_AFTER || stored.cursor <= cursor) return;
      isRelayed = true;
      // One that is refused has no successor.
      void followSignals(stored.cursor).then(end, () => undefined);
    });
  };
  const followRoom = (): Promise<void> => {
    const newest = query(
      collection(firestore, 'messages'),
      where('open', '==', true),
      orderBy('updatedAt', 'desc'),
      limit(POSTS_KEPT),
    );
    return listen(newest, (snapshot) => {
      for (const { id } of arrivedIn(snapshot)) stored.messages.add(id);
    });
  };
  await Promise.all([followSignals(stored.cursor), isInRoom && followRoom()]);
  return {
    setOnline: (isOnline) => (isOnline ? enableNetwork(firestore) : disableNetwork(firestore)),
    close: async () => {
      await terminate(firestore);
      await deleteApp(app);
    },
  };
}

function keep(stored: DeviceStore, document: QueryDocumentSnapshot) {
  const { settlement, updatedAt } = changeSchema.parse(document.data());
  stored.signals.set(document.id, { isSettled: settlement !== null });
  stored.cursor = Math.max(stored.cursor, updatedAt);
}
