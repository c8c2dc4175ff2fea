import { inBrowser } from './checks/suiteTests';
import { summaryOf } from './checks/checks';
import { onInterrupt, runCommand } from './suite/command';

/**
 * Opens everything that can be opened, in every role, at phone and desktop size, dark and light; or only the cases
 * whose titles contain all the given words: `npm run walk -- /login dark`.
 */
runCommand(async (words) => {
  const found = await inBrowser('walk', words, onInterrupt());
  console.log(summaryOf(found));
  return found.failed === 0 ? 0 : 1;
});
