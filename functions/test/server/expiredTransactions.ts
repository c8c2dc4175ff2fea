import type { Firestore } from 'firebase-admin/firestore';

/**
 * The emulator's error for a transaction that it closed, such as one that waited too long for a
 * lock.
 */
const EXPIRED = 'Transaction is invalid or closed';

const MAX_TRIES = 5;

/**
 * Retries transactions that the emulator closed. The SDK only retries on Firestore's own message,
 * “has expired”.
 */
export function retryExpired(database: Firestore): Firestore {
  const run = database.runTransaction.bind(database);
  database.runTransaction = async (...args) => {
    for (let left = MAX_TRIES; ; left -= 1)
      try {
        return await run(...args);
      } catch (error) {
        if (left <= 1 || !String(error).includes(EXPIRED)) throw error;
      }
  };
  return database;
}
