import { summaryOf } from './checks/checks';
import { runVitest } from './checks/runners';
import { environmentAt, patternOf } from './checks/suiteTests';
import { onInterrupt, runCommand } from './suite/command';
import { buildRehearsed } from './suite/rehearsed';
import { onOwnSuite } from './suite/suite';

/**
 * Runs the deployment's build on a dedicated suite that only simulates Google's services.
 * Words filter by title: `npm run rehearse -- a signal`.
 */
async function rehearse(words: string[]): Promise<number> {
  const signal = onInterrupt();
  const parts = { site: false, functions: false, seeded: false };
  const outcome = await onOwnSuite(
    signal,
    async (offset) => {
      await buildRehearsed(offset, signal);
      const extra = words.length > 0 ? ['-t', patternOf(words)] : [];
      return runVitest(['rehearsal'], { extra, env: environmentAt(offset), echo: true }, signal);
    },
    parts,
  );
  console.log(summaryOf(outcome));
  return outcome.failed === 0 ? 0 : 1;
}

runCommand(rehearse);
