import { inBrowser } from './checks/suiteTests';
import { summaryOf } from './checks/checks';
import { onInterrupt, runCommand } from './suite/command';

/**
 * Opens every page in every role, at phone and desktop size, dark and light.
 * Words filter by title: `npm run walk -- /login dark`.
 */
runCommand(async (words) => {
  const result = await inBrowser('walk', words, onInterrupt());
  console.log(summaryOf(result));
  return result.failed === 0 ? 0 : 1;
});
