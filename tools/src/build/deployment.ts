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
import { formatIndex, QUERIES } from '../../../functions/test/queries';
import { CommandError } from '../suite/command';
import { runAndCapture } from '../system/childProcess';
import { inRoot } from '../system/root';
import { getSettingsPath } from './functions';

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

/** Null means the platform’s default. */
const functionSchema = z.object({
  region: z.optional(z.array(z.string())),
  availableMemoryMb: z.nullish(z.number()),
  cpu: z.nullish(z.union([z.number(), z.literal('gcf_gen1')])),
  timeoutSeconds: z.nullish(z.number()),
  concurrency: z.nullish(z.number()),
  minInstances: z.nullish(z.number()),
  maxInstances: z.nullish(z.number()),
  serviceAccountEmail: z.nullish(z.string()),
  eventTrigger: z.optional(z.looseObject({})),
  scheduleTrigger: z.optional(
    z.object({ schedule: z.string(), timeZone: z.optional(z.nullable(z.string())) }),
  ),
  taskQueueTrigger: z.optional(
    z.object({
      invoker: z.optional(z.array(z.string())),
      rateLimits: z.optional(z.object({ maxConcurrentDispatches: z.optional(z.number()) })),
    }),
  ),
  secretEnvironmentVariables: z.optional(z.array(z.object({ key: z.string() }))),
});
export type DeployedFunction = z.infer<typeof functionSchema>;

/** Ages are in days. */
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

const rangesSchema = z.object({ date: z.iso.date(), note: z.string() });

export interface Deployment {
  readonly config: z.infer<typeof configSchema>;
  readonly indexes: z.infer<typeof indexesSchema>;
  readonly needed: readonly string[];
  readonly firestoreRules: string;
  readonly storageRules: string;
  readonly lifecycle: z.infer<typeof lifecycleSchema>;
  readonly functions: Readonly<Record<string, DeployedFunction>>;
  readonly loadMs: number;
  readonly codeBytes: number;
  readonly nodeVersion: string;
  readonly uploaded: readonly string[];
  readonly ranges: z.infer<typeof rangesSchema>;
  /** Null if no project was named. */
  readonly settings: Readonly<Record<string, string>> | null;
  readonly isLive: boolean;
}

export interface DeployCheck {
  readonly description: string;
  readonly problems: (deployment: Deployment) => string[];
  /** Warnings don't block the deployment. */
  readonly warnings?: (deployment: Deployment) => string[];
}

export const problemUnless = (isRight: boolean, problem: string): string[] =>
  isRight ? [] : [problem];

/** Prints the functions' declarations as JSON. Parameters keep the CLI's notation. */
const LOAD_SCRIPT = `
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

/** The fastest load counts, because a cold disk or other processes slow the others down. */
const LOAD_COUNT = 3;

async function run(folder: string, program: string, args: string[]): Promise<string> {
  const env = { GCLOUD_PROJECT: 'demo-quantalgo', FIREBASE_CONFIG: '{}' };
  const { code, output } = await runAndCapture({ program, args, cwd: folder, env });
  if (code !== 0)
    throw new CommandError(`Running ${program} ${args[0]} for the functions failed:\n${output}`);
  return output;
}

async function loadOnce(folder: string) {
  const output = await run(folder, process.execPath, [
    '--input-type=module',
    '--eval',
    LOAD_SCRIPT,
  ]);
  return loadedSchema.parse(JSON.parse(output.trim().split('\n').at(-1) ?? ''));
}

async function load(folder: string) {
  const loads = [];
  while (loads.length < LOAD_COUNT) loads.push(await loadOnce(folder));
  return loads.reduce((quickest, next) => (next.ms < quickest.ms ? next : quickest));
}

export const loadDeclarations = async (folder: string) => (await loadOnce(folder)).functions;

const INSTALL_ARGUMENTS = 'ci --omit=dev --ignore-scripts --no-audit --no-fund --prefer-offline';

export async function installFunctions(folder: string): Promise<void> {
  await run(folder, 'npm', INSTALL_ARGUMENTS.split(' '));
}

/** Runs outside the repository, so that Node doesn't find the repository's packages. */
async function installAndLoad(built: string) {
  const sandbox = mkdtempSync(join(tmpdir(), 'quantalgo-deploy-'));
  try {
    cpSync(built, sandbox, { recursive: true });
    await installFunctions(sandbox);
    return await load(sandbox);
  } finally {
    rmSync(sandbox, { recursive: true, force: true });
  }
}

/** @throws CommandError if there is no settings file */
export function readProjectSettings(project: string): Record<string, string> {
  const path = getSettingsPath(project);
  if (!existsSync(path))
    throw new CommandError(`There are no settings for ${project}. Write them to ${path}.`);
  const entries = Object.entries(parseEnv(readFileSync(path, 'utf8')));
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? '']));
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/**
 * @param built folder of the built functions
 * @param isInstalled installs the packages from the folder's lockfile first
 * @param isLive this commit is already live
 * @throws CommandError if the functions can't be installed or loaded
 */
export async function readDeployment(
  built: string,
  {
    isInstalled,
    project,
    isLive = false,
  }: { isInstalled: boolean; project?: string | undefined; isLive?: boolean },
): Promise<Deployment> {
  const { ms, functions } = await (isInstalled ? installAndLoad : load)(built);
  const needed = Object.values(QUERIES).flat().map(formatIndex);
  return {
    config: configSchema.parse(readJson(inRoot('firebase.json'))),
    indexes: indexesSchema.parse(readJson(inRoot('firestore.indexes.json'))),
    needed: [...new Set(needed.filter((index) => index !== null))],
    firestoreRules: readFileSync(inRoot('firestore.rules'), 'utf8'),
    storageRules: readFileSync(inRoot('storage.rules'), 'utf8'),
    lifecycle: lifecycleSchema.parse(readJson(inRoot('storage.lifecycle.json'))),
    functions,
    loadMs: ms,
    codeBytes: statSync(join(built, 'index.js')).size,
    nodeVersion: manifestSchema.parse(readJson(join(built, 'package.json'))).engines.node,
    uploaded: readdirSync(built),
    ranges: rangesSchema.parse(
      readJson(inRoot('functions', 'src', 'platform', 'core', 'hostingRanges.json')),
    ),
    settings: project === undefined ? null : readProjectSettings(project),
    isLive,
  };
}
