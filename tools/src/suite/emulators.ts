import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../command/refusal';
import { lastOf } from '../system/childProcess';
import { processesWith } from '../system/processes';
import { inRoot, ROOT } from '../system/root';
import { kill, stopFamily } from '../system/stopFamily';
import { suiteFolder } from './folders';
import { type Offset } from './ports';
import { PROJECT } from './project';

const READY = 'All emulators ready!';
const NOT_LOADED = 'Failed to load function definition from source';
/** Variables that would point the functions to the emulators of another suite. */
const FOREIGN = '_EMULATOR_HOST';
const START_TIMEOUT_MS = 300_000;
/** How long they may take to end by themselves; while starting, firebase-tools does not listen. */
const GRACE_MS = { running: 6000, starting: 500 };

/** Marks all processes of a suite, so that those that a killed parent left behind are found again. */
const MARK = 'QUANTALGO_SUITE';
const markOf = (offset: Offset) => `${ROOT}#${offset}`;

export interface Emulators {
  /** Resolves with what happened when they end without being stopped. */
  ended: Promise<Refusal>;
  stop: () => Promise<void>;
}

function quietEnvironment(offset: Offset, binaries: Record<string, string>) {
  const inherited = Object.entries(process.env).filter(([name]) => !name.endsWith(FOREIGN));
  return {
    ...Object.fromEntries(inherited),
    ...binaries,
    [MARK]: markOf(offset),
    TMPDIR: suiteFolder(offset).temporary,
    CI: '1',
    METADATA_SERVER_DETECTION: 'none',
    NO_COLOR: '1',
    NO_UPDATE_NOTIFIER: '1',
    FIREBASE_CLI_DISABLE_UPDATE_CHECK: '1',
    FUNCTIONS_DISCOVERY_TIMEOUT: '60',
  };
}

function launch(offset: Offset, config: string, binaries: Record<string, string>): ChildProcess {
  const firebase = inRoot('node_modules/firebase-tools/lib/bin/firebase.js');
  const args = [firebase, 'emulators:start', '--config', config, '--project', PROJECT];
  return spawn(process.execPath, args, {
    cwd: suiteFolder(offset).logs,
    env: quietEnvironment(offset, binaries),
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: Ctrl-C in the terminal reaches us alone, and we stop it in order.
    detached: true,
  });
}

const leftoversOf = (offset: Offset) => processesWith(MARK, markOf(offset));

/** Ends what a suite at this offset left behind when it was killed. Gives how many processes that were. */
export async function stopLeftovers(offset: Offset): Promise<number> {
  const leftovers = leftoversOf(offset);
  await kill(leftovers);
  return leftovers.length;
}

/** Resolves when firebase-tools says so; rejects with the end of its output when it fails or `signal` aborts. */
function whenReady(child: ChildProcess, log: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const settle = (outcome: () => void) => {
      clearTimeout(timer);
      child.stdout?.off('data', read);
      outcome();
    };
    const fail = (reason: string) =>
      settle(() => reject(new Refusal(`${reason} (${log}):\n${lastOf(output)}`)));
    const read = (chunk: Buffer) => {
      output += chunk.toString('utf8');
      if (output.includes(NOT_LOADED)) fail('The functions could not be loaded');
      else if (output.includes(READY)) settle(resolve);
    };
    const timer = setTimeout(
      () => fail(`The emulators were not ready after ${START_TIMEOUT_MS / 1000} s`),
      START_TIMEOUT_MS,
    );
    child.stdout?.on('data', read);
    child.once('exit', () => fail('The emulators ended while starting'));
    child.once('error', (error) => settle(() => reject(error)));
    signal.addEventListener('abort', () => settle(() => reject(new Refusal('Stopped.'))));
  });
}

/**
 * Starts the Firebase emulators of a suite and waits until they are ready; their output goes to a log.
 * @param binaries variables that name emulator binaries, see findEmulators
 * @throws Refusal with the last lines of the log when they do not start; nothing is left running then
 */
export async function startEmulators(
  offset: Offset,
  config: string,
  binaries: Record<string, string>,
  signal: AbortSignal,
): Promise<Emulators> {
  const { logs, temporary } = suiteFolder(offset);
  for (const folder of [logs, temporary]) mkdirSync(folder, { recursive: true });
  const log = join(logs, 'emulators.log');
  const child = launch(offset, config, binaries);
  const stream = createWriteStream(log);
  child.stdout?.pipe(stream, { end: false });
  child.stderr?.pipe(stream, { end: false });
  const ended = new Promise<Refusal>((resolve) =>
    child.once('exit', (code) =>
      resolve(new Refusal(`The emulators ended (exit code ${code ?? 'none'}), see ${log}`)),
    ),
  );
  const stop = (graceMs: number) => stopFamily(child.pid, () => leftoversOf(offset), graceMs);
  try {
    await whenReady(child, log, signal);
  } catch (error) {
    await stop(GRACE_MS.starting);
    throw error;
  }
  return { ended, stop: () => stop(GRACE_MS.running) };
}
