import { AUDIENCES, type Audience, firestoreTime, POSTS_KEPT } from '@quantalgo/contracts';
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
  type QueryConstraint,
  type QueryDocumentSnapshot,
  terminate,
  Timestamp,
  where,
} from 'firebase/firestore';
import * as z from 'zod/mini';
import { HOST, type Ports, PROJECT } from '../../src/suite/ports';

const changeSchema = z.object({ settlement: z.unknown(), updatedAt: firestoreTime });

/** As the app asks for changes: a day has fewer signals. */
const MOST_CHANGES = 300;

/** What a member's device has stored, as it stays when the line is lost and when the app is closed. */
export interface Stored {
  /** Signals by their slots, each with whether it has ended. */
  readonly signals: Map<string, { readonly isSettled: boolean }>;
  readonly messages: Set<string>;
  /** Of the newest change (epoch ms by the database's clock), behind which the next session goes on. */
  cursor: number;
  /** Documents that the database delivered. */
  reads: number;
}

export const emptyStore = (): Stored => ({
  signals: new Map(),
  messages: new Set(),
  cursor: 0,
  reads: 0,
});

/** The app open on a member's device: it listens to signals and, where the member is there, to the Essential Room. */
export interface Device {
  readonly setOnline: (isOnline: boolean) => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Owner {
  readonly name: string;
  readonly token: string;
  readonly audiences: readonly Audience[];
}

/** Opens the app with what the device has. @throws FirebaseError where the rules refuse its member */
export async function openDevice(
  ports: Ports,
  { name, token, audiences }: Owner,
  stored: Stored,
): Promise<Device> {
  const app = initializeApp({ projectId: PROJECT, apiKey: 'demo' }, name);
  const firestore = initializeFirestore(app, {});
  connectFirestoreEmulator(firestore, HOST, ports.firestore, { mockUserToken: token });
  const since = Timestamp.fromMillis(stored.cursor);
  const follow = (path: string, ...constraints: QueryConstraint[]) => {
    const changes = query(collection(firestore, path), ...constraints);
    return new Promise<void>((resolve, reject) => {
      onSnapshot(
        changes,
        (snapshot) => {
          for (const { type, doc } of snapshot.docChanges()) {
            if (type === 'removed') continue;
            stored.reads += 1;
            if (path === 'messages') stored.messages.add(doc.id);
            else keep(stored, doc);
          }
          resolve();
        },
        reject,
      );
    });
  };
  const isAll = audiences.length === AUDIENCES.length;
  await Promise.all([
    follow(
      'signals',
      ...(isAll ? [] : [where('audience', '==', audiences[0])]),
      where('updatedAt', '>', since),
      orderBy('updatedAt'),
      limit(MOST_CHANGES),
    ),
    ...(isAll
      ? [
          follow(
            'messages',
            where('open', '==', true),
            orderBy('updatedAt', 'desc'),
            limit(POSTS_KEPT),
          ),
        ]
      : []),
  ]);
  return {
    setOnline: (isOnline) => (isOnline ? enableNetwork(firestore) : disableNetwork(firestore)),
    close: async () => {
      await terminate(firestore);
      await deleteApp(app);
    },
  };
}

function keep(stored: Stored, document: QueryDocumentSnapshot) {
  const { settlement, updatedAt } = changeSchema.parse(document.data());
  stored.signals.set(document.id, { isSettled: settlement !== null });
  stored.cursor = Math.max(stored.cursor, updatedAt);
}
