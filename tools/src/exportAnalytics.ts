import { parseArgs } from 'node:util';
import { exportAnalytics } from './deploy/analytics';
import { createProjectRun } from './deploy/cli';
import { createDeployContext } from './deploy/plan';
import { CommandError, runCommand } from './suite/command';

async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { yes: { type: 'boolean', default: false } },
  });
  const [project] = positionals;
  if (project === undefined || positionals.length > 1)
    throw new CommandError('npm run export-analytics -- <project> [--yes]');
  return exportAnalytics(
    project,
    createDeployContext(createProjectRun(project), values.yes),
    Date.now(),
  );
}

runCommand(run);
