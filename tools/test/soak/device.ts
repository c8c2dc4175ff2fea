import { firestoreTimeSchema } from '@quantalgo/contracts/core/time';
import { MAX_ROOM_POSTS } from '@quantalgo/contracts/network/post';
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

const changeSchema = z.object({ settlement: z.unknown(), updatedAt: firestoreTimeSchema });

/** As in the app: a day has fewer signals, and commits can overtake one another by so much. */
const MAX_CHANGES = 300;
const OVERLAP_MS = 5000;

/**
 * After so many changes, a new listener that starts behind them replaces the old one, sooner than
 * in the app.
 * For each change the emulator scans all that each listener has, and blocks writes meanwhile.
 */
const RELAY_THRESHOLD = 20;

export interface DeviceStore {
  readonly signals: Map<string, { readonly isSettled: boolean }>;
  readonly messages: Set<string>;
  /**
   * Epoch ms of the newest change by the database's clock. The next session continues behind it.
   */
  cursor: number;
  reads: number;
}

export const createEmptyStore = (): DeviceStore => ({
  signals: new Map(),
  messages: new Set(),
  cursor: 0,
  reads: 0,
});

export interface Device {
  readonly setOnline: (isOnline: boolean) => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Owner {
  readonly name: string;
  readonly token: string;
  readonly audiences: readonly Audience[];
  readonly isInRoom: boolean;
}

/** Opens the app with the device's data. @throws FirebaseError if the rules refuse the member */
export async function openDevice(
  ports: Ports,
  { name, token, audiences, isInRoom }: Owner,
  store: DeviceStore,
): Promise<Device> {
  const app = initializeApp({ projectId: PROJECT, apiKey: 'demo' }, name);
  const firestore = initializeFirestore(app, {});
  connectFirestoreEmulator(firestore, HOST, ports.firestore, { mockUserToken: token });
  const listen = (changes: Query, onChanges: (snapshot: QuerySnapshot, end: () => void) => void) =>
    new Promise<void>((resolve, reject) => {
      const end = onSnapshot(
        changes,
        { includeMetadataChanges: true },
        (snapshot) => {
          onChanges(snapshot, () => end());
          // The first snapshot may come from other listeners' lists.
          if (!snapshot.metadata.fromCache) resolve();
        },
        reject,
      );
    });
  const readArrivals = (snapshot: QuerySnapshot): QueryDocumentSnapshot[] => {
    const arrivals = snapshot.docChanges().filter(({ type }) => type !== 'removed');
    store.reads += arrivals.length;
    return arrivals.map((change) => change.doc);
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
      for (const document of readArrivals(snapshot)) storeSignal(store, document);
      if (isRelayed || snapshot.size < RELAY_THRESHOLD || store.cursor <= cursor) return;
      isRelayed = true;
      // A refused listener has no successor.
      void followSignals(store.cursor).then(end, () => undefined);
    });
  };
  const followRoom = (): Promise<void> => {
    const newest = query(
      collection(firestore, 'messages'),
      where('open', '==', true),
      orderBy('updatedAt', 'desc'),
      limit(MAX_ROOM_POSTS),
    );
    return listen(newest, (snapshot) => {
      for (const { id } of readArrivals(snapshot)) store.messages.add(id);
    });
  };
  await Promise.all([followSignals(store.cursor), isInRoom && followRoom()]);
  return {
    setOnline: (isOnline) => (isOnline ? enableNetwork(firestore) : disableNetwork(firestore)),
    close: async () => {
      await terminate(firestore);
      await deleteApp(app);
    },
  };
}

function storeSignal(store: DeviceStore, document: QueryDocumentSnapshot) {
  const { settlement, updatedAt } = changeSchema.parse(document.data());
  store.signals.set(document.id, { isSettled: settlement !== null });
  store.cursor = Math.max(store.cursor, updatedAt);
}
