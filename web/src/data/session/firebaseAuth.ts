import {
  browserLocalPersistence,
  connectAuthEmulator,
  initializeAuth,
  inMemoryPersistence,
  signInWithCustomToken,
  signOut,
  type Auth,
} from 'firebase/auth';
import { firebaseEnvironment } from '../environment';
import { firebaseApp } from './firebaseApp';

let started: Auth | undefined;

/** Firebase Auth, kept in localStorage: it works where IndexedDB does not, and the other tabs follow at once. */
function auth(): Auth {
  if (started) return started;
  started = initializeAuth(firebaseApp(), {
    persistence: [browserLocalPersistence, inMemoryPersistence],
  });
  const { emulators } = firebaseEnvironment();
  if (emulators) connectAuthEmulator(started, emulators.auth, { disableWarnings: true });
  return started;
}

/** Signs the SDK in with a token of the login; from then on it refreshes ID tokens by itself. */
export async function enter(customToken: string): Promise<void> {
  await signInWithCustomToken(auth(), customToken);
}

/** Signs the SDK out on this device. */
export const leave = (): Promise<void> => signOut(auth());

/** Loads this chunk's work ahead: reads whom the SDK has kept. */
export async function idToken(uid: string, renew: boolean): Promise<string | null> {
  await auth().authStateReady();
  const user = auth().currentUser;
  return user?.uid === uid ? user.getIdToken(renew) : null;
}
