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
import { CommandError } from '../suite/command';
import { runQuietly } from '../system/childProcess';
import { inRoot } from '../system/root';
import { settingsFile } from './functions';

/** The parts of firebase.json that matter for a deployment. */
const configSchema = z.object({
  functions: z.array(
    z.object({ source: z.string(), runtime: z.string(), ignore: z.array(z.string()) }),
  ),
  hosting: z.object({
    rewrites: z.array(
      z.object({
        source: z.string(),
        destination: z.optional(z.string()),
        function: z.optional(z.object({ functionId: z.string(), region: z.string() })),
      }),
    ),
    headers: z.array(
      z.object({
        source: z.string(),
        headers: z.array(z.object({ key: z.string(), value: z.string() })),
      }),
    ),
  }),
});

const indexesSchema = z.object({
  indexes: z.array(
    z.object({
      collectionGroup: z.string(),
      fields: z.array(
        z.union([
          z.object({ fieldPath: z.string(), order: z.string() }),
          z.object({ fieldPath: z.string(), arrayConfig: z.string() }),
        ]),
      ),
    }),
  ),
  fieldOverrides: z.array(
    z.object({ collectionGroup: z.string(), fieldPath: z.string(), ttl: z.optional(z.boolean()) }),
  ),
});

/** A function as its code declares it; null for options left to the platform. */
const functionSchema = z.object({
  region: z.optional(z.array(z.string())),
  availableMemoryMb: z.nullish(z.number()),
  cpu: z.nullish(z.union([z.number(), z.literal('gcf_gen1')])),
  timeoutSeconds: z.nullish(z.number()),
  concurrency: z.nullish(z.number()),
  minInstances: z.nullish(z.number()),
  maxInstances: z.nullish(z.number()),
  serviceAccountEmail: z.nullish(z.string()),
  /** Present if a document or file triggers the function. */
  eventTrigger: z.optional(z.looseObject({})),
  /** Present if the function runs at times. */
  scheduleTrigger: z.optional(
    z.object({ schedule: z.string(), timeZone: z.optional(z.nullable(z.string())) }),
  ),
  /** Present if a queue of Cloud Tasks calls the function. */
  taskQueueTrigger: z.optional(
    z.object({
      invoker: z.optional(z.array(z.string())),
      rateLimits: z.optional(z.object({ maxConcurrentDispatches: z.optional(z.number()) })),
    }),
  ),
  secretEnvironmentVariables: z.optional(z.array(z.object({ key: z.string() }))),
});
export type DeployedFunction = z.infer<typeof functionSchema>;

/** The bucket's own deletion rules; ages in days. */
const lifecycleSchema = z.object({
  rule: z.array(
    z.object({
      action: z.object({ type: z.string() }),
      condition: z.object({ age: z.number(), matchesPrefix: z.array(z.string()) }),
    }),
  ),
});

const loadedSchema = z.object({ ms: z.number(), functions: z.record(z.string(), functionSchema) });
const manifestSchema = z.object({ engines: z.object({ node: z.string() }) });

/** When the networks of Hosting were fetched, and from where. */
const rangesSchema = z.object({ date: z.iso.date(), note: z.string() });

/** Everything that a deployment uploads, as it is in the repository. */
export interface Deployment {
  readonly config: z.infer<typeof configSchema>;
  readonly indexes: z.infer<typeof indexesSchema>;
  /** The composite indexes that the product's queries need, as text. */
  readonly needed: readonly string[];
  readonly firestoreRules: string;
  readonly storageRules: string;
  readonly lifecycle: z.infer<typeof lifecycleSchema>;
  readonly functions: Readonly<Record<string, DeployedFunction>>;
  /** Load time of the functions (ms), and size of their code (bytes). */
  readonly loadMs: number;
  readonly codeBytes: number;
  readonly nodeVersion: string;
  /** Names of the files uploaded with the functions. */
  readonly uploaded: readonly string[];
  readonly ranges: z.infer<typeof rangesSchema>;
  /** The settings of the project to deploy to; null if none was named. */
  readonly settings: Readonly<Record<string, string>> | null;
  /** Whether this commit is live, and is deployed again. */
  readonly isLive: boolean;
}

/** A condition for deploying. */
export interface DeployCheck {
  readonly says: string;
  /** The problems found, in sentences; empty if there are none. */
  readonly problems: (deployment: Deployment) => string[];
  /** What should be mended but holds nothing up, in sentences. */
  readonly warnings?: (deployment: Deployment) => string[];
}

/** A list of this problem, or empty if the condition holds. */
export const unless = (isRight: boolean, problem: string): string[] => (isRight ? [] : [problem]);

