import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import * as z from 'zod/mini';
import { indexFor, QUERIES } from '../../../functions/test/queries';
import { settingsFile } from '../build/settings';
import { Refusal } from '../suite/command';
import { runQuietly } from '../system/childProcess';
import { inRoot } from '../system/root';
import { configSchema, functionSchema, indexesSchema, type Deployment } from './deployment';

const jsonOf = (...path: string[]): unknown => JSON.parse(readFileSync(inRoot(...path), 'utf8'));
const textOf = (name: string): string => readFileSync(inRoot(name), 'utf8');

const loadedSchema = z.object({ ms: z.number(), functions: z.record(z.string(), functionSchema) });

/** Loads a module as the platform loads the functions, and prints what they declare. */
const LOAD = `
const started = performance.now();
const loaded = await import(process.argv[1]);
const ms = performance.now() - started;
const functions = Object.fromEntries(Object.entries(loaded).map(([name, one]) => [name, one?.__endpoint ?? {}]));
console.log('\\n' + JSON.stringify({ ms, functions }));
process.exit(0);
`;

const FUNCTIONS = './index.js';

/**
 * Loads a module, the functions unless another is named, in a process of its own.
 * @returns how long it took (ms), and what functions it declares
 * @throws Refusal where it does not load
 */
export async function loadOnce(folder: string, module = FUNCTIONS) {
  const args = ['--input-type=module', '--eval', LOAD, module];
  const env = { GCLOUD_PROJECT: 'demo-quantalgo', FIREBASE_CONFIG: '{}' };
  const { code, output } = await runQuietly({ program: process.execPath, args, cwd: folder, env });
  if (code !== 0) throw new Refusal(`${module} does not load:\n${output}`);
  return loadedSchema.parse(JSON.parse(output.trim().split('\n').at(-1) ?? ''));
}

/** The first loads read from a cold disk and beside whatever else runs: the quickest of them is the code's own. */
const LOADS = 3;

async function load(folder: string) {
  let quickest = await loadOnce(folder);
  for (let loads = 1; loads < LOADS; loads += 1) {
    const next = await loadOnce(folder);
    if (next.ms < quickest.ms) quickest = next;
  }
  return quickest;
}

/** Installs what the functions need from their own lockfile, as the platform's build does. */
async function install(folder: string): Promise<void> {
  const args = [
    'ci',
    '--omit=dev',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
  ];
  const { code, output } = await runQuietly({ program: 'npm', args, cwd: folder });
  if (code !== 0) throw new Refusal(`npm ci of the functions failed:\n${output}`);
}

/** Does `work` in a folder where the built functions are installed as the platform does it: apart from the repository. */
export async function onInstalled<T>(
  built: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const apart = mkdtempSync(join(tmpdir(), 'quantalgo-deploy-'));
  try {
    cpSync(built, apart, { recursive: true });
    await install(apart);
    return await work(apart);
  } finally {
    rmSync(apart, { recursive: true, force: true });
  }
}

function settingsOf(project: string | undefined) {
  if (project === undefined) return null;
  const path = settingsFile(project);
  if (!existsSync(path)) throw new Refusal(`There are no settings of ${project}: write ${path}.`);
  const entries = Object.entries(parseEnv(readFileSync(path, 'utf8')));
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? '']));
}

const manifestSchema = z.object({ engines: z.object({ node: z.string() }) });

/**
 * Reads what would be deployed.
 * @param built the folder of the built functions
 * @param isInstalled whether their packages are installed from their own lockfile first
 * @param project whose settings are read too
 * @throws Refusal where the functions do not install or load
 */
export async function readDeployment(
  built: string,
  { isInstalled, project }: { isInstalled: boolean; project?: string | undefined },
): Promise<Deployment> {
  const { ms, functions } = isInstalled ? await onInstalled(built, load) : await loadOnce(built);
  const manifest = manifestSchema.parse(
    JSON.parse(readFileSync(join(built, 'package.json'), 'utf8')),
  );
  const needed = QUERIES.map(indexFor);
  return {
    config: configSchema.parse(jsonOf('firebase.json')),
    indexes: indexesSchema.parse(jsonOf('firestore.indexes.json')),
    needed: [...new Set(needed.filter((index) => index !== null))],
    firestoreRules: textOf('firestore.rules'),
    storageRules: textOf('storage.rules'),
    functions,
    loadMs: ms,
    codeBytes: statSync(join(built, 'index.js')).size,
    nodeVersion: manifest.engines.node,
    uploaded: readdirSync(built),
    settings: settingsOf(project),
  };
}
