import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runLogged } from '../system/childProcess';
import { inRoot } from '../system/root';
import { buildIfChanged, hashInputs } from './functions';

/** Silences Vite's advice about its configuration's format, which is irrelevant for a build. */
export const QUIET_VITE = { VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true' };

const BUILD_INPUTS = ['web', 'contracts/src', 'package-lock.json', 'tsconfig.base.json'];

/**
 * Builds the site into `folder`, unless nothing changed.
 * @param firebase JSON for `VITE_FIREBASE`
 * @param log path of the build's log
 * @param settings folder of the project's settings, relative to the root
 * @param lastRecord file with the record that the landing page shows until the live one arrives
 * @returns false if nothing changed
 * @throws CommandError with the log's last lines if Vite fails
 */
export function buildSite(
  folder: string,
  firebase: string,
  log: string,
  signal?: AbortSignal,
  settings = 'functions/env',
  lastRecord: string | null = null,
): Promise<boolean> {
  const env = {
    ...QUIET_VITE,
    VITE_FIREBASE: firebase,
    SETTINGS_FOLDER: inRoot(settings),
    NODE_ENV: 'production',
    ...(lastRecord !== null && { LAST_RECORD: inRoot(lastRecord) }),
  };
  const vite = join('node_modules', 'vite', 'bin', 'vite.js');
  return buildIfChanged(
    folder,
    hashInputs([...BUILD_INPUTS, settings, ...(lastRecord === null ? [] : [lastRecord])], env),
    () =>
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

export const readFirstLoadReport = (log: string): string =>
  readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('First-load JavaScript') || line.endsWith('× blank'))
    .join('\n');
