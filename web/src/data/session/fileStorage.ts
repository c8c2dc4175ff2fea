import type { FirebaseAuthInternal } from '@firebase/auth-interop-types';
import { _registerComponent, type FirebaseApp, FirebaseError, initializeApp } from 'firebase/app';
import {
  connectStorageEmulator,
  type FirebaseStorage,
  getBlob,
  getStorage,
  ref,
  uploadBytesResumable,
} from 'firebase/storage';
import { firebaseEnvironment } from '../core/environment';
import { holder, idToken } from './idTokens';

/**
 * The session's ID tokens, in the place where Storage looks for those of Firebase's own sign-in client. That client alone
 * would be as large as the screen that waits for it, and looks the account up before it gives a token.
 */
const tokens: FirebaseAuthInternal = {
  getToken: async (renew = false) => {
    const uid = holder();
    const accessToken = uid === null ? null : await idToken(uid, renew);
    return accessToken === null ? null : { accessToken };
  },
  getUid: holder,
  // Storage asks for the token with each request.
  addAuthTokenListener: () => undefined,
  removeAuthTokenListener: () => undefined,
};

function openApp(): FirebaseApp {
  _registerComponent({
    name: 'auth-internal',
    type: 'PRIVATE',
    instantiationMode: 'EAGER',
    multipleInstances: false,
    serviceProps: {},
    onInstanceCreated: null,
    instanceFactory: () => tokens,
  });
  const { projectId, apiKey, authDomain, appId, storageBucket } = firebaseEnvironment();
  return initializeApp({ projectId, apiKey, authDomain, appId, storageBucket });
}

/** Longest time (ms) for one chunk of a file on a slow network before the attempt fails. */
const PIECE_MS = 120_000;

let started: FirebaseStorage | undefined;

/** Firebase Storage, with the token of the signed-in member. */
function fileStorage(): FirebaseStorage {
  if (started) return started;
  started = getStorage(openApp());
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
