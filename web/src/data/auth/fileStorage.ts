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
import { firebaseApp } from './firebaseApp';

/** Longest time (ms) for one chunk of a file on a slow network before the attempt fails. */
const PIECE_MS = 120_000;

let started: FirebaseStorage | undefined;

/** Firebase Storage, with the token of the signed-in member. */
function fileStorage(): FirebaseStorage {
  if (started) return started;
  started = getStorage(firebaseApp());
  started.maxUploadRetryTime = PIECE_MS;
  const { emulators } = firebaseEnvironment();
  if (emulators) connectStorageEmulator(started, emulators.storage.host, emulators.storage.port);
  return started;
}

/**
 * Downloads the file at this path.
 * @throws Error if it doesn't exist, may not be read, or the download fails
 */
export const download = (path: string): Promise<Blob> => getBlob(ref(fileStorage(), path));

/**
 * Storage's answer if the file already exists: an earlier attempt arrived, though its answer did not. Where the leave has
 * run out it answers the same, and the server refuses the call that refers to the file.
 */
const isThere = (error: unknown) =>
  error instanceof FirebaseError && error.code === 'storage/unauthorized';

/**
 * Uploads a file to a path, which accepts it only once, and reports the uploaded share (0 to 1).
 * @throws Error if the upload failed or was `stopped`
 */
export async function upload(
  path: string,
  { type, bytes }: { readonly type: string; readonly bytes: ArrayBuffer },
  onProgress: (share: number) => void,
  stopped: AbortSignal,
): Promise<void> {
  const place = ref(fileStorage(), path);
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
