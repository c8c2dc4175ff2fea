import type { Firestore } from 'firebase-admin/firestore';
import { isContention } from '../../src/platform/core/documents';

const MAX_TRIES = 5;

/**
 * Retries transactions that the emulator aborted because of locks. On a busy machine, two concurrent calls
 * wait for each other until all of the SDK's attempts have timed out.
 */
export function retryContention(database: Firestore): Firestore {
  const run = database.runTransaction.bind(database);
  database.runTransaction = async (...args) => {
    for (let triesLeft = MAX_TRIES; ; triesLeft -= 1)
      try {
        return await run(...args);
      } catch (error) {
        if (triesLeft <= 1 || !isContention(error)) throw error;
      }
  };
  return database;
}
