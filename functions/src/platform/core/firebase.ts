import { getApps, initializeApp, type App } from 'firebase-admin/app';
import { getAuth, type Auth } from 'firebase-admin/auth';
import { getFirestore, type Firestore } from 'firebase-admin/firestore';
import { getStorage, type Storage } from 'firebase-admin/storage';

const app = (): App => getApps()[0] ?? initializeApp();

/** The database, connected on first use. It refuses undefined fields, which would be mistakes. */
export const firestore = (): Firestore => getFirestore(app());

/** The accounts. */
export const auth = (): Auth => getAuth(app());

/** A bucket of Cloud Storage. */
export type Bucket = ReturnType<Storage['bucket']>;

/** The project's default bucket. */
export const bucket = (): Bucket => getStorage(app()).bucket();
