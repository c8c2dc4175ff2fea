import { getApps, initializeApp, type App } from 'firebase-admin/app';
import { getAuth, type Auth } from 'firebase-admin/auth';
import { getFirestore, type Firestore } from 'firebase-admin/firestore';
import { getStorage, type Storage } from 'firebase-admin/storage';

export const app = (): App => getApps()[0] ?? initializeApp();

/** Connects on first use. Refuses undefined fields, which would be mistakes. */
export const firestore = (): Firestore => getFirestore(app());

export const auth = (): Auth => getAuth(app());

export type Bucket = ReturnType<Storage['bucket']>;

/** `IdempotencyStrategy.RetryAlways` of @google-cloud/storage, which isn't a direct dependency. */
const RETRY_ALWAYS = 0;

/**
 * Retries all calls after a lost connection, because all our file operations are idempotent. By
 * default the client retries only some of them.
 */
export function openBucket(firebaseApp: App, name?: string): Bucket {
  const storageBucket = getStorage(firebaseApp).bucket(name);
  storageBucket.storage.retryOptions.idempotencyStrategy = RETRY_ALWAYS;
  return storageBucket;
}

export const isFileMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 404;

export const bucket = (): Bucket => openBucket(app());
