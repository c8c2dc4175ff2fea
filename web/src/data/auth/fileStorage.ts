import { FirebaseError } from 'firebase/app';
import {
  connectStorageEmulator,
  type FirebaseStorage,
  getBlob,
  getStorage,
  ref,
  uploadBytesResumable,
} from 'firebase/storage';
import { getFirebaseEnvironment } from '../core/environment';
import { getFirebaseApp } from './firebaseApp';

const CHUNK_TIMEOUT_MS = 120_000;

let storage: FirebaseStorage | undefined;

function getFileStorage(): FirebaseStorage {
  if (storage) return storage;
  storage = getStorage(getFirebaseApp());
  storage.maxUploadRetryTime = CHUNK_TIMEOUT_MS;
  const { emulators } = getFirebaseEnvironment();
  if (emulators) connectStorageEmulator(storage, emulators.storage.host, emulators.storage.port);
  return storage;
}

export const download = (path: string): Promise<Blob> => getBlob(ref(getFileStorage(), path));

/**
 * The file usually exists because an earlier attempt succeeded. An expired permission causes the
 * same error; the server then refuses the call that refers to the file.
 */
const isAlreadyUploaded = (error: unknown) =>
  error instanceof FirebaseError && error.code === 'storage/unauthorized';

/**
 * A path accepts only one upload. `onProgress` receives the uploaded share (0 to 1).
 * @throws Error if the upload failed or `signal` aborts
 */
export async function upload(
  path: string,
  { type, bytes }: { readonly type: string; readonly bytes: ArrayBuffer },
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const target = ref(getFileStorage(), path);
  signal.throwIfAborted();
  const task = uploadBytesResumable(target, bytes, { contentType: type });
  const cancel = () => task.cancel();
  signal.addEventListener('abort', cancel);
  task.on('state_changed', ({ bytesTransferred, totalBytes }) =>
    onProgress(totalBytes === 0 ? 0 : bytesTransferred / totalBytes),
  );
  try {
    await task;
  } catch (error) {
    if (!isAlreadyUploaded(error)) throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
