import { summaryOf } from './checks/checks';
import { FORMS } from '../test/day/forms';
import { runVitest } from './checks/runners';
import { environmentAt } from './checks/suiteTests';
import { onInterrupt, runCommand, CommandError } from './suite/command';
import { buildRehearsed } from './suite/rehearsed';
import { onOwnSuite } from './suite/suite';

/** What makes a day shorter, smaller or slower. */
const GIVEN = ['HOURS', 'MEMBERS', 'BROWSERS', 'SPEED'];

const given = () => Object.entries(process.env).filter(([name]) => GIVEN.includes(name));

/**
 * Has a project that is deployed live through a trading day, by a clock that goes 24 times as fast: `npm run day`, which
 * takes an hour, or `npm run day -- short`, in minutes; `weekend`, `dst` and `month` jump over one. The variables HOURS,
 * MEMBERS, BROWSERS and SPEED change how long it is, who lives through it, and how fast.
 */
async function day([form = 'whole', ...rest]: string[]): Promise<number> {
  const settings = FORMS[form];
  if (!settings || rest.length > 0)
    throw new CommandError(`npm run day -- [${Object.keys(FORMS).join('|')}]`);
  const stopped = onInterrupt();
  const parts = { site: false, functions: false, seeded: false, inbox: false };
  const outcome = await onOwnSuite(
    stopped,
    async (offset) => {
      await buildRehearsed(offset, stopped);
      const env = { ...settings, ...Object.fromEntries(given()), ...environmentAt(offset) };
      const extra = ['--disable-console-intercept'];
      return runVitest(['day'], { extra, env, echo: true }, stopped);
    },
    parts,
  );
  console.log(summaryOf(outcome));
  return outcome.failed === 0 ? 0 : 1;
}

runCommand(day);
