import { getApps, initializeApp, type App } from 'firebase-admin/app';
import { getAuth, type Auth } from 'firebase-admin/auth';
import { getFirestore, type Firestore } from 'firebase-admin/firestore';
import { getStorage, type Storage } from 'firebase-admin/storage';

const app = (): App => getApps()[0] ?? initializeApp();

/** The database, connected at the first use. An undefined field is a mistake and refused. */
export const firestore = (): Firestore => getFirestore(app());

/** The accounts. */
export const auth = (): Auth => getAuth(app());

/** A place for files. */
export type Bucket = ReturnType<Storage['bucket']>;

/** The project's own place for files. */
export const bucket = (): Bucket => getStorage(app()).bucket();
