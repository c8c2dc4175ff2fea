import { summaryOf } from './checks/outcome';
import { runChecks } from './checks/runChecks';
import { staticChecks } from './checks/staticChecks';
import { unitTests } from './checks/vitest';
import { onInterrupt } from './command/interrupt';
import { runCommand } from './command/runCommand';

const AT_ONCE = 2;

/** The quick half of the tests: what needs no suite. */
async function check(): Promise<number> {
  const stopped = onInterrupt();
  const total = await runChecks([unitTests([], stopped), ...staticChecks(stopped)], AT_ONCE);
  console.log(summaryOf(total));
  return total.failed === 0 ? 0 : 1;
}

runCommand(check);
