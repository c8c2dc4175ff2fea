import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runLogged } from '../system/childProcess';
import { inRoot } from '../system/root';
import { buildWhenChanged, hashOf } from './functions';

/** Vite's advice on how its configuration may be written is none for whoever builds. */
export const QUIET_VITE = { VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true' };

const INPUTS = ['web', 'contracts/src', 'package-lock.json', 'tsconfig.base.json'];

/**
 * Builds the site into `folder` with the Firebase configuration given as `VITE_FIREBASE`, output in a log. Nothing is
 * done when nothing has changed.
 * @param settings the folder, from the root, that holds the settings of its project
 * @throws Refusal with the last lines of the log when Vite fails
 */
export function buildSite(
  folder: string,
  firebase: string,
  log: string,
  signal?: AbortSignal,
  settings = 'functions/env',
): Promise<boolean> {
  const env = {
    ...QUIET_VITE,
    VITE_FIREBASE: firebase,
    SETTINGS_FOLDER: inRoot(settings),
    NODE_ENV: 'production',
  };
  const vite = join('node_modules', 'vite', 'bin', 'vite.js');
  return buildWhenChanged(folder, hashOf([...INPUTS, settings], env), () =>
    runLogged(
      'Building the site',
      {
        program: process.execPath,
        args: [inRoot(vite), 'build', '--outDir', folder, '--emptyOutDir'],
        cwd: inRoot('web'),
        env,
      },
      log,
      signal,
    ),
  );
}

/** What the build of this log said about the first-load JavaScript of each route in the budget file. */
export const firstLoadReport = (log: string): string =>
  readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('First-load JavaScript') || line.endsWith('× blank'))
    .join('\n');
