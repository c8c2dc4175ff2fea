import { describe, expect, it } from 'vitest';
import { countPlaywright, countVitest } from '../../src/checks/runners';

const passed = { status: 'passed', fullName: 'a slot is settled once', failureMessages: [] };
const failed = { status: 'failed', fullName: 'a slot is missed', failureMessages: ['expected'] };

describe('test counts', () => {
  it('include a test file that failed to load as a failure', () => {
    const report = {
      numPassedTests: 4,
      numFailedTests: 1,
      numPendingTests: 2,
      testResults: [
        { status: 'failed', assertionResults: [failed, passed] },
        { status: 'failed', assertionResults: [] },
        { status: 'passed', assertionResults: [passed] },
      ],
    };
    expect(countVitest(report)).toEqual({ passed: 4, failed: 2, skipped: 2, flaky: [] });
  });

  it('list a test that passed only on a retry', () => {
    const again = { ...passed, failureMessages: ['timed out'] };
    const report = {
      numPassedTests: 2,
      numFailedTests: 0,
      numPendingTests: 0,
      testResults: [{ status: 'passed', assertionResults: [passed, again] }],
    };
    expect(countVitest(report)).toMatchObject({
      passed: 2,
      flaky: ['a slot is settled once (timed out)'],
    });
  });

  it('list a nested journey that passed only on a retry', () => {
    const results = [{ error: { message: '\u001B[31mNot\n  found\u001B[39m' } }, {}];
    const spec = (title: string, status: string) => ({ title, tests: [{ status, results }] });
    const inner = { title: 'log in', specs: [spec('opens', 'flaky'), spec('refuses', 'expected')] };
    const report = {
      suites: [{ title: 'login.spec.ts', specs: [], suites: [inner] }],
      stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 0 },
    };
    const flaky = ['log in › opens (Not found)'];
    expect(countPlaywright(report)).toEqual({ passed: 6, failed: 1, skipped: 0, flaky });
  });
});
