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

/** Runs a transaction whose first runs fail with these errors. */
async function runFailing(errors: readonly Error[]) {
  let runs = 0;
  database.runTransaction = (...args) => {
    const error = errors[runs];
    runs += 1;
    return error ? Promise.reject(error) : ownRun(...args);
  };
  const outcome: unknown = await retryContention(database)
    .runTransaction(() => Promise.resolve('done'))
    .catch((error: unknown) => error);
  return { runs, outcome };
}

describe('a transaction on the emulators', () => {
  it('runs again if the emulator closed it or its lock timed out', async () => {
    expect(await runFailing([CLOSED, TIMED_OUT])).toEqual({ runs: 3, outcome: 'done' });
  });

  it('throws any other error at once', async () => {
    const denied = new Error('7 PERMISSION_DENIED');
    expect(await runFailing([denied])).toEqual({ runs: 1, outcome: denied });
  });

  it('gives up after five attempts', async () => {
    const failures = Array.from({ length: 9 }, () => CLOSED);
    expect(await runFailing(failures)).toEqual({ runs: 5, outcome: CLOSED });
  });
});
