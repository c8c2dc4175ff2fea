import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { afterAll, describe, expect, it } from 'vitest';
import { retryExpired } from './expiredTransactions';

const app = initializeApp({ projectId: 'demo-expired' }, 'demo-expired');
const database = getFirestore(app);
const ownRun = database.runTransaction.bind(database);
afterAll(() => deleteApp(app));

const CLOSED = new Error('3 INVALID_ARGUMENT: Transaction is invalid or closed.');

/** Runs a transaction that ends with these errors at first; gives how often it ran, and its result or error. */
async function ended(errors: readonly Error[]) {
  let runs = 0;
  database.runTransaction = (...asked) => {
    const error = errors[runs];
    runs += 1;
    return error ? Promise.reject(error) : ownRun(...asked);
  };
  const found: unknown = await retryExpired(database)
    .runTransaction(() => Promise.resolve('done'))
    .catch((error: unknown) => error);
  return { runs, found };
}

describe('a transaction on the emulators', () => {
  it('runs again where the emulator had closed it', async () => {
    expect(await ended([CLOSED, CLOSED])).toEqual({ runs: 3, found: 'done' });
  });

  it('ends with any other error at once', async () => {
    const denied = new Error('7 PERMISSION_DENIED');
    expect(await ended([denied])).toEqual({ runs: 1, found: denied });
  });

  it('is given up after five times', async () => {
    const always = Array.from({ length: 9 }, () => CLOSED);
    expect(await ended(always)).toEqual({ runs: 5, found: CLOSED });
  });
});
