import { runBrowserTests } from './checks/suiteTests';
import { reportResult } from './checks/checks';
import { createInterruptSignal, runCommand } from './suite/command';

/**
 * Opens every page in every role, at phone and desktop size, dark and light.
 * Words filter by title: `npm run test:pages -- /login dark`.
 */
runCommand(async (words) => {
  const result = await runBrowserTests('pages', words, createInterruptSignal());
  return reportResult(result);
});
