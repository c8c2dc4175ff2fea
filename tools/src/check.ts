import { runChecks, summaryOf } from './checks/checks';
import { staticChecks, unitTests } from './checks/runners';
import { onInterrupt, runCommand } from './suite/command';

const AT_ONCE = 2;

/** The quick half of the tests: what needs no suite. */
runCommand(async () => {
  const stopped = onInterrupt();
  const total = await runChecks([unitTests([], stopped), ...staticChecks(stopped)], AT_ONCE);
  console.log(summaryOf(total));
  return total.failed === 0 ? 0 : 1;
});
