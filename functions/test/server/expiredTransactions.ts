import type { Firestore } from 'firebase-admin/firestore';

/**
 * The emulator's error for a transaction that it closed, for example after a long wait for a lock.
 */
const EXPIRED = 'Transaction is invalid or closed';

const MAX_TRIES = 5;

/**
 * Retries transactions that the emulator closed, because the SDK retries only Firestore's own
 * message, “has expired”.
 */
export function retryExpired(database: Firestore): Firestore {
  const run = database.runTransaction.bind(database);
  database.runTransaction = async (...args) => {
    for (let triesLeft = MAX_TRIES; ; triesLeft -= 1)
      try {
        return await run(...args);
      } catch (error) {
        if (triesLeft <= 1 || !String(error).includes(EXPIRED)) throw error;
      }
  };
  return database;
}
