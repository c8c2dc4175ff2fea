import { type FirebaseApp, getApps, initializeApp } from 'firebase/app';
import {
  type Auth,
  browserLocalPersistence,
  connectAuthEmulator,
  initializeAuth,
  inMemoryPersistence,
  onIdTokenChanged,
  signInWithCustomToken,
  signOut,
  type User,
} from 'firebase/auth';
import { firebaseEnvironment } from '../core/environment';

/** The one Firebase app of the page. */
export function firebaseApp(): FirebaseApp {
  const [app] = getApps();
  const { projectId, apiKey, authDomain, appId, storageBucket } = firebaseEnvironment();
  return app ?? initializeApp({ projectId, apiKey, authDomain, appId, storageBucket });
}

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

/** How long (ms) to wait for a sign-in of another tab, of which the SDK hears a moment later than we do. */
const OTHER_TAB_MS = 1000;

/** The SDK's session of this member; null when it has none. */
async function signedIn(uid: string): Promise<User | null> {
  await auth().authStateReady();
  return new Promise((resolve) => {
    const settle = (user: User | null) => {
      stop();
      clearTimeout(timer);
      resolve(user);
    };
    const timer = setTimeout(() => settle(null), OTHER_TAB_MS);
    const stop = onIdTokenChanged(auth(), (user) => {
      if (user?.uid === uid) settle(user);
    });
  });
}

/** The ID token of the member, a new one when `renew`; null when the SDK holds no session of theirs. */
export const idToken = async (uid: string, renew: boolean): Promise<string | null> =>
  (await (await signedIn(uid))?.getIdToken(renew)) ?? null;

/** The claims in the member's ID token, to be parsed; undefined when the SDK holds no session of theirs. */
export const claims = async (uid: string, renew: boolean): Promise<unknown> =>
  (await (await signedIn(uid))?.getIdTokenResult(renew))?.claims;
