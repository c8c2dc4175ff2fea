import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type Progress } from '../src/command/progress';
import { inRoot } from '../src/system/root';
import { findCloudSdkJar } from './cloudSdk';
import { requireJava } from './java';
import { buildLaunchers } from './launchers';

const DETAILS = inRoot('node_modules/firebase-tools/lib/emulator/downloadableEmulatorInfo.json');
const VARIABLE = {
  firestore: 'FIRESTORE_EMULATOR_BINARY_PATH',
  storage: 'STORAGE_EMULATOR_BINARY_PATH',
} as const;

type Emulator = keyof typeof VARIABLE;

const EMULATORS: readonly Emulator[] = ['firestore', 'storage'];
const download = z.object({ downloadPathRelativeToCacheDir: z.string() });
const detailsSchema = z.object({ firestore: download, storage: download });

function isCached(emulator: Emulator, env: Record<string, string | undefined>): boolean {
  const cache = env['FIREBASE_EMULATORS_PATH'] ?? join(homedir(), '.cache/firebase/emulators');
  const details = detailsSchema.parse(JSON.parse(readFileSync(DETAILS, 'utf8')));
  return existsSync(join(cache, details[emulator].downloadPathRelativeToCacheDir));
}

/**
 * Finds the Firestore emulator and the Storage emulator's rules runtime: paths in the environment come first, then
 * firebase-tools' own cache, then the Google Cloud CLI's jar; what is found nowhere is left to firebase-tools, which
 * downloads it once.
 * @returns the variables that tell firebase-tools
 * @throws Refusal when Java is missing and can't be installed
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
      `Firebase downloads its emulators of ${missing.join(' and ')} once, about 110 MB.`,
    );
    return {};
  }
  await requireJava('javac', progress);
  const launchers = await buildLaunchers(engine, inRoot('.local', 'emulators'));
  return Object.fromEntries(missing.map((emulator) => [VARIABLE[emulator], launchers[emulator]]));
}
