import { reportResult } from './checks/checks';
import { FORMS } from '../test/soak/forms';
import { runVitest } from './checks/runners';
import { buildTestEnvironment } from './checks/suiteTests';
import { createInterruptSignal, runCommand, CommandError } from './suite/command';
import { buildRehearsedSite } from './suite/rehearsed';
import { withDedicatedSuite } from './suite/suite';

const OVERRIDE_VARIABLES = ['HOURS', 'MEMBERS', 'BROWSERS', 'SPEED'];

const readOverrides = () =>
  Object.entries(process.env).filter(([name]) => OVERRIDE_VARIABLES.includes(name));

/**
 * Runs the deployed build through a trading day at 24 times normal speed, which takes about an
 * hour. `short` takes minutes. `weekend`, `dst` and `month` skip ahead. HOURS, MEMBERS, BROWSERS
 * and SPEED override length, load and speed.
 */
async function testSoak([form = 'whole', ...rest]: string[]): Promise<number> {
  const settings = FORMS[form];
  if (!settings || rest.length > 0)
    throw new CommandError(`npm run test:soak -- [${Object.keys(FORMS).join('|')}]`);
  const signal = createInterruptSignal();
  const parts = { site: false, functions: false, seeded: false, inbox: false };
  const outcome = await withDedicatedSuite(
    signal,
    async (offset) => {
      await buildRehearsedSite(offset, signal);
      const env = {
        ...settings,
        ...Object.fromEntries(readOverrides()),
        ...buildTestEnvironment(offset),
      };
      const extra = ['--disable-console-intercept'];
      return runVitest(['soak'], { extra, env, echo: true }, signal);
    },
    parts,
  );
  return reportResult(outcome);
}

runCommand(testSoak);
