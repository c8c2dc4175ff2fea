import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import * as z from 'zod/mini';
import { type Program, runAndCapture } from '../system/childProcess';
import { inRoot } from '../system/root';
import { type Check, type CheckResult } from './checks';

const getColourEnv = () => (process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' });

const toBinPath = (name: string) => inRoot('node_modules', '.bin', name);

export function buildStaticChecks(signal: AbortSignal): Check[] {
  const programs = {
    lint: 'oxlint',
    types: 'tsc -b',
    unused: 'knip --no-progress',
    structure: 'tsx tools/src/lintStructure.ts',
    format: 'oxfmt --check',
  };
  return Object.entries(programs).map(([name, command]) => ({
    name,
    run: async () => {
      const [program = '', ...args] = command.split(' ');
      const job = { program: toBinPath(program), args, env: getColourEnv(), lowPriority: true };
      const { code, output } = await runAndCapture(job, signal);
      return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, output };
    },
  }));
}

function readReport(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

type Counts = Omit<CheckResult, 'output'>;

/**
 * A run that fails without a failed test, such as when a file doesn't load, counts as one failure.
 * @param reportPath absolute path
 */
async function runAndCountTests(
  program: Program,
  reportPath: string,
  count: (report: unknown) => Counts,
  signal: AbortSignal,
): Promise<CheckResult> {
  mkdirSync(dirname(reportPath), { recursive: true });
  rmSync(reportPath, { force: true });
  const env = { ...getColourEnv(), ...program.env };
  const { code, output } = await runAndCapture({ ...program, env }, signal);
  const contents = readReport(reportPath);
  const counts = contents === undefined ? { passed: 0, failed: 0, skipped: 0 } : count(contents);
  return { ...counts, failed: code === 0 ? counts.failed : Math.max(1, counts.failed), output };
}

const vitestSchema = z.object({
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

const MAX_REASON_LENGTH = 300;

/** In one line, as the retry deletes the traces of the failed attempt. */
const formatFlaky = (title: string, [reason]: readonly string[]): string =>
  reason === undefined
    ? title
    : `${title} (${stripVTControlCharacters(reason).replace(/\s+/g, ' ').slice(0, MAX_REASON_LENGTH)})`;

export function countVitest(report: unknown): Counts {
  const { testResults, ...counts } = vitestSchema.parse(report);
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  );
  const flakyTests = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0);
  return {
    passed: counts.numPassedTests,
    failed: counts.numFailedTests + brokenFiles.length,
    skipped: counts.numPendingTests,
    flaky: flakyTests.map(({ fullName, failureMessages }) =>
      formatFlaky(fullName, failureMessages),
    ),
  };
}

const attemptSchema = z.object({
  error: z.optional(z.object({ message: z.optional(z.string()) })),
});

const playwrightSpecSchema = z.object({
  title: z.string(),
  tests: z.array(z.object({ status: z.string(), results: z.array(attemptSchema) })),
});

const playwrightSuiteSchema = z.object({
  title: z.string(),
  specs: z.array(playwrightSpecSchema),
  get suites() {
    return z.optional(z.array(playwrightSuiteSchema));
  },
});

const playwrightSchema = z.object({
  suites: z.array(playwrightSuiteSchema),
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
});

const listReasons = ({ tests }: z.infer<typeof playwrightSpecSchema>): string[] =>
  tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? []));

function findFlakyTitles({
  title,
  specs,
  suites = [],
}: z.infer<typeof playwrightSuiteSchema>): string[] {
  const flakySpecs = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
  return [
    ...flakySpecs.map((spec) => formatFlaky(`${title} › ${spec.title}`, listReasons(spec))),
    ...suites.flatMap(findFlakyTitles),
  ];
}

export function countPlaywright(report: unknown): Counts {
  const { stats, suites } = playwrightSchema.parse(report);
  const { expected, unexpected, flaky, skipped } = stats;
  return {
    passed: expected + flaky,
    failed: unexpected,
    skipped,
    flaky: suites.flatMap(findFlakyTitles),
  };
}

export interface TestRunOptions {
  readonly extra?: readonly string[];
  readonly env?: Program['env'];
  readonly echo?: boolean;
}

export function runVitest(
  projects: readonly string[],
  { extra = [], env = {}, echo = false }: TestRunOptions,
  signal: AbortSignal,
): Promise<CheckResult> {
  const reportPath = inRoot(`.local/reports/vitest-${projects.join('-')}.json`);
  const reporters = [`--reporter=${echo ? 'verbose' : 'default'}`, '--reporter=json'];
  const projectArgs = projects.flatMap((project) => ['--project', project]);
  const options = ['--passWithNoTests', ...reporters, `--outputFile.json=${reportPath}`];
  const args = ['run', ...options, ...projectArgs, ...extra];
  const program = { program: toBinPath('vitest'), args, env, echo };
  return runAndCountTests(program, reportPath, countVitest, signal);
}

/**
 * Tests that need no emulators. They may use both cores, because the static checks alongside run at
 * low priority.
 */
export const buildUnitCheck = (extra: readonly string[], signal: AbortSignal): Check => ({
  name: 'unit',
  run: () => {
    const args = ['--maxWorkers=2', '--retry=1', ...extra];
    return runVitest(['unit', 'tools', 'web', 'screens'], { extra: args }, signal);
  },
});

export function runPlaywright(
  project: string,
  { extra = [], env = {}, echo = false }: TestRunOptions,
  signal: AbortSignal,
): Promise<CheckResult> {
  const reportPath = inRoot(`.local/reports/playwright-${env['PORT_OFFSET'] ?? '0'}.json`);
  const options = ['--pass-with-no-tests', '--reporter=list,json', ...extra];
  const program = {
    program: toBinPath('playwright'),
    args: ['test', `--project=${project}`, ...options],
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: reportPath },
    echo,
  };
  return runAndCountTests(program, reportPath, countPlaywright, signal);
}
