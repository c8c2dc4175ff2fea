import { classifyTrouble } from '../database/dexie';

const DEVICE_FULL_TEXT =
  'This device is out of storage, so your change wasn’t saved. Free up some space, then try again.';

export const isDeviceFull = (error: unknown): boolean => classifyTrouble(error) === 'full';

const describeError = (error: unknown): string =>
  isDeviceFull(error)
    ? DEVICE_FULL_TEXT
    : 'This device can’t store anything right now, so your change wasn’t saved. Please try again.';

export class StorageError extends Error {
  override readonly name = 'StorageError';
}

export const toStorageError = (error: unknown): StorageError =>
  new StorageError(describeError(error), { cause: error });

export function describeStorageError(error: unknown): string {
  if (error instanceof StorageError) return error.message;
  return isDeviceFull(error) ? DEVICE_FULL_TEXT : 'This could not be saved. Please try again.';
}
