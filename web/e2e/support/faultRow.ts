import type { TestDetails } from '@playwright/test';

/** Tag of every fault test, by which `npm run test:chaos -- device` selects them. */
export const FAULT = '@fault';

/** Makes a test a row of the fault matrix. */
export const faultRow = (fault: string, done: string, asserted: string): TestDetails => ({
  tag: FAULT,
  annotation: [
    { type: 'fault', description: fault },
    { type: 'done', description: done },
    { type: 'asserted', description: asserted },
  ],
});
