import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseEnv } from 'node:util';
import * as z from 'zod/mini';
import { declared, type Deployment, install } from '../../src/build/deployment';
import { SECRETS } from '../../src/build/functionChecks';
import {
  buildFunctions,
  buildWhenChanged,
  dotenv,
  hashOf,
  settingsFile,
} from '../../src/build/functions';
import { PROJECT } from '../../src/suite/ports';
import { inRoot } from '../../src/system/root';

/** The functions as they are deployed: installed, with their declarations, and with what each finds in its environment. */
export interface Artefact {
  readonly folder: string;
  readonly functions: Deployment['functions'];
  readonly settings: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
}

const configSchema = z.object({ functions: z.array(z.object({ ignore: z.array(z.string()) })) });

/** Copies what `firebase deploy` would upload, byte for byte, beside the packages of the time before. */
function upload(built: string, folder: string): void {
  const config: unknown = JSON.parse(readFileSync(inRoot('firebase.json'), 'utf8'));
  const left = configSchema.parse(config).functions.flatMap(({ ignore }) => ignore);
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder).filter((one) => one !== 'node_modules'))
    rmSync(join(folder, name), { recursive: true });
  const filter = (path: string) => path === built || !left.includes(basename(path));
  cpSync(built, folder, { recursive: true, filter });
}

/** A key of ours, as the deployment makes it. */
const newKey = () => randomBytes(48).toString('base64');

const textsSchema = z.record(z.string(), z.string());

const settingsIn = (path: string) => textsSchema.parse(parseEnv(readFileSync(path, 'utf8')));

/** The settings of a project as they go up: those of the example, filled in as for its site. */
function settingsOf(folder: string, given: Readonly<Record<string, string>>) {
  const own = settingsIn(inRoot('tools', 'test', 'rehearsal', 'env', `${PROJECT}.env`));
  const file = join(folder, '.env.rehearsal');
  writeFileSync(file, dotenv({ ...settingsIn(settingsFile('example')), ...own, ...given }));
  return settingsIn(file);
}

/** A secret of each name: keys of ours as the deployment makes them, but for what is given. */
function secretsOf(given: Readonly<Record<string, string>>): Record<string, string> {
  const pepper = `1:${newKey()}`;
  const keys = SECRETS.map((name) => [name, name === 'PASSWORD_PEPPER' ? pepper : newKey()]);
  return textsSchema.parse({ ...Object.fromEntries(keys), ...given });
}

/**
 * Builds the functions as `npm run build` does, and installs them from their own lockfile as the platform does; again only
 * where that has changed.
 * @param given the settings that differ from the example's, and the secrets that are no keys of ours
 */
export async function installArtefact(
  folder: string,
  given: { readonly settings: Record<string, string>; readonly secrets: Record<string, string> },
): Promise<Artefact> {
  const built = inRoot('functions', 'deploy');
  await buildFunctions(built, {}, {});
  upload(built, folder);
  const packages = hashOf([join('functions', 'deploy', 'package-lock.json')], process.version);
  await buildWhenChanged(join(folder, 'node_modules'), packages, () => install(folder));
  return {
    folder,
    functions: await declared(folder),
    settings: settingsOf(folder, given.settings),
    secrets: secretsOf(given.secrets),
  };
}
