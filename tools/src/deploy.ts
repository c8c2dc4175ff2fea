import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import {
  controllerProblems,
  DEMONSTRATION_CONTROLLER,
  parseController,
} from '@quantalgo/contracts/legal/controller';
import { settingProblems } from './build/deployChecks';
import { declared, settingsOf } from './build/deployment';
import { buildFunctions } from './build/functions';
import { realRun } from './deploy/cli';
import { placeOf } from './deploy/plan';
import { deployTo, foreignParts } from './deploy/release';
import { type Canary, productionPlace, smokeTest } from './deploy/smoke';
import { runCommand, CommandError } from './suite/command';
import { inRoot } from './system/root';

const USAGE =
  'npm run deploy -- <project> [--yes] [--built] [--again] [--budget 100EUR] [--allow-paused] [--as ACCOUNT]';

const runGit = (...args: string[]): string =>
  execFileSync('git', args, { cwd: inRoot(), encoding: 'utf8' }).trim();

/** `--built` deploys the existing build, `--again` deploys even if this commit is live. */
async function deploy(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      yes: { type: 'boolean', default: false },
      built: { type: 'boolean', default: false },
      again: { type: 'boolean', default: false },
      as: { type: 'string' },
      'allow-paused': { type: 'boolean', default: false },
      budget: { type: 'string' },
    },
  });
  const [project] = positionals;
  if (project === undefined || positionals.length > 1) throw new CommandError(USAGE);
  const settings = settingsOf(project);
  const address = settings['SITE_URL'] ?? '';
  const commit = runGit('rev-parse', 'HEAD');
  const built = { site: inRoot('web', 'dist'), functions: inRoot('functions', 'deploy') };
  const place = placeOf(realRun(project), values.yes);
  if (!values.built) await buildFunctions(built.functions, {}, {});
  const options = {
    project,
    address,
    channels: {
      page: settings['ALERT_PAGE_CHANNEL'] ?? '',
      mail: settings['ALERT_MAIL_CHANNEL'] ?? '',
    },
    // Incomplete settings are among the problems.
    retention:
      controllerProblems(settings).length === 0
        ? parseController(settings)
        : DEMONSTRATION_CONTROLLER,
    budget: values.budget,
    code: { commit, isBuilt: values.built, again: values.again },
    functions: await declared(built.functions),
    smoke: (site: { canary: Canary | null; bucket: string }) =>
      smokeTest(productionPlace({ project, site: address, ...site }), place.say),
    deployer: values.as ?? null,
    allowPaused: values['allow-paused'],
    problems: [
      ...settingProblems(settings),
      // A rollback builds from the commit, so uncommitted changes couldn't be restored.
      ...(runGit('status', '--porcelain') === ''
        ? []
        : ['There are changes in no commit: git commit']),
      ...(values.built ? foreignParts(project, commit, built) : []),
    ],
  };
  return deployTo(options, place);
}

runCommand(deploy);
