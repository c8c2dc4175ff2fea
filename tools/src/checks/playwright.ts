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

/** Runs the browser journeys; `extra` are further words for Playwright, a file name for example. */
export function runPlaywright(
  { extra = [], env = {} }: { extra?: string[]; env?: Program['env'] },
  signal: AbortSignal,
): Promise<Outcome> {
  const args = ['test', '--pass-with-no-tests', '--reporter=list,json', ...extra];
  const report = `.local/reports/playwright-${env['PORT_OFFSET'] ?? '0'}.json`;
  const output = { PLAYWRIGHT_JSON_OUTPUT_FILE: inRoot(report) };
  return countTests('playwright', args, report, { ...env, ...output }, countPlaywright, signal);
}
