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

const IGNORED_NAMES = new Set(['node_modules', 'dist', 'deploy', 'test', 'e2e', '.cache', '.vite']);

function listFiles(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  const names = readdirSync(path).filter((name) => !IGNORED_NAMES.has(name));
  return names.sort().flatMap((name) => listFiles(join(path, name)));
}

/**
 * SHA-256 of a build's inputs: files and folders (relative to the root, without tests) and values.
 */
export function hashInputs(paths: string[], values: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(values));
  for (const file of paths.flatMap((path) => listFiles(inRoot(path)))) {
    hash.update(`\0${relative(ROOT, file)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/**
 * Runs `build` unless `folder` was built from the same inputs.
 * The hash is stored next to the folder, so that it is never served.
 * @returns false if nothing changed
 */
export async function buildIfChanged(
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

const WORKSPACE_PREFIX = '@quantalgo/';

const BUILD_INPUTS = [
  'functions/src',
  'functions/package.json',
  'contracts/src',
  'package-lock.json',
  '.npmrc',
  'tools/src/build/functions.ts',
];

const NODE_VERSION = '24';

const SETTINGS_FILE = '.env';

const manifestSchema = z.object({ dependencies: z.record(z.string(), z.string()) });

function readRuntimeDependencies(): Record<string, string> {
  const text = readFileSync(inRoot('functions', 'package.json'), 'utf8');
  const { dependencies } = manifestSchema.parse(JSON.parse(text));
  const entries = Object.entries(dependencies);
  return Object.fromEntries(entries.filter(([name]) => !name.startsWith(WORKSPACE_PREFIX)));
}

const buildOptions = (entry: string, outfile: string) =>
  ({
    absWorkingDir: inRoot(),
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    // Otherwise each curly quote and each letter of the lookalikes takes six bytes.
    charset: 'utf8',
    loader: { '.md': 'text' },
    external: Object.keys(readRuntimeDependencies()),
  }) satisfies BuildOptions;

/**
 * Bundles a tool like the deployed functions. Unbundled, tsx wraps each function to preserve its
 * name, which can take as long as the work itself.
 * @param entry path from the root
 * @returns the bundle's path; the file is deleted when this process exits
 */
export async function bundleTool(entry: string): Promise<string> {
  const folder = inRoot('.cache', 'bundled');
  const outfile = `${folder}/${process.pid}-${entry.replaceAll('/', '-')}.mjs`;
  mkdirSync(folder, { recursive: true });
  process.on('exit', () => rmSync(outfile, { force: true }));
  await build({ ...buildOptions(entry, outfile), logLevel: 'error' });
  return outfile;
}

function assertDeclared(metafile: Metafile): void {
  const undeclared = Object.keys(metafile.inputs).find((file) => file.includes('node_modules/'));
  if (undeclared !== undefined)
    throw new CommandError(
      `functions/package.json does not list the package that contains ${undeclared}.`,
    );
}

async function bundle(folder: string): Promise<void> {
  const { metafile } = await build({
    ...buildOptions('functions/src/index.ts', join(folder, 'index.js')),
    // The functions enable source maps, which restore names and lines of traces in logs.
    minify: true,
    sourcemap: 'linked',
    metafile: true,
    logLevel: 'silent',
  });
  assertDeclared(metafile);
  const manifest = {
    name: 'quantalgo-functions',
    private: true,
    type: 'module',
    main: 'index.js',
    engines: { node: NODE_VERSION },
    dependencies: readRuntimeDependencies(),
  };
  const repository: unknown = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
  const write = (name: string, content: object) =>
    writeFileSync(join(folder, name), `${JSON.stringify(content, null, 2)}\n`);
  // `.npmrc` disables install scripts, including in the platform's `npm ci`.
  copyFileSync(inRoot('.npmrc'), join(folder, '.npmrc'));
  write('package.json', manifest);
  write('package-lock.json', buildLockfile(repository, 'functions', manifest));
}

export function formatDotenv(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}\n`)
    .join('');
}

/**
 * Bundles the functions into a deployable folder, unless nothing changed. `parameters` become its
 * `.env.local` and `secrets` its `.secret.local`, which only emulators read.
 * @returns false if nothing changed
 * @throws CommandError with esbuild's messages, or if functions/package.json lacks a package
 */
export async function buildFunctions(
  folder: string,
  parameters: Record<string, string>,
  secrets: Record<string, string>,
): Promise<boolean> {
  mkdirSync(folder, { recursive: true });
  const hash = hashInputs(BUILD_INPUTS, { ...parameters, ...secrets });
  return buildIfChanged(folder, hash, async () => {
    try {
      await bundle(folder);
    } catch (error) {
      if (error instanceof CommandError) throw error;
      throw new CommandError(`Building the functions failed:\n${String(error)}`);
    }
    writeFileSync(join(folder, '.env.local'), formatDotenv(parameters));
    writeFileSync(join(folder, '.secret.local'), formatDotenv(secrets));
  });
}

/**
 * Links packages that npm installs in the functions' workspace, because the root has
 * different versions.
 */
