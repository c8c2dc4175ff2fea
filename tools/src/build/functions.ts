import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { build, type BuildOptions, type Metafile } from 'esbuild';
import * as z from 'zod/mini';
import { Refusal } from '../suite/command';
import { inRoot } from '../system/root';
import { buildWhenChanged, hashOf } from './inputs';
import { lockfileFor } from './lockfile';

const WORKSPACE = '@quantalgo/';
const INPUTS = [
  'functions/src',
  'functions/package.json',
  'contracts/src',
  'package-lock.json',
  'tools/src/build/functions.ts',
  'tools/src/build/lockfile.ts',
];
const RUNTIME_NODE = '22';
const SETTINGS = '.env';

const manifestSchema = z.object({ dependencies: z.record(z.string(), z.string()) });

/** Dependencies that the deployed functions install: those of functions/package.json without the workspaces. */
function runtimeDependencies(): Record<string, string> {
  const text = readFileSync(inRoot('functions', 'package.json'), 'utf8');
  const { dependencies } = manifestSchema.parse(JSON.parse(text));
  const entries = Object.entries(dependencies);
  return Object.fromEntries(entries.filter(([name]) => !name.startsWith(WORKSPACE)));
}

/** How the functions are bundled: their packages stay outside. */
const bundling = (entry: string, outfile: string) =>
  ({
    absWorkingDir: inRoot(),
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: Object.keys(runtimeDependencies()),
  }) satisfies BuildOptions;

/**
 * Bundles a program of the tools as the functions are deployed. Compiled file by file, every function that is made while
 * it runs would be given its name, which can take as long as the work.
 * @param entry its file, from the root
 * @returns the bundle, which goes when this process ends
 */
export async function bundled(entry: string): Promise<string> {
  const folder = inRoot('.cache', 'bundled');
  const outfile = `${folder}/${process.pid}-${entry.replaceAll('/', '-')}.mjs`;
  mkdirSync(folder, { recursive: true });
  process.on('exit', () => rmSync(outfile, { force: true }));
  await build({ ...bundling(entry, outfile), logLevel: 'error' });
  return outfile;
}

function refuseUndeclared(metafile: Metafile): void {
  const found = Object.keys(metafile.inputs).find((file) => file.includes('node_modules/'));
  if (found !== undefined)
    throw new Refusal(`functions/package.json does not name the package of ${found}.`);
}

async function bundle(folder: string): Promise<void> {
  const { metafile } = await build({
    ...bundling('functions/src/index.ts', join(folder, 'index.js')),
    sourcemap: 'linked',
    metafile: true,
    logLevel: 'silent',
  });
  refuseUndeclared(metafile);
  const manifest = {
    name: 'quantalgo-functions',
    private: true,
    type: 'module',
    main: 'index.js',
    engines: { node: RUNTIME_NODE },
    dependencies: runtimeDependencies(),
  };
  const repository: unknown = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
  const write = (name: string, content: object) =>
    writeFileSync(join(folder, name), `${JSON.stringify(content, null, 2)}\n`);
  write('package.json', manifest);
  write('package-lock.json', lockfileFor(repository, 'functions', manifest));
}

/** The text of a `.env` file as firebase-tools reads it. Values may hold any characters. */
export function dotenv(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}\n`)
    .join('');
}

/**
 * Bundles the functions into a folder that can be deployed; `parameters` become its `.env.local` and `secrets` its
 * `.secret.local`, which only emulators read. Nothing is done when nothing has changed.
 * @throws Refusal with esbuild's messages, or when a package is used that functions/package.json does not name
 */
export async function buildFunctions(
  folder: string,
  parameters: Record<string, string>,
  secrets: Record<string, string>,
): Promise<boolean> {
  mkdirSync(folder, { recursive: true });
  return buildWhenChanged(folder, hashOf(INPUTS, { ...parameters, ...secrets }), async () => {
    try {
      await bundle(folder);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw new Refusal(`Building the functions failed:\n${String(error)}`);
    }
    writeFileSync(join(folder, '.env.local'), dotenv(parameters));
    writeFileSync(join(folder, '.secret.local'), dotenv(secrets));
  });
}

/**
 * Lets functions that were built into `folder` find the packages that npm keeps beside their workspace, because the root
 * holds another version of them. All others are found in the root.
 */
export function findOwnPackages(folder: string): void {
  const own = inRoot('functions', 'node_modules');
  const link = join(folder, 'node_modules');
  rmSync(link, { force: true });
  if (existsSync(own)) symlinkSync(own, link, 'dir');
}

/** Where the settings of a project are stored: `functions/env/<project>.env`. */
export const settingsFile = (project: string): string =>
  inRoot('functions', 'env', `${project}${SETTINGS}`);

/** Puts the settings of every project beside the built functions, where `firebase deploy` looks for them. */
export function copySettings(folder: string): void {
  const names = readdirSync(inRoot('functions', 'env')).filter((name) => name.endsWith(SETTINGS));
  for (const name of names) {
    const project = name.slice(0, -SETTINGS.length);
    copyFileSync(settingsFile(project), join(folder, `${SETTINGS}.${project}`));
  }
}
