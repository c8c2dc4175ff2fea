import { summaryOf } from './checks/outcome';
import { quickChecks } from './checks/quick';
import { runChecks } from './checks/runChecks';
import { onInterrupt } from './command/interrupt';
import { runCommand } from './command/runCommand';

const AT_ONCE = 2;
/** Nothing else runs beside the unit tests for long: they may have both cores of a small machine. */
const BOTH_CORES = ['--maxWorkers=2'];

/** The quick half of the tests: what needs no suite. */
async function check(): Promise<number> {
  const total = await runChecks(quickChecks(onInterrupt(), BOTH_CORES), AT_ONCE);
  console.log(summaryOf(total));
  return total.failed === 0 ? 0 : 1;
}

runCommand(check);
