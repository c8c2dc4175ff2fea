import { FirebaseError } from 'firebase/app';
import {
  connectStorageEmulator,
  type FirebaseStorage,
  getBlob,
  getStorage,
  ref,
  uploadBytesResumable,
} from 'firebase/storage';
import { firebaseEnvironment } from '../core/environment';
import { firebaseApp } from './firebaseAuth';
import { loadAuth } from './tokens';

/** One piece of a file may take this long (ms) on a bad line before the try counts as failed. */
const PIECE_MS = 120_000;

let started: FirebaseStorage | undefined;

/** The file store, which is asked with the token of whoever is signed in. */
async function fileStorage(): Promise<FirebaseStorage> {
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

/** What Storage answers where a file lies already: an earlier try arrived, though its answer did not. */
const isThere = (error: unknown) =>
  error instanceof FirebaseError && error.code === 'storage/unauthorized';

/**
 * Brings a file to its place, which takes one file once, and tells how much of it (0 to 1) has arrived.
 * @throws Error when it did not arrive, also when `stopped`
 */
export async function upload(
  path: string,
  { type, bytes }: { readonly type: string; readonly bytes: ArrayBuffer },
  onProgress: (share: number) => void,
  stopped: AbortSignal,
): Promise<void> {
  const place = ref(await fileStorage(), path);
  stopped.throwIfAborted();
  const task = uploadBytesResumable(place, bytes, { contentType: type });
  const cancel = () => task.cancel();
  stopped.addEventListener('abort', cancel);
  task.on('state_changed', ({ bytesTransferred, totalBytes }) =>
    onProgress(totalBytes === 0 ? 0 : bytesTransferred / totalBytes),
  );
  try {
    await task;
  } catch (error) {
    if (!isThere(error)) throw error;
  } finally {
    stopped.removeEventListener('abort', cancel);
  }
}
