export interface CheckResult {
  passed: number;
  failed: number;
  skipped: number;
  /** Tests that passed only on a retry. They count as passed. */
  flaky?: readonly string[];
  output: string;
}

export interface Check {
  name: string;
  run: () => Promise<CheckResult>;
}

export const EMPTY_RESULT: CheckResult = { passed: 0, failed: 0, skipped: 0, output: '' };

export const addResults = (a: CheckResult, b: CheckResult): CheckResult => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
  output: a.output + b.output,
});

export const formatSummary = ({ passed, failed }: CheckResult): string =>
  `${passed} passed, ${failed} failed`;

/**
 * Prints the counts. Fails also if fewer tests ran than were requested, as after a misspelt word.
 * @returns the exit code
 */
export function reportResult(result: CheckResult, requested = 1): number {
  console.log(formatSummary(result));
  const isComplete = result.passed + result.failed >= requested;
  if (!isComplete) console.error('Not every requested test exists.');
  return isComplete && result.failed === 0 ? 0 : 1;
}

interface Output {
  write(text: string): unknown;
}

function formatCounts({ passed, failed, skipped }: CheckResult): string {
  if (passed + failed + skipped <= 1) return '';
  const parts = [`${passed} passed`, `${failed} failed`, skipped > 0 ? `${skipped} skipped` : ''];
  return ` (${parts.filter((part) => part !== '').join(', ')})`;
}

async function runOne({ name, run }: Check, output: Output): Promise<CheckResult> {
  const startTime = performance.now();
  const outcome = await run();
  const seconds = ((performance.now() - startTime) / 1000).toFixed(1);
  const mark = outcome.failed > 0 ? '✗' : '✓';
  output.write(`${mark} ${name} … ${seconds} s${formatCounts(outcome)}\n`);
  for (const test of outcome.flaky ?? [])
    output.write(`  flaky, passed only on a retry: ${test}\n`);
  if (outcome.failed > 0) output.write(`${outcome.output.trimEnd()}\n\n`);
  return outcome;
}

export async function runChecks(
  checks: readonly Check[],
  concurrency: number,
  output: Output = process.stdout,
): Promise<CheckResult> {
  const queue = [...checks];
  let total = EMPTY_RESULT;
  const worker = async () => {
    for (let check = queue.shift(); check; check = queue.shift()) {
      const outcome = await runOne(check, output);
      total = addResults(total, outcome);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return total;
}
