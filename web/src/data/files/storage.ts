import {
  connectStorageEmulator,
  getBlob,
  getStorage,
  ref,
  type FirebaseStorage,
} from 'firebase/storage';
import { firebaseEnvironment } from '../environment';
import { firebaseApp } from '../session/firebaseApp';
import { loadAuth } from '../session/tokens';

/** One piece of a file may take this long (ms) on a bad line before the try counts as failed. */
const PIECE_MS = 120_000;

let started: FirebaseStorage | undefined;

/** The file store, which is asked with the token of whoever is signed in. */
export async function fileStorage(): Promise<FirebaseStorage> {
  (await loadAuth()).startAuth();
  if (started) return started;
  started = getStorage(firebaseApp());
  started.maxUploadRetryTime = PIECE_MS;
  const { emulators } = firebaseEnvironment();
  if (emulators) connectStorageEmulator(started, emulators.storage.host, emulators.storage.port);
  return started;
}

/**
 * The file at this path, for whoever may read it.
 * @throws Error where it is not there, may not be read, or does not arrive
 */
export const download = async (path: string): Promise<Blob> =>
  getBlob(ref(await fileStorage(), path));
