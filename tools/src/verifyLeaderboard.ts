import { parseArgs } from 'node:util';
import { runCommand, CommandError } from './suite/command';
import { getSuiteAddresses } from './suite/environment';
import { requireRunning } from './suite/runFile';
import { checkPublished } from './checks/publishedRow';

const USAGE = 'npm run verify-leaderboard -- --row <id> [--site https://the.site]';

const getLocalSite = (): string =>
  getSuiteAddresses(requireRunning('. To check another site, use --site').ports).site;

async function verifyLeaderboard(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { row: { type: 'string' }, site: { type: 'string' } },
  });
  if (values.row === undefined) throw new CommandError(USAGE);
  const { lines, isSame } = await checkPublished(values.site ?? getLocalSite(), values.row);
  for (const line of lines) console.log(line);
  return isSame ? 0 : 1;
}

runCommand(verifyLeaderboard);
