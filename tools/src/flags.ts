import { STRATEGIES } from '@quantalgo/functions/domain/signals/strategies/registry';
import { getDisabledNames, readFlags, setFlag } from '@quantalgo/functions/platform/core/flags';
import { openProjectOrSuite } from './suite/project';
import { runCommand, CommandError } from './suite/command';

const FLAG_NAMES = ['push', 'sign-up', 'approve-matches', ...STRATEGIES.map(({ id }) => id)];
const USAGE = `npm run flags -- [${FLAG_NAMES.join('|')} on|off] [<project>]`;

/**
 * Turns push, sign-up, automatic approval or a strategy on or off without a deployment. Without
 * arguments, lists what is off.
 */
async function flags(args: string[]): Promise<number> {
  const [name, state] = args;
  const isChange = name !== undefined && FLAG_NAMES.includes(name);
  if (isChange ? state !== 'on' && state !== 'off' : args.length > 1) throw new CommandError(USAGE);
  const { name: place, project } = openProjectOrSuite(isChange ? args[2] : name);
  try {
    const on = state === 'on';
    if (isChange)
      await setFlag(project.database, { name, on, by: 'command line', now: Date.now() });
    const off = getDisabledNames(await readFlags(project.database));
    console.log(`Off on ${place}: ${off.length === 0 ? 'nothing' : off.join(', ')}.`);
    return 0;
  } finally {
    await project.close();
  }
}

runCommand(flags);
