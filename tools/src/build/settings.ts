import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../system/root';

const ENDING = '.env';

/** Where the settings of a project are kept: `functions/env/<project>.env`. */
export const settingsFile = (project: string): string =>
  inRoot('functions', 'env', `${project}${ENDING}`);

/** Puts the settings of every project beside the built functions, where `firebase deploy` looks for them. */
export function copySettings(folder: string): void {
  const names = readdirSync(inRoot('functions', 'env')).filter((name) => name.endsWith(ENDING));
  for (const name of names) {
    const project = name.slice(0, -ENDING.length);
    copyFileSync(settingsFile(project), join(folder, `${ENDING}.${project}`));
  }
}
