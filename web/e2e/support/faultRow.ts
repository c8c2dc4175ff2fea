import type { TestDetails } from '@playwright/test';

/** What every row of the fault matrix bears, so that `npm run test:chaos -- device` finds it among the journeys. */
export const FAULT = '@fault';

/** Makes a test a row of the fault matrix: which fault, what was done, and what was asserted of it. */
export const faultRow = (fault: string, done: string, asserted: string): TestDetails => ({
  tag: FAULT,
  annotation: [
    { type: 'fault', description: fault },
    { type: 'done', description: done },
    { type: 'asserted', description: asserted },
  ],
});
