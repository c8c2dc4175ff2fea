import { describe, expect, it, vi } from 'vitest';
import { EMPTY_RESULT, reportResult, runChecks, formatSummary } from '../../src/checks/checks';

const PASSED = { ...EMPTY_RESULT, passed: 1, output: 'all fine' };
const FAILED = { ...EMPTY_RESULT, failed: 1, output: 'line 3 is wrong' };

function collector() {
  let text = '';
  return { write: (part: string) => (text += part), text: () => text };
}

describe('runChecks', () => {
  it('adds up all counts and prints the output of failed checks only', async () => {
    const output = collector();
    const total = await runChecks(
      [
        { name: 'types', run: () => Promise.resolve(PASSED) },
        { name: 'lint', run: () => Promise.resolve(FAILED) },
        { name: 'unit', run: () => Promise.resolve({ ...PASSED, passed: 40, skipped: 2 }) },
      ],
      2,
      output,
    );
    expect(formatSummary(total)).toBe('41 passed, 1 failed');
    expect(output.text()).toMatch(/✓ types … \d+\.\d s\n/);
    expect(output.text()).toMatch(/✗ lint … \d+\.\d s\nline 3 is wrong\n/);
    expect(output.text()).toMatch(/✓ unit … \d+\.\d s \(40 passed, 0 failed, 2 skipped\)/);
    expect(output.text()).not.toContain('all fine');
  });

  it('lists tests that passed only on a retry', async () => {
    const output = collector();
    const run = () => Promise.resolve({ ...PASSED, flaky: ['log in › opens'] });
    await runChecks([{ name: 'e2e', run }], 1, output);
    expect(output.text()).toContain('flaky, passed only on a retry: log in › opens\n');
  });

  it('runs at most the given number of checks at once', async () => {
    let running = 0;
    let most = 0;
    const check = {
      name: 'check',
      run: async () => {
        most = Math.max(most, ++running);
        await new Promise(setImmediate);
        running--;
        return PASSED;
      },
    };
    await runChecks([check, check, check, check], 2, collector());
    expect(most).toBe(2);
  });
});

describe('reportResult', () => {
  it.each([
    [{ passed: 2, failed: 0 }, 2, 0],
    [{ passed: 1, failed: 1 }, 2, 1],
    [{ passed: 0, failed: 0 }, 1, 1],
    [{ passed: 1, failed: 0 }, 2, 1],
  ])('fails if a test failed or doesn’t exist: %j of %d', (counts, requested, code) => {
    vi.spyOn(console, 'log').mockReturnValue();
    vi.spyOn(console, 'error').mockReturnValue();
    expect(reportResult({ ...EMPTY_RESULT, ...counts }, requested)).toBe(code);
  });
});
