import { reportResult } from './checks/checks';
import { runBrowserTests } from './checks/suiteTests';
import { createInterruptSignal, runCommand } from './suite/command';

/**
 * Counts what the main screens show at once, on a phone of 390 × 844 px.
 *
 * A figure is a number in the visible text of a page's `main`, with its sign, separators, decimals
 * and a time's colons. `51`, `55.6`, `1,204`, `13:05` and `−23` are one figure each. Units and
 * currencies don't count, and repeated text counts once. Rows of lists and tables, posts and chat
 * (`li`, `tbody`, `article`, `role=log`), collapsed content and text for screen readers don't count
 * either. `first` counts figures that begin in the first screen, `two` in the first two. Words and
 * height are the whole page's. Limits are in `web/e2e/pages/counts.ts`.
 *
 * Also measures every dashboard screen's layout shift on a first visit.
 *
 * Words filter by title: `npm run counts -- /dashboard/performance`.
 */
runCommand(async (words) => {
  const result = await runBrowserTests('counts', words, createInterruptSignal());
  return reportResult(result);
});
