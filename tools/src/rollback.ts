import { parseArgs } from 'node:util';
import { realRun } from './deploy/cli';
import { placeOf } from './deploy/plan';
import { rollBack } from './deploy/release';
import { Refusal, runCommand } from './suite/command';

/** Takes functions, site and rules of a project back by one version, or to the commit where a rollback stopped half-way. */
async function rollback(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { yes: { type: 'boolean', default: false }, to: { type: 'string' } },
  });
  const [project] = positionals;
  if (project === undefined || positionals.length > 1)
    throw new Refusal('npm run rollback -- <project> [--to <commit>] [--yes]');
  return rollBack(project, placeOf(realRun(project), values.yes), values.to);
}

runCommand(rollback);
