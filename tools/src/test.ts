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
const AT_ONCE = 2;

function claim(offset: Offset): string {
  const { runFile } = suiteFolder(offset);
  const other = claimRun(runFile, ownRun(offset));
  if (!other) return runFile;
  throw new CommandError(
    `A suite already runs at PORT_OFFSET ${offset} (process ${other.pid}): end it, or choose another offset.`,
  );
}

/** The offsets of the suites that the plan needs. */
function offsetsOf(plan: Plan): Offset[] {
  const offset = readOffset(process.env['PORT_OFFSET'], DEFAULT_OFFSET);
  const second = needsSecond(plan) ? secondOf(offset) : undefined;
  if (!needsSuite(plan)) return [];
  return second === undefined ? [offset] : [offset, second];
}

/** Starts of suites, as checks that count only if they fail. A process can seed only one; journeys seed the second. */
const suiteStarts = (
  plan: Plan,
  offsets: readonly Offset[],
  signal: AbortSignal,
  started: Suite[],
): Check[] =>
  offsets.map((offset, index) => {
    const name = index === 0 ? 'suite' : 'second suite';
    const progress = linesWith(`  ${name}: `);
    const wanted = { scheduler: false, site: needsSite(plan), seeded: index === 0 };
    const run = async (): Promise<CheckResult> => {
      try {
        started.push(await startSuite({ offset, signal, progress, ...wanted }));
        return NOTHING;
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        return { ...NOTHING, failed: 1, output: error.message };
      }
    };
    return { name, run };
  });

/** Runs the tests on dedicated suites: starts the first before the unit tests, the second in parallel with them. */
async function runTests(plan: Plan, offsets: Offset[], signal: AbortSignal): Promise<CheckResult> {
  const suites: Suite[] = [];
  const unit = plan.parts.some((part) => part === 'unit' || part === 'check')
    ? [unitTests(plan.extra, signal)]
    : [];
  try {
    const [first, ...later] = suiteStarts(plan, offsets, signal, suites);
    const started = await runChecks(first ? [first] : [], 1);
    const before = add(started, await runChecks([...unit, ...later], AT_ONCE));
    if (suites.length < offsets.length) return before;
    return add(before, await runChecks(suiteTests(plan, offsets, signal), 1));
  } finally {
    await Promise.all(suites.map((suite) => suite.stop()));
  }
}

/** Runs all tests, or a part of them, on a dedicated suite, without disturbing others that run. */
async function test(args: string[]): Promise<number> {
  const plan = planOf(args);
  const offsets = offsetsOf(plan);
  const signal = onInterrupt();
  const runFiles: string[] = [];
  if (plan.partial) console.log(`A part of the tests: ${plan.parts.join(', ')}.`);
  try {
    for (const offset of offsets) runFiles.push(claim(offset));
    // Emulators and browsers leave the processor idle now and then: lint and types run in the gaps.
    const aside = plan.parts.includes('check') ? staticChecks(signal) : [];
    const both = [runTests(plan, offsets, signal), runChecks(aside, 2)] as const;
    const [tests, checks] = await Promise.all(both);
    const total = add(tests, checks);
    console.log(summaryOf(total));
    return total.failed === 0 ? 0 : 1;
  } finally {
    runFiles.forEach(releaseRun);
  }
}

runCommand(test);
