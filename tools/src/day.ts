import { summaryOf } from './checks/checks';
import { FORMS } from '../test/day/forms';
import { runVitest } from './checks/runners';
import { environmentAt } from './checks/suiteTests';
import { onInterrupt, runCommand, CommandError } from './suite/command';
import { buildRehearsed } from './suite/rehearsed';
import { onOwnSuite } from './suite/suite';

const OVERRIDES = ['HOURS', 'MEMBERS', 'BROWSERS', 'SPEED'];

const readOverrides = () =>
  Object.entries(process.env).filter(([name]) => OVERRIDES.includes(name));

/**
 * Runs the deployed build through a trading day at 24 times the speed, which takes about an hour.
 * `short` takes minutes; `weekend`, `dst` and `month` skip ahead. HOURS, MEMBERS, BROWSERS and
 * SPEED override length, load and speed.
 */
async function day([form = 'whole', ...rest]: string[]): Promise<number> {
  const settings = FORMS[form];
  if (!settings || rest.length > 0)
    throw new CommandError(`npm run day -- [${Object.keys(FORMS).join('|')}]`);
  const signal = onInterrupt();
  const parts = { site: false, functions: false, seeded: false, inbox: false };
  const outcome = await onOwnSuite(
    signal,
    async (offset) => {
      await buildRehearsed(offset, signal);
      const env = { ...settings, ...Object.fromEntries(readOverrides()), ...environmentAt(offset) };
      const extra = ['--disable-console-intercept'];
      return runVitest(['day'], { extra, env, echo: true }, signal);
    },
    parts,
  );
  console.log(summaryOf(outcome));
  return outcome.failed === 0 ? 0 : 1;
}

runCommand(day);
