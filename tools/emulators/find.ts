import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
import { type Progress, CommandError } from '../src/suite/command';
import { runAndCapture } from '../src/system/childProcess';
import { inRoot } from '../src/system/root';
import { requireJava } from './install';

const JAR = join('platform', 'cloud-firestore-emulator', 'cloud-firestore-emulator.jar');

function findGcloudRoots(path: string): string[] {
  const gcloud = path
    .split(delimiter)
    .map((folder) => join(folder, 'gcloud'))
    .find(existsSync);
  return gcloud === undefined ? [] : [dirname(dirname(realpathSync(gcloud)))];
}

export function findCloudSdkJar(env: Record<string, string | undefined>): string | undefined {
  const roots = [
    env['CLOUDSDK_ROOT'] ?? '',
    env['CLOUDSDK_ROOT_DIR'] ?? '',
    ...findGcloudRoots(env['PATH'] ?? ''),
    '/usr/lib/google-cloud-sdk',
    '/usr/local/google-cloud-sdk',
    '/opt/google-cloud-sdk',
    '/snap/google-cloud-cli/current',
    '/opt/homebrew/share/google-cloud-sdk',
    join(homedir(), 'google-cloud-sdk'),
  ];
  const jars = roots.filter((root) => root !== '').map((root) => join(root, JAR));
  return jars.find(existsSync);
}

const SOURCE = inRoot('tools', 'emulators', 'StorageRulesRuntime.java');
const MAIN = {
  firestore: 'com.google.cloud.datastore.emulator.firestore.CloudFirestore',
  storage: 'StorageRulesRuntime',
} as const;

type Emulator = keyof typeof MAIN;
const EMULATORS: readonly Emulator[] = ['firestore', 'storage'];
export type Launchers = Record<Emulator, string>;

async function runJdk(program: string, args: string[]): Promise<void> {
  const { code, output } = await runAndCapture({ program, args });
  if (code !== 0) throw new CommandError(`Building the emulators' launchers failed:\n${output}`);
}

async function buildJars(engine: string, work: string): Promise<void> {
  const classes = join(work, 'classes');
  await runJdk('javac', [
    '-proc:none',
    '-nowarn',
    '-encoding',
    'UTF-8',
    '-cp',
    engine,
    '-d',
    classes,
    SOURCE,
  ]);
  const contents = { firestore: [], storage: ['-C', classes, '.'] };
  for (const emulator of EMULATORS) {
    const manifest = join(work, `${emulator}.mf`);
    const path = pathToFileURL(engine).href;
    writeFileSync(manifest, `Main-Class: ${MAIN[emulator]}\nClass-Path: ${path}\n`);
    const jar = join(work, `${emulator}.jar`);
    await runJdk('jar', ['--create', '--file', jar, '--manifest', manifest, ...contents[emulator]]);
  }
}

function computeKey(engine: string): string {
  const { size, mtimeMs } = statSync(engine);
  const hash = createHash('sha256').update(readFileSync(SOURCE));
  return hash.update(`${engine} ${size} ${mtimeMs}`).digest('hex').slice(0, 16);
}

/**
 * Builds launchers that let firebase-tools use the Cloud CLI's Firestore emulator.
 * They are rebuilt only if that jar or our source changes. The jar has no main class, and its rules
 * engine becomes the Storage emulator's rules runtime.
 * @param engine path of the Cloud CLI's jar
 * @param folder stores the launchers
 * @throws CommandError with the compiler's messages
 */
export async function buildLaunchers(engine: string, folder: string): Promise<Launchers> {
  const target = join(folder, computeKey(engine));
  const launchers = {
    firestore: join(target, 'firestore.jar'),
    storage: join(target, 'storage.jar'),
  };
  if (existsSync(target)) return launchers;
  mkdirSync(folder, { recursive: true });
  const work = mkdtempSync(join(folder, 'building-'));
  try {
    await buildJars(engine, work);
    if (!existsSync(target)) renameSync(work, target);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return launchers;
}

const DETAILS = inRoot('node_modules/firebase-tools/lib/emulator/downloadableEmulatorInfo.json');
const VARIABLE = {
  firestore: 'FIRESTORE_EMULATOR_BINARY_PATH',
  storage: 'STORAGE_EMULATOR_BINARY_PATH',
} as const;

const downloadSchema = z.object({ downloadPathRelativeToCacheDir: z.string() });
const detailsSchema = z.object({ firestore: downloadSchema, storage: downloadSchema });

function isCached(emulator: Emulator, env: Record<string, string | undefined>): boolean {
  const cache = env['FIREBASE_EMULATORS_PATH'] ?? join(homedir(), '.cache/firebase/emulators');
  const details = detailsSchema.parse(JSON.parse(readFileSync(DETAILS, 'utf8')));
  return existsSync(join(cache, details[emulator].downloadPathRelativeToCacheDir));
}

/**
 * Looks for the Firestore emulator and the Storage rules runtime in the environment, then in
 * firebase-tools' cache, then in the Cloud CLI. firebase-tools downloads missing ones.
 * @returns variables for firebase-tools
 * @throws CommandError if Java is missing and can't be installed
 */
export async function findEmulators(progress: Progress): Promise<Record<string, string>> {
  await requireJava('java', progress);
  const { env } = process;
  const missing = EMULATORS.filter(
    (emulator) => env[VARIABLE[emulator]] === undefined && !isCached(emulator, env),
  );
  if (missing.length === 0) return {};
  const engine = findCloudSdkJar(env);
  if (engine === undefined) {
    progress.announce(
      `Firebase will download its ${missing.join(' and ')} emulators once (about 110 MB).`,
    );
    return {};
  }
  await requireJava('javac', progress);
  const launchers = await buildLaunchers(engine, inRoot('.local', 'emulators'));
  return Object.fromEntries(missing.map((emulator) => [VARIABLE[emulator], launchers[emulator]]));
}
