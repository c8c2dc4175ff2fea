import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { readProjectSettings } from './build/deployment';
import { buildFunctions, writeSettings } from './build/functions';
import { fetchLastRecord } from './build/lastRecord';
import { buildSite, readFirstLoadReport } from './build/site';
import { runCommand, createNumberedProgress, CommandError } from './suite/command';
import {
  buildFunctionParameters,
  buildFunctionSecrets,
  buildWebFirebaseConfig,
} from './suite/environment';
import { getPorts } from './suite/ports';
import { inRoot } from './system/root';

function readTarget(isLocal: boolean) {
  const ports = getPorts(0);
  if (isLocal)
    return {
      firebase: buildWebFirebaseConfig(ports),
      parameters: buildFunctionParameters(ports),
      secrets: buildFunctionSecrets(ports),
    };
  const firebase = process.env['VITE_FIREBASE'] ?? '';
  if (firebase === '') {
    throw new CommandError(
      'VITE_FIREBASE is not set. Set it to the target project’s Firebase configuration, as JSON.\n' +
        'To build for `firebase emulators:start` instead, run npm run build -- --local\n' +
        'To see only the route sizes, run npm start, which writes them to .local/0/logs/site.log.',
    );
  }
  return { firebase, parameters: {}, secrets: {} };
}

const firebaseSchema = z.object({ projectId: z.string() });

/** If settings are missing, the site's build fails and names them. */
function readSiteUrl(firebase: string): string {
  const { projectId } = firebaseSchema.parse(JSON.parse(firebase));
  return readProjectSettings(projectId)['SITE_URL'] ?? '';
}

/**
 * Builds the files that `firebase deploy` uploads. `--local` builds for `firebase emulators:start`.
 */
async function build(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { local: { type: 'boolean', default: false } } });
  const { firebase, parameters, secrets } = readTarget(values.local);
  const progress = createNumberedProgress(2);
  const functions = buildFunctions(inRoot('functions', 'deploy'), parameters, secrets);
  await progress.step('Building the functions', functions);
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: inRoot(), encoding: 'utf8' });
  writeSettings(inRoot('functions', 'deploy'), commit.trim());
  const log = inRoot('.local', 'build', 'site.log');
  const lastRecord = values.local ? null : await fetchLastRecord(readSiteUrl(firebase));
  const site = buildSite(inRoot('web', 'dist'), firebase, log, undefined, undefined, lastRecord);
  await progress.step('Building the site', site);
  console.log(readFirstLoadReport(log));
  return 0;
}

runCommand(build);
