import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { build, type BuildOptions, type Metafile } from 'esbuild';
import * as z from 'zod/mini';
import { CommandError } from '../suite/command';
import { inRoot, ROOT } from '../system/root';

const IGNORED = new Set(['node_modules', 'dist', 'deploy', 'test', 'e2e', '.cache', '.vite']);

function filesIn(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  const names = readdirSync(path).filter((name) => !IGNORED.has(name));
  return names.sort().flatMap((name) => filesIn(join(path, name)));
}

/**
 * SHA-256 over all inputs of a build: files and folders (paths relative to the root, tests left out), and other values.
 */
export function hashOf(paths: string[], values: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(values));
  for (const file of paths.flatMap((path) => filesIn(inRoot(path)))) {
    hash.update(`\0${relative(ROOT, file)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/**
 * Runs `build` unless the result in `folder` was built from the same inputs. The hash is stored beside the folder, so
 * that it is never served.
 * @returns whether it was built
 */
export async function buildWhenChanged(
  folder: string,
  hash: string,
  build: () => Promise<void>,
): Promise<boolean> {
  const record = `${folder}.hash`;
  const unchanged =
    existsSync(folder) && existsSync(record) && readFileSync(record, 'utf8') === hash;
  if (unchanged) return false;
  writeFileSync(record, '');
  await build();
  writeFileSync(record, hash);
  return true;
}

const WORKSPACE = '@quantalgo/';

const INPUTS = [
  'functions/src',
  'functions/package.json',
  'contracts/src',
  'package-lock.json',
  '.npmrc',
  'tools/src/build/functions.ts',
];

const RUNTIME_NODE = '24';

const SETTINGS = '.env';

const manifestSchema = z.object({ dependencies: z.record(z.string(), z.string()) });

/** Dependencies that the deployed functions install: those of functions/package.json except the workspaces. */
function runtimeDependencies(): Record<string, string> {
  const text = readFileSync(inRoot('functions', 'package.json'), 'utf8');
  const { dependencies } = manifestSchema.parse(JSON.parse(text));
  const entries = Object.entries(dependencies);
  return Object.fromEntries(entries.filter(([name]) => !name.startsWith(WORKSPACE)));
}

/** Options for bundling the functions: their packages stay external. */
const bundling = (entry: string, outfile: string) =>
  ({
    absWorkingDir: inRoot(),
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    loader: { '.md': 'text' },
    external: Object.keys(runtimeDependencies()),
  }) satisfies BuildOptions;

/**
 * Bundles one of the tools as the functions are deployed. Compiled file by file, every function created at run time
 * would be given its name, which can take as long as the work itself.
 * @param entry its file, from the root
 * @returns the path of the bundle, which is deleted when this process exits
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
    throw new CommandError(`functions/package.json does not name the package of ${found}.`);
}

async function bundle(folder: string): Promise<void> {
  const { metafile } = await build({
    ...bundling('functions/src/index.ts', join(folder, 'index.js')),
    // Names stay; traces in logs are led back to the sources by the map, which the functions switch on.
    minifyWhitespace: true,
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
  // The platform's npm ci reads it too: no package runs code while it is installed.
  copyFileSync(inRoot('.npmrc'), join(folder, '.npmrc'));
  write('package.json', manifest);
  write('package-lock.json', lockfileFor(repository, 'functions', manifest));
}

/** The text of a `.env` file in the format that firebase-tools reads. Values may contain any characters. */
export function dotenv(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}\n`)
    .join('');
}

/**
 * Bundles the functions into a deployable folder; `parameters` become its `.env.local` and `secrets` its
 * `.secret.local`, which only emulators read. Skipped if nothing has changed.
 * @returns whether it was built
 * @throws CommandError with esbuild's messages, or if a package is used that functions/package.json doesn't name
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
      if (error instanceof CommandError) throw error;
      throw new CommandError(`Building the functions failed:\n${String(error)}`);
    }
    writeFileSync(join(folder, '.env.local'), dotenv(parameters));
    writeFileSync(join(folder, '.secret.local'), dotenv(secrets));
  });
}

/**
 * Links the packages that npm installs beside the functions' workspace, because the root has another version of them,
 * so that functions built into `folder` find them. All others are found in the root.
 */
export function findOwnPackages(folder: string): void {
  const own = inRoot('functions', 'node_modules');
  const link = join(folder, 'node_modules');
  rmSync(link, { force: true });
  if (existsSync(own)) symlinkSync(own, link, 'dir');
}

/** The path of a project's settings: `functions/env/<project>.env`. */
export const settingsFile = (project: string): string =>
  inRoot('functions', 'env', `${project}${SETTINGS}`);

