import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Refusal } from '../src/command/refusal';
import { runQuietly } from '../src/system/childProcess';
import { inRoot } from '../src/system/root';

const SOURCE = inRoot('tools', 'emulators', 'StorageRulesRuntime.java');
const FIRESTORE_MAIN = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore';
const STORAGE_MAIN = 'StorageRulesRuntime';

export interface Launchers {
  firestore: string;
  storage: string;
}

const manifest = (main: string, engine: string) =>
  `Main-Class: ${main}\nClass-Path: ${pathToFileURL(engine).href}\n`;

async function jdk(program: string, args: string[]): Promise<void> {
  const { code, output } = await runQuietly({ program, args });
  if (code !== 0) throw new Refusal(`Building the emulators' launchers failed:\n${output}`);
}

async function build(engine: string, work: string): Promise<void> {
  const classes = join(work, 'classes');
  const file = (name: string, content: string) => {
    writeFileSync(join(work, name), content);
    return join(work, name);
  };
  const compile = ['-proc:none', '-nowarn', '-encoding', 'UTF-8', '-cp', engine, '-d', classes];
  await jdk('javac', [...compile, SOURCE]);
  const storage = file('storage.mf', manifest(STORAGE_MAIN, engine));
  const firestore = file('firestore.mf', manifest(FIRESTORE_MAIN, engine));
  const create = (name: string, from: string) => [
    '--create',
    '--file',
    join(work, name),
    '--manifest',
    from,
  ];
  await jdk('jar', [...create('storage-rules-runtime.jar', storage), '-C', classes, '.']);
  await jdk('jar', create('firestore-launcher.jar', firestore));
}

function keyOf(engine: string): string {
  const { size, mtimeMs } = statSync(engine);
  const hash = createHash('sha256').update(readFileSync(SOURCE));
  return hash
    .update(JSON.stringify([engine, size, mtimeMs]))
    .digest('hex')
    .slice(0, 16);
}

/**
 * Builds, once for each version of the jar and of our source, the two jars that let firebase-tools run on the Firestore
 * emulator of the Google Cloud CLI: that jar names no main class of its own, and the Storage emulator's rules runtime
 * is made of the rules engine inside it.
 * @param engine path of the Cloud CLI's jar
 * @param folder where the launchers are kept
 * @throws Refusal with the compiler's messages
 */
export async function buildLaunchers(engine: string, folder: string): Promise<Launchers> {
  const built = join(folder, keyOf(engine));
  const launchers = {
    firestore: join(built, 'firestore-launcher.jar'),
    storage: join(built, 'storage-rules-runtime.jar'),
  };
  if (existsSync(built)) return launchers;
  mkdirSync(folder, { recursive: true });
  const work = mkdtempSync(join(folder, 'building-'));
  try {
    await build(engine, work);
    if (!existsSync(built)) renameSync(work, built);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return launchers;
}
