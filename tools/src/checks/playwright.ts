import * as z from 'zod/mini';
import { type Program } from '../system/childProcess';
import { inRoot } from '../system/root';
import { type Outcome } from './outcome';
import { countTests } from './programs';

const suite = z.object({
  title: z.string(),
  specs: z.array(z.object({ title: z.string(), tests: z.array(z.object({ status: z.string() })) })),
  get suites() {
    return z.optional(z.array(suite));
  },
});
type ReportedSuite = z.infer<typeof suite>;

const reportSchema = z.object({
  suites: z.array(suite),
  stats: z.object({
    expected: z.int(),
    unexpected: z.int(),
    flaky: z.int(),
    skipped: z.int(),
  }),
});

function shakyIn({ title, specs, suites = [] }: ReportedSuite): string[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
  return [...own.map((spec) => `${title} › ${spec.title}`), ...suites.flatMap(shakyIn)];
}

/** Counts a report of Playwright. */
export function countPlaywright(report: unknown): Omit<Outcome, 'output'> {
  const { stats, suites } = reportSchema.parse(report);
  const { expected, unexpected, flaky, skipped } = stats;
  return { passed: expected + flaky, failed: unexpected, skipped, shaky: suites.flatMap(shakyIn) };
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
