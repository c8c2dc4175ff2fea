import * as z from 'zod/mini';
import { type Program } from '../system/childProcess';
import { type Check, type Outcome } from './outcome';
import { countTests } from './programs';

const reportSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  testResults: z.array(
    z.object({
      status: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()),
        }),
      ),
    }),
  ),
});

/** Counts a report of Vitest; a file that failed as a whole counts as one failed test. */
export function countVitest(report: unknown): Omit<Outcome, 'output'> {
  const { numPassedTests, numFailedTests, numPendingTests, testResults } =
    reportSchema.parse(report);
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  );
  const shaky = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName }) => fullName);
  return {
    passed: numPassedTests,
    failed: numFailedTests + brokenFiles.length,
    skipped: numPendingTests,
    shaky,
  };
}

/** What else runs meanwhile waits or yields: they may have both cores of a small machine. */
const BOTH_CORES = '--maxWorkers=2';

/** The projects of vitest.config.ts that need no emulator; `extra` are further words for Vitest. */
export const unitTests = (extra: string[], signal: AbortSignal): Check => ({
  name: 'unit',
  run: () =>
    runVitest(['unit', 'tools', 'web', 'screens'], { extra: [BOTH_CORES, ...extra] }, signal),
});

/** Runs projects of vitest.config.ts; `extra` are further words for Vitest, a file name for example. */
export function runVitest(
  projects: string[],
  { extra = [], env = {} }: { extra?: string[]; env?: Program['env'] },
  signal: AbortSignal,
): Promise<Outcome> {
  const report = `.local/reports/vitest-${projects.join('-')}.json`;
  const args = [
    'run',
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    '--retry=1',
    ...projects.flatMap((project) => ['--project', project]),
    ...extra,
  ];
  return countTests('vitest', args, report, env, countVitest, signal);
}
