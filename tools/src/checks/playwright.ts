import * as z from 'zod/mini';
import { type Program } from '../system/childProcess';
import { inRoot } from '../system/root';
import { type Outcome } from './outcome';
import { countTests } from './programs';

const reportSchema = z.object({
  stats: z.object({
    expected: z.int(),
    unexpected: z.int(),
    flaky: z.int(),
    skipped: z.int(),
  }),
});

/** Counts a report of Playwright; a journey that passed only when tried again counts as failed. */
export function countPlaywright(report: unknown): Omit<Outcome, 'output'> {
  const { expected, unexpected, flaky, skipped } = reportSchema.parse(report).stats;
  return { passed: expected, failed: unexpected + flaky, skipped };
}

interface Journeys {
  /** The project of playwright.config.ts. */
  project?: string;
  /** Further words for Playwright, a file name for example. */
  extra?: string[];
  env?: Program['env'];
  /** Whether each is shown as it ends. */
  echo?: boolean;
}

/** Where a run at this PORT_OFFSET leaves its report, relative to the root. */
export const reportOf = (offset: string): string => `.local/reports/playwright-${offset}.json`;

/** Runs the browser journeys, or what another project of Playwright holds. */
export function runPlaywright(
  { project = 'journeys', extra = [], env = {}, echo = false }: Journeys,
  signal: AbortSignal,
): Promise<Outcome> {
  const words = ['--pass-with-no-tests', '--reporter=list,json', ...extra];
  const args = ['test', `--project=${project}`, ...words];
  const report = reportOf(env['PORT_OFFSET'] ?? '0');
  const output = { PLAYWRIGHT_JSON_OUTPUT_FILE: inRoot(report) };
  return countTests(
    'playwright',
    args,
    report,
    { ...env, ...output },
    countPlaywright,
    signal,
    echo,
  );
}
