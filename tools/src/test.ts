import { add, type Check, NOTHING, type Outcome, summaryOf } from './checks/outcome';
import { needsSite, needsSuite, type Plan, planOf } from './checks/plan';
import { quickChecks } from './checks/quick';
import { runChecks } from './checks/runChecks';
import { suiteTests } from './checks/suiteTests';
import { runUnitTests } from './checks/vitest';
import { onInterrupt } from './command/interrupt';
import { linesWith } from './command/progress';
import { Refusal } from './command/refusal';
import { runCommand } from './command/runCommand';
import { suiteFolder } from './suite/folders';
import { type Offset, readOffset } from './suite/ports';
import { claimRun, ownRun, releaseRun } from './suite/runFile';
import { startSuite, type Suite } from './suite/suite';

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

function withoutSuite({ parts, extra }: Plan, signal: AbortSignal): Check[] {
  return [
    ...(parts.includes('check') ? quickChecks(signal) : []),
    ...(parts.includes('unit') ? [{ name: 'unit', run: () => runUnitTests(extra, signal) }] : []),
  ];
}

/** Starting the suite, as a check: it counts only when it fails. */
function suiteStart(
  plan: Plan,
  offset: Offset,
  signal: AbortSignal,
  keep: (suite: Suite) => unknown,
) {
  const options = { offset, signal, scheduler: false, site: needsSite(plan) };
  const run = async (): Promise<Outcome> => {
    try {
      keep(await startSuite({ ...options, progress: linesWith('  suite: ') }));
      return NOTHING;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { ...NOTHING, failed: 1, output: error.message };
    }
  };
  return { name: 'suite', run };
}

async function runAll(plan: Plan, offset: Offset, signal: AbortSignal): Promise<Outcome> {
  const suites: Suite[] = [];
  try {
    const start = suiteStart(plan, offset, signal, (suite) => suites.push(suite));
    const first = [...(needsSuite(plan) ? [start] : []), ...withoutSuite(plan, signal)];
    const checked = await runChecks(first, AT_ONCE);
    if (suites.length === 0) return checked;
    return add(checked, await runChecks(suiteTests(plan, offset, signal), 1));
  } finally {
    for (const suite of suites) await suite.stop();
  }
}

/** Runs all tests, or a part of them, on a suite of their own beside any other. */
async function test(args: string[]): Promise<number> {
  const plan = planOf(args);
  const offset = readOffset(process.env['PORT_OFFSET'], DEFAULT_OFFSET);
  const runFile = needsSuite(plan) ? claim(offset) : undefined;
  if (plan.partial) console.log(`A part of the tests: ${plan.parts.join(', ')}.`);
  try {
    const total = await runAll(plan, offset, onInterrupt());
    console.log(summaryOf(total));
    return total.failed === 0 ? 0 : 1;
  } finally {
    if (runFile !== undefined) releaseRun(runFile);
  }
}

runCommand(test);
