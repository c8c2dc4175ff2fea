import { getApps, initializeApp, type App } from 'firebase-admin/app';
import { getAuth, type Auth } from 'firebase-admin/auth';
import { getFirestore, type Firestore } from 'firebase-admin/firestore';
import { getStorage, type Storage } from 'firebase-admin/storage';

export const app = (): App => getApps()[0] ?? initializeApp();

/** The database, connected on first use. It refuses undefined fields, which would be mistakes. */
export const firestore = (): Firestore => getFirestore(app());

/** The accounts. */
export const auth = (): Auth => getAuth(app());

/** A bucket of Cloud Storage. */
export type Bucket = ReturnType<Storage['bucket']>;

/** `IdempotencyStrategy.RetryAlways` of @google-cloud/storage, which is a dependency of firebase-admin and not ours. */
const RETRY_ALWAYS = 0;

/**
 * A bucket whose calls are tried again after a lost connection, as all that we do to a file may be done twice. By default
 * the client tries again only what it knows to be so, and nothing at all while another call is under way that isn't.
 */
export function bucketOf(of: App, name?: string): Bucket {
  const found = getStorage(of).bucket(name);
  found.storage.retryOptions.idempotencyStrategy = RETRY_ALWAYS;
  return found;
}

/** The project's default bucket. */
export const bucket = (): Bucket => bucketOf(app());
