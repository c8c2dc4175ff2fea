import { summaryOf } from './checks/checks';
import { runVitest } from './checks/runners';
import { environmentAt, patternOf } from './checks/suiteTests';
import { onInterrupt, runCommand } from './suite/command';
import { buildRehearsed } from './suite/rehearsed';
import { onOwnSuite } from './suite/suite';

/**
 * Runs the build of a deployment as it is deployed, on a dedicated suite that only simulates Google's services; all
 * scenes, or those whose titles contain all the given words: `npm run rehearse -- a signal`.
 */
async function rehearse(words: string[]): Promise<number> {
  const stopped = onInterrupt();
  const parts = { site: false, functions: false, seeded: false };
  const outcome = await onOwnSuite(
    stopped,
    async (offset) => {
      await buildRehearsed(offset, stopped);
      const extra = words.length > 0 ? ['-t', patternOf(words)] : [];
      return runVitest(['rehearsal'], { extra, env: environmentAt(offset), echo: true }, stopped);
    },
    parts,
  );
  console.log(summaryOf(outcome));
  return outcome.failed === 0 ? 0 : 1;
}

runCommand(rehearse);
