import type { Firestore } from 'firebase-admin/firestore';

/** How the emulator refuses a request of a transaction that it has closed, such as one that waited too long for a lock. */
const EXPIRED = 'Transaction is invalid or closed';

const MAX_TRIES = 5;

/**
 * A database that runs a transaction again which the emulator has closed. Of a Firestore transaction the server says that it
 * “has expired”, by which the SDK knows that it may run again; it does not know the emulator's words.
 */
export function retryExpired(database: Firestore): Firestore {
  const run = database.runTransaction.bind(database);
  database.runTransaction = async (...asked) => {
    for (let left = MAX_TRIES; ; left -= 1)
      try {
        return await run(...asked);
      } catch (error) {
        if (left <= 1 || !String(error).includes(EXPIRED)) throw error;
      }
  };
  return database;
}
