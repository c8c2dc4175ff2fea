import { classifyTrouble } from '../database/dexie';

const FULL = 'This device is full, so this is not saved. Free some space, then save again.';

const describeError = (error: unknown): string =>
  classifyTrouble(error) === 'full'
    ? FULL
    : 'This device can’t store anything right now, so this is not saved. Please try again.';

export class StorageError extends Error {
  override readonly name = 'StorageError';
}

export const toStorageError = (error: unknown): StorageError =>
  new StorageError(describeError(error), { cause: error });

export function describeStorageError(error: unknown): string {
  if (error instanceof StorageError) return error.message;
  return classifyTrouble(error) === 'full' ? FULL : 'This could not be saved.';
}
