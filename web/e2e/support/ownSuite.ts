import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { test as base } from '@playwright/test';
import { suiteOfWorker } from '@quantalgo/tools/suite/ports';

/** From one look for the suite to the next (ms). */
const LOOK_EVERY_MS = 500;

/** Waits until this worker has its suite to itself: the server's tests may run on the first one before. */
async function untilFree(): Promise<void> {
  const { PORT_OFFSET: first, FIRST_SUITE_FREE: free } = process.env;
  if (free === undefined || String(suiteOfWorker()) !== first) return;
  while (!existsSync(free)) await setTimeout(LOOK_EVERY_MS);
}

/** A test whose worker begins once its suite is free, however long that takes. */
export const test = base.extend<object, { ownSuite: undefined }>({
  ownSuite: [
    async ({ browserName: _ }, use) => {
      await untilFree();
      await use(undefined);
    },
    { scope: 'worker', auto: true, timeout: 0 },
  ],
});
