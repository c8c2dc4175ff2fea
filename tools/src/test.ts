import { add, type Check, NOTHING, type Outcome, summaryOf } from './checks/outcome';
import { needsSecond, needsSite, needsSuite, type Plan, planOf } from './checks/plan';
import { runChecks } from './checks/runChecks';
import { staticChecks } from './checks/staticChecks';
import { suiteTests } from './checks/suiteTests';
import { unitTests } from './checks/vitest';
import { onInterrupt } from './command/interrupt';
import { linesWith } from './command/progress';
import { Refusal } from './command/refusal';
import { runCommand } from './command/runCommand';
import { suiteFolder } from './suite/folders';
import { type Offset, readOffset, secondOf } from './suite/ports';
import { claimRun, ownRun, releaseRun } from './suite/runFile';
import { startSuite, type Suite, type SuiteOptions } from './suite/suite';

const DEFAULT_OFFSET = 1000;
const AT_ONCE = 2;

function claim(offset: Offset): string {
  const { runFile } = suiteFolder(offset);
  const other = claimRun(runFile, ownRun(offset));
  if (other) {
    throw new Refusal(
      `A suite already runs at PORT_OFFSET ${offset} (process ${other.pid}): end it, or choose another offset.`,
    );
  }
  return runFile;
}

/** What needs no suite and takes its time: the unit tests, where the plan has them. */
function unitTestsOf({ parts, extra }: Plan, signal: AbortSignal): Check[] {
  if (parts.includes('unit')) return [unitTests(extra, signal)];
  return parts.includes('check') ? [unitTests([], signal)] : [];
}

/** The suites that the plan needs. */
function offsetsOf(plan: Plan, offset: Offset): Offset[] {
  const second = needsSecond(plan) ? secondOf(offset) : undefined;
  if (!needsSuite(plan)) return [];
  return second === undefined ? [offset] : [offset, second];
}

/** Starting a suite, as a check: it counts only when it fails. */
function suiteStart(name: string, options: SuiteOptions, keep: (suite: Suite) => unknown): Check {
  const run = async (): Promise<Outcome> => {
    try {
      keep(await startSuite(options));
      return NOTHING;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { ...NOTHING, failed: 1, output: error.message };
    }
  };
  return { name, run };
}

/** The tests, on suites of their own: the first is started before the unit tests and the second beside them. */
async function runTests(plan: Plan, offsets: Offset[], signal: AbortSignal): Promise<Outcome> {
  const suites: Suite[] = [];
  try {
    const [first, ...later] = offsets.map((offset, index) => {
      const name = index === 0 ? 'suite' : 'second suite';
      const progress = linesWith(`  ${name}: `);
      // One process can seed one suite at a time: the journeys fill the second one.
      const seeded = index === 0;
      const options = { offset, signal, scheduler: false, site: needsSite(plan), seeded, progress };
      return suiteStart(name, options, (suite) => suites.push(suite));
    });
    const started = await runChecks(first ? [first] : [], 1);
    const beside = await runChecks([...unitTestsOf(plan, signal), ...later], AT_ONCE);
    const before = add(started, beside);
    if (suites.length < offsets.length) return before;
    return add(before, await runChecks(suiteTests(plan, offsets, signal), 1));
  } finally {
    await Promise.all(suites.map((suite) => suite.stop()));
  }
}

/** The tests wait for emulators and browsers now and then: lint and types have what they leave of the machine. */
async function runAll(plan: Plan, offsets: Offset[], signal: AbortSignal): Promise<Outcome> {
  const aside = plan.parts.includes('check') ? staticChecks(signal) : [];
  const [tests, checks] = await Promise.all([runTests(plan, offsets, signal), runChecks(aside, 1)]);
  return add(tests, checks);
}

/** Runs all tests, or a part of them, on a suite of their own beside any other. */
async function test(args: string[]): Promise<number> {
  const plan = planOf(args);
  const offsets = offsetsOf(plan, readOffset(process.env['PORT_OFFSET'], DEFAULT_OFFSET));
  const runFiles: string[] = [];
  if (plan.partial) console.log(`A part of the tests: ${plan.parts.join(', ')}.`);
  try {
    for (const offset of offsets) runFiles.push(claim(offset));
    const total = await runAll(plan, offsets, onInterrupt());
    console.log(summaryOf(total));
    return total.failed === 0 ? 0 : 1;
  } finally {
    runFiles.forEach(releaseRun);
  }
}

runCommand(test);
