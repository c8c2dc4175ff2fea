import { troubleOf } from '../storage/openDatabase';

const FULL = 'This device is full, so this is not saved. Free some space, then save again.';

const wordsOf = (error: unknown): string =>
  troubleOf(error) === 'full'
    ? FULL
    : 'This device can’t store anything right now, so this is not saved. Please try again.';

/** Nothing could be kept on this device; `message` is for the screen. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}

/** What to throw where storing failed: says whether the device is full. */
export const storageError = (error: unknown): StorageError =>
  new StorageError(wordsOf(error), { cause: error });

/** What a screen says of a change that failed. */
export function storageErrorText(error: unknown): string {
  if (error instanceof StorageError) return error.message;
  return troubleOf(error) === 'full' ? FULL : 'This could not be saved.';
}
