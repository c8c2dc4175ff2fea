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
import { currentUser } from './currentSession';
import { keepRenewal } from './renewal';

/** The one Firebase app of the page. */
export function firebaseApp(): FirebaseApp {
  const [app] = getApps();
  const { projectId, apiKey, authDomain, appId, storageBucket } = firebaseEnvironment();
  return app ?? initializeApp({ projectId, apiKey, authDomain, appId, storageBucket });
}

let started: Auth | undefined;

/** Firebase Auth, persisted in localStorage: it works where IndexedDB doesn't, and the other tabs follow at once. */
function auth(): Auth {
  if (started) return started;
  started = initializeAuth(firebaseApp(), {
    persistence: [browserLocalPersistence, inMemoryPersistence],
  });
  const { emulators } = firebaseEnvironment();
  if (emulators) connectAuthEmulator(started, emulators.auth, { disableWarnings: true });
  return started;
}

/** Starts the SDK, so that other parts of Firebase send the member's token. */
export function startAuth(): void {
  auth();
}

/** Signs the SDK in with the login's custom token; from then on it refreshes ID tokens by itself. */
export async function enter(customToken: string): Promise<void> {
  await signInWithCustomToken(auth(), customToken);
}

/** Signs the SDK out on this device. */
export const leave = (): Promise<void> => signOut(auth());

/** Wait (ms) for another tab's sign-in, which the SDK notices a moment later than the app. */
const OTHER_TAB_MS = 1000;

/** The SDK's session of this member; null if it has none. */
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

let renewalKept = '';

/** Shares the refresh token with the worker, which sends the outbox while no page is open. */
function shareRenewal({ uid, refreshToken }: User): void {
  if (renewalKept === refreshToken || currentUser()?.id !== uid) return;
  renewalKept = refreshToken;
  void keepRenewal({ uid, refreshToken }, () => currentUser()?.id === uid);
}

/** The member's ID token, a new one if `renew`; null if the SDK has no session of theirs. */
export async function idToken(uid: string, renew: boolean): Promise<string | null> {
  const user = await signedIn(uid);
  const token = (await user?.getIdToken(renew)) ?? null;
  if (user && token !== null) shareRenewal(user);
  return token;
}

/** The claims in the member's ID token, to be parsed; undefined if the SDK has no session of theirs. */
export const claims = async (uid: string, renew: boolean): Promise<unknown> =>
  (await (await signedIn(uid))?.getIdTokenResult(renew))?.claims;