/** Loads the functions like the platform, and prints their declarations, with parameters as passed to the CLI. */
const LOAD = `
const started = performance.now();
const loaded = await import('./index.js');
const ms = performance.now() - started;
const functions = Object.fromEntries(Object.entries(loaded).map(([name, one]) => [name, one?.__endpoint ?? {}]));
const written = function (key, value) {
  return typeof this[key]?.toCEL === 'function' ? this[key].toCEL() : value;
};
console.log('\\n' + JSON.stringify({ ms, functions }, written));
process.exit(0);
`;

/** The quickest load counts: the first read from a cold disk, and others compete with other processes. */
const LOADS = 3;

/**
 * Runs a program in a folder.
 * @throws CommandError with its output if it fails
 */
async function run(folder: string, program: string, args: string[]): Promise<string> {
  const env = { GCLOUD_PROJECT: 'demo-quantalgo', FIREBASE_CONFIG: '{}' };
  const { code, output } = await runQuietly({ program, args, cwd: folder, env });
  if (code !== 0)
    throw new CommandError(`${program} ${args[0]} of the functions failed:\n${output}`);
  return output;
}

async function loadOnce(folder: string) {
  const output = await run(folder, process.execPath, ['--input-type=module', '--eval', LOAD]);
  return loadedSchema.parse(JSON.parse(output.trim().split('\n').at(-1) ?? ''));
}

/** Loads the functions several times, each in a separate process; returns the quickest load. */
async function load(folder: string) {
  const loads = [];
  while (loads.length < LOADS) loads.push(await loadOnce(folder));
  return loads.reduce((quickest, next) => (next.ms < quickest.ms ? next : quickest));
}

/**
 * The functions of a folder, as their code declares them.
 * @throws CommandError if they don't load
 */
export const declared = async (folder: string) => (await loadOnce(folder)).functions;

const INSTALL = 'ci --omit=dev --ignore-scripts --no-audit --no-fund --prefer-offline';

/**
 * Installs the functions from their own lockfile, as the platform does.
 * @throws CommandError if that fails
 */
export async function install(folder: string): Promise<void> {
  await run(folder, 'npm', INSTALL.split(' '));
}

/** Installs and loads the functions as the platform does: from their own lockfile, outside the repository. */
async function loadInstalled(built: string) {
  const apart = mkdtempSync(join(tmpdir(), 'quantalgo-deploy-'));
  try {
    cpSync(built, apart, { recursive: true });
    await install(apart);
    return await load(apart);
  } finally {
    rmSync(apart, { recursive: true, force: true });
  }
}

/**
 * The settings of a project.
 * @throws CommandError that names the file if it doesn't exist
 */
export function settingsOf(project: string): Record<string, string> {
  const path = settingsFile(project);
  if (!existsSync(path))
    throw new CommandError(`There are no settings of ${project}: write ${path}.`);
  const entries = Object.entries(parseEnv(readFileSync(path, 'utf8')));
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? '']));
}

const jsonOf = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/**
 * Reads the contents of a deployment.
 * @param built the folder of the built functions
 * @param isInstalled whether to install their packages from their own lockfile first
 * @param project the project whose settings to read too
 * @param isLive whether this commit is live, and is deployed again
 * @throws CommandError if the functions don't install or load
 */
export async function readDeployment(
  built: string,
  {
    isInstalled,
    project,
    isLive = false,
  }: { isInstalled: boolean; project?: string | undefined; isLive?: boolean },
): Promise<Deployment> {
  const { ms, functions } = await (isInstalled ? loadInstalled : load)(built);
  const needed = Object.values(QUERIES).flat().map(indexFor);
  return {
    config: configSchema.parse(jsonOf(inRoot('firebase.json'))),
    indexes: indexesSchema.parse(jsonOf(inRoot('firestore.indexes.json'))),
    needed: [...new Set(needed.filter((index) => index !== null))],
    firestoreRules: readFileSync(inRoot('firestore.rules'), 'utf8'),
    storageRules: readFileSync(inRoot('storage.rules'), 'utf8'),
    lifecycle: lifecycleSchema.parse(jsonOf(inRoot('storage.lifecycle.json'))),
    functions,
    loadMs: ms,
    codeBytes: statSync(join(built, 'index.js')).size,
    nodeVersion: manifestSchema.parse(jsonOf(join(built, 'package.json'))).engines.node,
    uploaded: readdirSync(built),
    ranges: rangesSchema.parse(
      jsonOf(inRoot('functions', 'src', 'platform', 'core', 'hostingRanges.json')),
    ),
    settings: project === undefined ? null : settingsOf(project),
    isLive,
  };
}
