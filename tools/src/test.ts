import { add, type Check, type CheckResult, NOTHING, runChecks, summaryOf } from './checks/checks';
import { staticChecks, unitTests } from './checks/runners';
import {
  needsSecond,
  needsSite,
  needsSuite,
  type Plan,
  planOf,
  suiteTests,
} from './checks/suiteTests';
import { linesWith, onInterrupt, runCommand, CommandError } from './suite/command';
import { type Offset, readOffset, secondOf, suiteFolder } from './suite/ports';
import { claimRun, ownRun, releaseRun } from './suite/runFile';
import { startSuite, type Suite } from './suite/suite';

const DEFAULT_OFFSET = 1000;
const MAX_PARALLEL = 2;

function claimSuite(offset: Offset): string {
  const { runFile } = suiteFolder(offset);
  const other = claimRun(runFile, ownRun(offset));
  if (!other) return runFile;
  throw new CommandError(
    `A suite already runs at PORT_OFFSET ${offset} (process ${other.pid}): end it, or choose another offset.`,
  );
}

function getOffsets(plan: Plan): Offset[] {
  const offset = readOffset(process.env['PORT_OFFSET'], DEFAULT_OFFSET);
  const second = needsSecond(plan) ? secondOf(offset) : undefined;
  if (!needsSuite(plan)) return [];
  return second === undefined ? [offset] : [offset, second];
}

/**
 * Counted only if they fail. The second suite isn't seeded: a process can seed only one, and its
 * journeys do that.
 */
const buildSuiteStarts = (
  plan: Plan,
  offsets: readonly Offset[],
  signal: AbortSignal,
  started: Suite[],
): Check[] =>
  offsets.map((offset, index) => {
    const name = index === 0 ? 'suite' : 'second suite';
    const progress = linesWith(`  ${name}: `);
    const options = { scheduler: false, site: needsSite(plan), seeded: index === 0 };
    const run = async (): Promise<CheckResult> => {
      try {
        started.push(await startSuite({ offset, signal, progress, ...options }));
        return NOTHING;
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        return { ...NOTHING, failed: 1, output: error.message };
      }
    };
    return { name, run };
  });

async function runTests(plan: Plan, offsets: Offset[], signal: AbortSignal): Promise<CheckResult> {
  const suites: Suite[] = [];
  const unit = plan.parts.some((part) => part === 'unit' || part === 'check')
    ? [unitTests(plan.extra, signal)]
    : [];
  try {
    const [first, ...later] = buildSuiteStarts(plan, offsets, signal, suites);
    const startResult = await runChecks(first ? [first] : [], 1);
    const before = add(startResult, await runChecks([...unit, ...later], MAX_PARALLEL));
    if (suites.length < offsets.length) return before;
    return add(before, await runChecks(suiteTests(plan, offsets, signal), 1));
  } finally {
    await Promise.all(suites.map((suite) => suite.stop()));
  }
}

async function test(args: string[]): Promise<number> {
  const plan = planOf(args);
  const offsets = getOffsets(plan);
  const signal = onInterrupt();
  const runFiles: string[] = [];
  if (plan.partial) console.log(`A part of the tests: ${plan.parts.join(', ')}.`);
  try {
    for (const offset of offsets) runFiles.push(claimSuite(offset));
    // Emulators and browsers leave the CPU idle now and then: lint and types run in the gaps.
    const background = plan.parts.includes('check') ? staticChecks(signal) : [];
    const both = [runTests(plan, offsets, signal), runChecks(background, 2)] as const;
    const [tests, checks] = await Promise.all(both);
    const total = add(tests, checks);
    console.log(summaryOf(total));
    return total.failed === 0 ? 0 : 1;
  } finally {
    runFiles.forEach(releaseRun);
  }
}

runCommand(test);