/**
 * Puts beside the built functions what `firebase deploy` gives them as variables: the settings of every project, and for
 * all of them the commit, by which deployed functions are told apart.
 */
export function writeSettings(folder: string, commit: string): void {
  writeFileSync(join(folder, SETTINGS), dotenv({ COMMIT: commit }));
  const names = readdirSync(inRoot('functions', 'env')).filter((name) => name.endsWith(SETTINGS));
  for (const name of names) {
    const project = name.slice(0, -SETTINGS.length);
    copyFileSync(settingsFile(project), join(folder, `${SETTINGS}.${project}`));
  }
}

const names = z.optional(z.record(z.string(), z.string()));

const packageSchema = z.looseObject({
  version: z.optional(z.string()),
  dependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
  peerDependenciesMeta: z.optional(
    z.record(z.string(), z.object({ optional: z.optional(z.boolean()) })),
  ),
});

type Package = z.infer<typeof packageSchema>;

const lockSchema = z.object({ packages: z.record(z.string(), packageSchema) });

type Packages = Readonly<Record<string, Package>>;

const FOLDER = 'node_modules/';

/** The folders in which node looks for the dependencies of a package at `from`, nearest first; '' is the root. */
function foldersFrom(from: string): string[] {
  const folders = [from];
  for (let path = from; path !== '';) {
    const at = path.lastIndexOf(FOLDER);
    path = at <= 0 ? '' : path.slice(0, at - 1);
    folders.push(path);
  }
  return folders;
}

const within = (folder: string, name: string): string =>
  folder === '' ? `${FOLDER}${name}` : `${folder}/${FOLDER}${name}`;

/** The path of another package's dependency; null if there is none. */
const found = (packages: Packages, from: string, name: string): string | null =>
  foldersFrom(from)
    .map((folder) => within(folder, name))
    .find((path) => packages[path] !== undefined) ?? null;

/** A package's dependencies, and whether each is optional. */
function needsOf({ dependencies, optionalDependencies, peerDependencies, ...rest }: Package) {
  const meta = rest.peerDependenciesMeta ?? {};
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => meta[name]?.optional !== true);
  const all = [
    ...Object.keys(dependencies ?? {}).map((name) => ({ name, isOptional: false })),
    ...peers.map((name) => ({ name, isOptional: true })),
    ...Object.keys(optionalDependencies ?? {}).map((name) => ({ name, isOptional: true })),
  ];
  return [...new Map(all.map((need) => [need.name, need])).values()];
}

/** Drops the flags that only hold for the whole repository. */
function kept({ dev: _dev, devOptional: _devOptional, peer: _peer, ...entry }: Package): Package {
  return entry;
}

interface Placed {
  readonly from: string;
  readonly to: string;
}

/** Places each package that the functions need as high as possible; further versions go beside their dependents. */
function placed(all: Packages, workspace: string, direct: readonly string[]) {
  const sources = new Map<string, string>();
  const packages: Record<string, Package> = {};
  const waiting: Placed[] = [];
  const place = (parent: Placed, name: string, isOptional: boolean) => {
    const from = found(all, parent.from, name);
    if (from === null) {
      if (isOptional) return;
      throw new CommandError(
        `package-lock.json does not hold ${name}, which ${parent.from} needs.`,
      );
    }
    const known = found(packages, parent.to, name);
    if (known !== null && sources.get(known) === from) return;
    const top = within('', name);
    const to = packages[top] ? within(parent.to, name) : top;
    const entry = all[from];
    if (!entry) throw new CommandError(`package-lock.json does not hold ${from}.`);
    packages[to] = kept(entry);
    sources.set(to, from);
    waiting.push({ from, to });
  };
  for (const name of direct) place({ from: workspace, to: '' }, name, false);
  for (let next = waiting.shift(); next; next = waiting.shift())
    for (const { name, isOptional } of needsOf(all[next.from] ?? {})) place(next, name, isOptional);
  return packages;
}

/**
 * The lockfile of a deployed workspace: exactly the versions in the repository's lockfile, with which its tests ran.
 * @param repository package-lock.json of the repository, parsed
 * @throws CommandError if it lacks a package that the manifest needs
 */
export function lockfileFor(
  repository: unknown,
  workspace: string,
  manifest: { readonly name: string; readonly dependencies: Readonly<Record<string, string>> },
) {
  const { packages } = lockSchema.parse(repository);
  const placedOnes = placed(packages, workspace, Object.keys(manifest.dependencies));
  const sorted = Object.entries(placedOnes).sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    name: manifest.name,
    lockfileVersion: 3,
    requires: true,
    packages: { '': manifest, ...Object.fromEntries(sorted) },
  };
}
