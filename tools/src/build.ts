import { execFileSync } from 'node:child_process';
import { buildFunctions, writeSettings } from './build/functions';
import { buildSite, firstLoadReport } from './build/site';
import { runCommand, stepsOf, CommandError } from './suite/command';
import { inRoot } from './system/root';

/** Builds the uploads of `firebase deploy`: functions/deploy and web/dist. */
async function build(): Promise<number> {
  const firebase = process.env['VITE_FIREBASE'] ?? '';
  if (firebase === '') {
    throw new CommandError(
      'VITE_FIREBASE is not set: it is the Firebase configuration of the project to deploy to, as JSON.\n' +
        'What routes weigh is told without a project, too: `npm start` writes it to .local/0/logs/site.log.',
    );
  }
  const progress = stepsOf(2);
  const functions = buildFunctions(inRoot('functions', 'deploy'), {}, {});
  await progress.step('Building the functions', functions);
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: inRoot(), encoding: 'utf8' });
  writeSettings(inRoot('functions', 'deploy'), commit.trim());
  const log = inRoot('.local', 'build', 'site.log');
  await progress.step('Building the site', buildSite(inRoot('web', 'dist'), firebase, log));
  console.log(firstLoadReport(log));
  return 0;
}

runCommand(build);
