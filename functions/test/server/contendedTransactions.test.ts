import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { afterAll, describe, expect, it } from 'vitest';
import { retryContention } from './contendedTransactions';

const app = initializeApp({ projectId: 'demo-contended' }, 'demo-contended');
const database = getFirestore(app);
const ownRun = database.runTransaction.bind(database);
afterAll(() => deleteApp(app));

const CLOSED = Object.assign(new Error('Transaction is invalid or closed.'), { code: 3 });
const TIMED_OUT = Object.assign(new Error('Transaction lock timeout.'), { code: 10 });

/** Runs a transaction that ends with these errors at first; gives how often it ran, and its result or error. */
async function ended(errors: readonly Error[]) {
  let runs = 0;
  database.runTransaction = (...asked) => {
    const error = errors[runs];
    runs += 1;
    return error ? Promise.reject(error) : ownRun(...asked);
  };
  const found: unknown = await retryContention(database)
    .runTransaction(() => Promise.resolve('done'))
    .catch((error: unknown) => error);
  return { runs, found };
}

describe('a transaction on the emulators', () => {
  it('runs again if the emulator closed it or its lock timed out', async () => {
    expect(await ended([CLOSED, TIMED_OUT])).toEqual({ runs: 3, found: 'done' });
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
