import { build, type Metafile } from 'esbuild';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
  'tools/src/build',
];
const RUNTIME_NODE = '22';

const manifestSchema = z.object({ dependencies: z.record(z.string(), z.string()) });

/** Dependencies that the deployed functions install: those of functions/package.json without the workspaces. */
export function runtimeDependencies(): Record<string, string> {
  const text = readFileSync(inRoot('functions', 'package.json'), 'utf8');
  const { dependencies } = manifestSchema.parse(JSON.parse(text));
  const entries = Object.entries(dependencies);
  return Object.fromEntries(entries.filter(([name]) => !name.startsWith(WORKSPACE)));
}

function refuseUndeclared(metafile: Metafile): void {
  const bundled = Object.keys(metafile.inputs).find((file) => file.includes('node_modules/'));
  if (bundled !== undefined) {
    throw new Refusal(`functions/package.json does not name the package of ${bundled}.`);
  }
}

async function bundle(folder: string): Promise<void> {
  const dependencies = runtimeDependencies();
  const { metafile } = await build({
    absWorkingDir: inRoot(),
    entryPoints: ['functions/src/index.ts'],
    outfile: join(folder, 'index.js'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: Object.keys(dependencies),
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
    dependencies,
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
