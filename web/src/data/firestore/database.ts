import {
  connectFirestoreEmulator,
  disableNetwork,
  enableNetwork,
  initializeFirestore,
  setLogLevel,
  type Firestore,
} from 'firebase/firestore';
import { firebaseEnvironment } from '../environment';
import { firebaseApp } from '../session/firebaseApp';
import { loadAuth } from '../session/tokens';

/**
 * Firestore as the member sees it. It caches in memory alone: what is to be kept goes to the member's own database.
 * Auth is loaded first, so that no request goes out without its token. Its own log is silent: that a stream broke is
 * nothing to report, but to act on.
 */
export async function openFirestore(): Promise<Firestore> {
  const { startAuth } = await loadAuth();
  startAuth();
  setLogLevel('silent');
  const firestore = initializeFirestore(firebaseApp(), {});
  const { emulators } = firebaseEnvironment();
  if (emulators)
    connectFirestoreEmulator(firestore, emulators.firestore.host, emulators.firestore.port);
  return firestore;
}

/** Drops all connections, which may be dead without knowing it, and opens new ones. */
export async function reconnect(firestore: Firestore): Promise<void> {
  await disableNetwork(firestore);
  await enableNetwork(firestore);
}
