import {
  browserLocalPersistence,
  connectAuthEmulator,
  initializeAuth,
  inMemoryPersistence,
  signInWithCustomToken,
  signOut,
  type Auth,
  type User,
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

/** Starts the SDK, so that whatever else of Firebase is loaded calls with the member's token. */
export function startAuth(): void {
  auth();
}

/** Signs the SDK in with a token of the login; from then on it refreshes ID tokens by itself. */
export async function enter(customToken: string): Promise<void> {
  await signInWithCustomToken(auth(), customToken);
}

/** Signs the SDK out on this device. */
export const leave = (): Promise<void> => signOut(auth());

async function signedIn(uid: string): Promise<User | null> {
  await auth().authStateReady();
  const user = auth().currentUser;
  return user?.uid === uid ? user : null;
}

/** The ID token of the member, a new one when `renew`; null when the SDK holds no session of theirs. */
export const idToken = async (uid: string, renew: boolean): Promise<string | null> =>
  (await (await signedIn(uid))?.getIdToken(renew)) ?? null;

/** The claims in the member's ID token, to be parsed; undefined when the SDK holds no session of theirs. */
export const claims = async (uid: string, renew: boolean): Promise<unknown> =>
  (await (await signedIn(uid))?.getIdTokenResult(renew))?.claims;
