import { describe, expect, it } from 'vitest';
import { countPlaywright } from '../../src/checks/playwright';
import { countVitest } from '../../src/checks/vitest';

describe('the count of tests', () => {
  it('takes a test file that did not load for a failure', () => {
    const report = {
      numPassedTests: 4,
      numFailedTests: 1,
      numPendingTests: 2,
      testResults: [
        { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
        { status: 'failed', assertionResults: [] },
        { status: 'passed', assertionResults: [{ status: 'passed' }] },
      ],
    };
    expect(countVitest(report)).toEqual({ passed: 4, failed: 2, skipped: 2 });
  });

  it('takes a journey that passed only at a second try for a failure', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 0 };
    expect(countPlaywright({ stats })).toEqual({ passed: 5, failed: 2, skipped: 0 });
  });
});
