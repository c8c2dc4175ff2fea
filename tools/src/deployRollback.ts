import { parseArgs } from 'node:util';
import { createProjectRun } from './deploy/cli';
import { createDeployContext } from './deploy/plan';
import { rollBack } from './deploy/rollback';
import { runCommand, CommandError } from './suite/command';

/**
 * Rolls functions, site and rules back by one version, or resumes an interrupted rollback with
 * `--to`.
 */
async function deployRollback(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { yes: { type: 'boolean', default: false }, to: { type: 'string' } },
  });
  const [project] = positionals;
  if (project === undefined || positionals.length > 1)
    throw new CommandError('npm run deploy:rollback -- <project> [--to <commit>] [--yes]');
  return rollBack(project, createDeployContext(createProjectRun(project), values.yes), values.to);
}

runCommand(deployRollback);