export function linkPackages(folder: string): void {
  const installed = inRoot('functions', 'node_modules');
  const link = join(folder, 'node_modules');
  rmSync(link, { force: true });
  if (existsSync(installed)) symlinkSync(installed, link, 'dir');
}

export const getSettingsPath = (project: string): string =>
  inRoot('functions', 'env', `${project}${SETTINGS_FILE}`);

/**
 * Writes the settings that `firebase deploy` passes on, and the commit that identifies the deployed
 * functions.
 */
export function writeSettings(folder: string, commit: string): void {
  writeFileSync(join(folder, SETTINGS_FILE), formatDotenv({ COMMIT: commit }));
  const names = readdirSync(inRoot('functions', 'env')).filter((name) =>
    name.endsWith(SETTINGS_FILE),
  );
  for (const name of names) {
    const project = name.slice(0, -SETTINGS_FILE.length);
    copyFileSync(getSettingsPath(project), join(folder, `${SETTINGS_FILE}.${project}`));
  }
}

const stringsSchema = z.optional(z.record(z.string(), z.string()));

const packageSchema = z.looseObject({
  version: z.optional(z.string()),
  dependencies: stringsSchema,
  optionalDependencies: stringsSchema,
  peerDependencies: stringsSchema,
  peerDependenciesMeta: z.optional(
    z.record(z.string(), z.object({ optional: z.optional(z.boolean()) })),
  ),
});

type Package = z.infer<typeof packageSchema>;

const lockSchema = z.object({ packages: z.record(z.string(), packageSchema) });

type Packages = Readonly<Record<string, Package>>;

const MODULES_PREFIX = 'node_modules/';

/**
 * Folders in which Node looks for the dependencies of a package at `from`, nearest first. The root
 * is an empty string.
 */
function getLookupFolders(from: string): string[] {
  const folders = [from];
  for (let path = from; path !== '';) {
    const index = path.lastIndexOf(MODULES_PREFIX);
    path = index <= 0 ? '' : path.slice(0, index - 1);
    folders.push(path);
  }
  return folders;
}

const toPackagePath = (folder: string, name: string): string =>
  folder === '' ? `${MODULES_PREFIX}${name}` : `${folder}/${MODULES_PREFIX}${name}`;

const findPackage = (packages: Packages, from: string, name: string): string | null =>
  getLookupFolders(from)
    .map((folder) => toPackagePath(folder, name))
    .find((path) => packages[path] !== undefined) ?? null;

function getDependencies({
  dependencies,
  optionalDependencies,
  peerDependencies,
  ...metadata
}: Package) {
  const meta = metadata.peerDependenciesMeta ?? {};
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => meta[name]?.optional !== true);
  const needs = [
    ...Object.keys(dependencies ?? {}).map((name) => ({ name, isOptional: false })),
    ...peers.map((name) => ({ name, isOptional: true })),
    ...Object.keys(optionalDependencies ?? {}).map((name) => ({ name, isOptional: true })),
  ];
  return [...new Map(needs.map((need) => [need.name, need])).values()];
}

function stripFlags({
  dev: _dev,
  devOptional: _devOptional,
  peer: _peer,
  ...entry
}: Package): Package {
  return entry;
}

interface Placement {
  readonly from: string;
  readonly to: string;
}

/** Hoists each package as far as possible. Conflicting versions go next to their dependents. */
function placePackages(lockedPackages: Packages, workspace: string, direct: readonly string[]) {
  const sources = new Map<string, string>();
  const packages: Record<string, Package> = {};
  const queue: Placement[] = [];
  const place = (parent: Placement, name: string, isOptional: boolean) => {
    const from = findPackage(lockedPackages, parent.from, name);
    if (from === null) {
      if (isOptional) return;
      throw new CommandError(`package-lock.json lacks ${name}, which ${parent.from} needs.`);
    }
    const existing = findPackage(packages, parent.to, name);
    if (existing !== null && sources.get(existing) === from) return;
    const top = toPackagePath('', name);
    const to = packages[top] ? toPackagePath(parent.to, name) : top;
    const entry = lockedPackages[from];
    if (!entry) throw new CommandError(`package-lock.json lacks ${from}.`);
    packages[to] = stripFlags(entry);
    sources.set(to, from);
    queue.push({ from, to });
  };
  for (const name of direct) place({ from: workspace, to: '' }, name, false);
  for (let next = queue.shift(); next; next = queue.shift())
    for (const { name, isOptional } of getDependencies(lockedPackages[next.from] ?? {}))
      place(next, name, isOptional);
  return packages;
}

/**
 * Builds a workspace's lockfile from the repository's lockfile, so that the same versions are
 * deployed as were tested.
 * @param repository parsed package-lock.json
 * @throws CommandError if it lacks a package that the manifest needs
 */
export function buildLockfile(
  repository: unknown,
  workspace: string,
  manifest: { readonly name: string; readonly dependencies: Readonly<Record<string, string>> },
) {
  const { packages } = lockSchema.parse(repository);
  const placements = placePackages(packages, workspace, Object.keys(manifest.dependencies));
  const sorted = Object.entries(placements).sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    name: manifest.name,
    lockfileVersion: 3,
    requires: true,
    packages: { '': manifest, ...Object.fromEntries(sorted) },
  };
}
