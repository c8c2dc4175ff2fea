import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import {
  validateController,
  DEMONSTRATION_CONTROLLER,
  parseController,
} from '@quantalgo/contracts/legal/controller';
import { findSettingProblems } from './build/deployChecks';
import { loadDeclarations, readProjectSettings } from './build/deployment';
import { buildFunctions } from './build/functions';
import { createProjectRun } from './deploy/cli';
import { createDeployContext } from './deploy/plan';
import { deployProject, findForeignParts } from './deploy/release';
import { type Canary, createProductionTarget, runSmokeTest } from './deploy/smoke';
import { runCommand, CommandError } from './suite/command';
import { inRoot } from './system/root';

const USAGE =
  'npm run deploy -- <project> [--yes] [--built] [--again] [--budget 100EUR] [--allow-paused] [--as ACCOUNT]';

const runGit = (...args: string[]): string =>
  execFileSync('git', args, { cwd: inRoot(), encoding: 'utf8' }).trim();

/** `--built` deploys the existing build. `--again` deploys even if this commit is live. */
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
  const settings = readProjectSettings(project);
  const address = settings['SITE_URL'] ?? '';
  const commit = runGit('rev-parse', 'HEAD');
  const built = { site: inRoot('web', 'dist'), functions: inRoot('functions', 'deploy') };
  const context = createDeployContext(createProjectRun(project), values.yes);
  if (!values.built) await buildFunctions(built.functions, {}, {});
  const options = {
    project,
    address,
    channels: {
      page: settings['ALERT_PAGE_CHANNEL'] ?? '',
      mail: settings['ALERT_MAIL_CHANNEL'] ?? '',
    },
    // The fallback is never deployed, because `problems` includes incomplete settings.
    retention:
      validateController(settings).length === 0
        ? parseController(settings)
        : DEMONSTRATION_CONTROLLER,
    budget: values.budget,
    code: { commit, isBuilt: values.built, again: values.again },
    functions: await loadDeclarations(built.functions),
    smoke: (site: { canary: Canary | null; bucket: string }) =>
      runSmokeTest(createProductionTarget({ project, site: address, ...site }), context.say),
    deployer: values.as ?? null,
    allowPaused: values['allow-paused'],
    problems: [
      ...findSettingProblems(settings),
      // A rollback builds from the commit, so it couldn't restore uncommitted changes.
      ...(runGit('status', '--porcelain') === ''
        ? []
        : ['There are uncommitted changes. Commit or stash them first.']),
      ...(values.built ? findForeignParts(project, commit, built) : []),
    ],
  };
  return deployProject(options, context);
}

runCommand(deploy);
