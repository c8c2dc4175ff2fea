import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseEnv } from 'node:util';
import * as z from 'zod/mini';
import { loadDeclarations, type Deployment, installFunctions } from '../../src/build/deployment';
import { SECRETS } from '../../src/build/functionChecks';
import {
  buildFunctions,
  buildIfChanged,
  formatDotenv,
  hashInputs,
  getSettingsPath,
} from '../../src/build/functions';
import { PROJECT } from '../../src/suite/ports';
import { inRoot } from '../../src/system/root';

/** The functions as deployed: installed, with their declarations and environment. */
export interface Artefact {
  readonly folder: string;
  readonly functions: Deployment['functions'];
  readonly settings: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
}

const configSchema = z.object({ functions: z.array(z.object({ ignore: z.array(z.string()) })) });

/** Copies what `firebase deploy` would upload, beside the previous packages. */
function upload(built: string, folder: string): void {
  const config: unknown = JSON.parse(readFileSync(inRoot('firebase.json'), 'utf8'));
  const ignored = configSchema.parse(config).functions.flatMap(({ ignore }) => ignore);
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder).filter((one) => one !== 'node_modules'))
    rmSync(join(folder, name), { recursive: true });
  const filter = (path: string) => path === built || !ignored.includes(basename(path));
  cpSync(built, folder, { recursive: true, filter });
}

const createKey = () => randomBytes(48).toString('base64');

const textsSchema = z.record(z.string(), z.string());

const readSettings = (path: string) => textsSchema.parse(parseEnv(readFileSync(path, 'utf8')));

function buildSettings(folder: string, overrides: Readonly<Record<string, string>>) {
  const projectSettings = readSettings(inRoot('tools', 'test', 'release', 'env', `${PROJECT}.env`));
  const file = join(folder, '.env.rehearsal');
  writeFileSync(
    file,
    formatDotenv({ ...readSettings(getSettingsPath('example')), ...projectSettings, ...overrides }),
  );
  return readSettings(file);
}

/** Random keys, except for the overrides. */
function buildSecrets(overrides: Readonly<Record<string, string>>): Record<string, string> {
  const pepper = `1:${createKey()}`;
  const keys = SECRETS.map((name) => [name, name === 'PASSWORD_PEPPER' ? pepper : createKey()]);
  return textsSchema.parse({ ...Object.fromEntries(keys), ...overrides });
}

/**
 * Builds the functions like `npm run build`, and installs them from their own lockfile like the
 * platform, if that has changed.
 * @param overrides settings that differ from the example's, and secrets that aren't random keys
 */
export async function installArtefact(
  folder: string,
  overrides: {
    readonly settings: Record<string, string>;
    readonly secrets: Record<string, string>;
  },
): Promise<Artefact> {
  const built = inRoot('functions', 'deploy');
  await buildFunctions(built, {}, {});
  upload(built, folder);
  const packages = hashInputs([join('functions', 'deploy', 'package-lock.json')], process.version);
  await buildIfChanged(join(folder, 'node_modules'), packages, () => installFunctions(folder));
  return {
    folder,
    functions: await loadDeclarations(folder),
    settings: buildSettings(folder, overrides.settings),
    secrets: buildSecrets(overrides.secrets),
  };
}
