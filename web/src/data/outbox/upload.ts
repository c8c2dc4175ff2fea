import { FirebaseError } from 'firebase/app';
import { ref, uploadBytesResumable } from 'firebase/storage';
import { fileStorage } from '../files/storage';

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
