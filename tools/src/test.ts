import {
  addResults,
  type Check,
  type CheckResult,
  EMPTY_RESULT,
  runChecks,
  reportResult,
} from './checks/checks';
import { buildStaticChecks, buildUnitCheck } from './checks/runners';
import {
  needsSecondSuite,
  needsSite,
  needsSuite,
  type Plan,
  parseTestPlan,
  buildSuiteChecks,
} from './checks/suiteTests';
import {
  createLineProgress,
  createInterruptSignal,
  runCommand,
  CommandError,
} from './suite/command';
import { type Offset, readOffset, getSecondOffset, getSuitePaths } from './suite/ports';
import { claimRun, createRun, releaseRun } from './suite/runFile';
import { startSuite, type Suite } from './suite/suite';

const DEFAULT_OFFSET = 1000;
const MAX_PARALLEL = 2;

function claimSuite(offset: Offset): string {
  const { runFile } = getSuitePaths(offset);
  const runningSuite = claimRun(runFile, createRun(offset));
  if (!runningSuite) return runFile;
  throw new CommandError(
    `A suite is already running at PORT_OFFSET ${offset} (process ${runningSuite.pid}). Stop it, or choose another offset.`,
  );
}

function getOffsets(plan: Plan): Offset[] {
  const offset = readOffset(process.env['PORT_OFFSET'], DEFAULT_OFFSET);
  const second = needsSecondSuite(plan) ? getSecondOffset(offset) : undefined;
  if (!needsSuite(plan)) return [];
  return second === undefined ? [offset] : [offset, second];
}

/**
 * Counted only if they fail. The second suite isn't seeded here, because a process can seed only
 * one. Its journeys seed it instead.
 */
const buildSuiteStarts = (
  plan: Plan,
  offsets: readonly Offset[],
  signal: AbortSignal,
  started: Suite[],
): Check[] =>
  offsets.map((offset, index) => {
    const name = index === 0 ? 'suite' : 'second suite';
    const progress = createLineProgress(`  ${name}: `);
    const options = { scheduler: false, site: needsSite(plan), seeded: index === 0 };
    const run = async (): Promise<CheckResult> => {
      try {
        started.push(await startSuite({ offset, signal, progress, ...options }));
        return EMPTY_RESULT;
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        return { ...EMPTY_RESULT, failed: 1, output: error.message };
      }
    };
    return { name, run };
  });

async function runTests(plan: Plan, offsets: Offset[], signal: AbortSignal): Promise<CheckResult> {
  const suites: Suite[] = [];
  const unit = plan.parts.some((part) => part === 'unit' || part === 'check')
    ? [buildUnitCheck(plan.extra, signal)]
    : [];
  try {
    const [firstStart, ...laterStarts] = buildSuiteStarts(plan, offsets, signal, suites);
    const startResult = await runChecks(firstStart ? [firstStart] : [], 1);
    const unitResult = await runChecks([...unit, ...laterStarts], MAX_PARALLEL);
    const result = addResults(startResult, unitResult);
    if (suites.length < offsets.length) return result;
    return addResults(result, await runChecks(buildSuiteChecks(plan, offsets, signal), 1));
  } finally {
    await Promise.all(suites.map((suite) => suite.stop()));
  }
}

async function test(args: string[]): Promise<number> {
  const plan = parseTestPlan(args);
  const offsets = getOffsets(plan);
  const signal = createInterruptSignal();
  const runFiles: string[] = [];
  if (plan.scope === 'core')
    console.log('Running the core tests. `npm test -- --rest` runs the others.');
  try {
    for (const offset of offsets) runFiles.push(claimSuite(offset));
    // Emulators and browsers leave the CPU idle at times, so lint and types run alongside.
    const background = plan.parts.includes('check') ? buildStaticChecks(signal) : [];
    const runs = [runTests(plan, offsets, signal), runChecks(background, 2)] as const;
    const [tests, checks] = await Promise.all(runs);
    const total = addResults(tests, checks);
    return reportResult(total);
  } finally {
    runFiles.forEach(releaseRun);
  }
}

runCommand(test);
