import { formatSummary } from './checks/checks';
import { runBrowserTests } from './checks/suiteTests';
import { createInterruptSignal, runCommand } from './suite/command';

/**
 * Counts what the main screens tell at once, on a phone of 390 × 844 px.
 *
 * A figure is digits in the visible text of a page's `main`, with what belongs to the number: sign, thousands, decimals,
 * the colons of a time. `51`, `55.6`, `1,204`, `13:05`, `−23` are one figure each; unit and currency don't count. The same
 * text twice is one figure. Not counted: rows of lists and tables, posts and chat (`li`, `tbody`, `article`, `role=log`),
 * what is folded, and text for screen readers only. `first` are those that begin in the first screen, `two` in the first
 * two. Words and height are the whole page's.
 *
 * Limits are in `web/e2e/pages/counts.ts`. Words filter by title: `npm run counts -- /dashboard/performance`.
 */
runCommand(async (words) => {
  const result = await runBrowserTests('counts', words, createInterruptSignal());
  console.log(formatSummary(result));
  return result.failed === 0 ? 0 : 1;
});
