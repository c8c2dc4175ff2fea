import { reportResult } from './checks/checks';
import { runVitest } from './checks/runners';
import { buildTestEnvironment, buildTitlePattern } from './checks/suiteTests';
import { createInterruptSignal, runCommand } from './suite/command';
import { buildRehearsedSite } from './suite/rehearsed';
import { withDedicatedSuite } from './suite/suite';

/**
 * Tests the deployed build on a dedicated suite. Only Google's services are simulated.
 * Words filter by title: `npm run test:release -- a signal`.
 */
async function testRelease(words: string[]): Promise<number> {
  const signal = createInterruptSignal();
  const parts = { site: false, functions: false, seeded: false };
  const outcome = await withDedicatedSuite(
    signal,
    async (offset) => {
      await buildRehearsedSite(offset, signal);
      const extra = words.length > 0 ? ['-t', buildTitlePattern(words)] : [];
      return runVitest(
        ['release'],
        { extra, env: buildTestEnvironment(offset), echo: true },
        signal,
      );
    },
    parts,
  );
  return reportResult(outcome);
}

runCommand(testRelease);
