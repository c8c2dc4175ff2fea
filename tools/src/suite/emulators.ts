import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as z from 'zod/mini';
import { kill, lastOf, stopFamily } from '../system/childProcess';
import { processesWith } from '../system/processes';
import { inRoot, ROOT } from '../system/root';
import { CommandError } from './command';
import { addressesOf } from './environment';
import { HOST, type Offset, type Ports, portsAt, PROJECT, suiteFolder } from './ports';

const CSP = 'Content-Security-Policy';

const headerRule = z.looseObject({
  source: z.string(),
  headers: z.array(z.object({ key: z.string(), value: z.string() })),
});
const productionSchema = z.looseObject({
  hosting: z.looseObject({ headers: z.array(headerRule) }),
  functions: z.array(z.looseObject({ source: z.string() })),
});

export type FirebaseConfig = z.infer<typeof productionSchema>;

/** Adds sources to a policy's directives: `{ 'connect-src': ['http://…'] }`. Adds no missing directives. */
export function widenPolicy(policy: string, additions: Record<string, string[]>): string {
  const directives = policy.split(';').map((directive) => directive.trim());
  const widened = directives.map((directive) => {
    const added = additions[directive.split(' ')[0] ?? ''] ?? [];
    return [directive, ...added].join(' ');
  });
  return widened.join('; ');
}

function localPolicy(policy: string, ports: Ports): string {
  const { auth, firestore, storage } = addressesOf(ports);
  const sockets = [auth, firestore, storage].map((url) => url.replace('http:', 'ws:'));
  return widenPolicy(policy, {
    'connect-src': [auth, firestore, storage, ...sockets],
    'img-src': [storage],
  });
}

function emulatorsOf(ports: Ports) {
  const on = (port: number) => ({ host: HOST, port });
  return {
    auth: on(ports.auth),
    functions: on(ports.functions),
    firestore: { ...on(ports.firestore), websocketPort: ports.firestoreWebsocket },
    storage: on(ports.storage),
    hosting: on(ports.site),
    eventarc: on(ports.eventarc),
    tasks: on(ports.tasks),
    hub: on(ports.hub),
    logging: on(ports.logging),
    ui: { enabled: false },
    singleProjectMode: true,
  };
}

/** A local suite's configuration, derived from the production one. Folders are relative to the root. */
export function localConfig(
  production: FirebaseConfig,
  ports: Ports,
  folders: { site: string; functions: string },
): FirebaseConfig {
  const { hosting } = production;
  const headers = hosting.headers.map((rule) => ({
    ...rule,
    headers: rule.headers.map(({ key, value }) => ({
      key,
      value: key === CSP ? localPolicy(value, ports) : value,
    })),
  }));
  return {
    ...production,
    hosting: { ...hosting, public: folders.site, headers },
    functions: production.functions.map((codebase) => ({ ...codebase, source: folders.functions })),
    emulators: emulatorsOf(ports),
  };
}

/** The production configuration, `firebase.json`. */
export function readProductionConfig(): FirebaseConfig {
  return productionSchema.parse(JSON.parse(readFileSync(inRoot('firebase.json'), 'utf8')));
}

/** The configuration without functions, and without Hosting, which rewrites to them. */
function withoutFunctions({ functions, hosting, ...rest }: FirebaseConfig, ports: Ports) {
  const { functions: _f, hosting: _h, eventarc, tasks, ...emulators } = emulatorsOf(ports);
  return { ...rest, emulators };
}

/**
 * Writes the configuration of the suite at this offset and returns its path. It is in the root, because firebase-tools
 * refuses folders outside that of the configuration.
 * @param withFunctions if false, Hosting, which rewrites to them, is left out too
 */
export function writeLocalConfig(offset: Offset, withFunctions = true): string {
  const { config, site, functions } = suiteFolder(offset);
  const folders = { site: relative(ROOT, site), functions: relative(ROOT, functions) };
  const ports = portsAt(offset);
  const whole = localConfig(readProductionConfig(), ports, folders);
  const local = withFunctions ? whole : withoutFunctions(whole, ports);
  writeFileSync(config, `${JSON.stringify(local, null, 2)}\n`);
  return config;
}

const READY = 'All emulators ready!';
const NOT_LOADED = 'Failed to load function definition from source';
/** Suffix of variables that would point the functions to another suite's emulators. */
const FOREIGN = '_EMULATOR_HOST';
const START_TIMEOUT_MS = 300_000;
/** Time (ms) for the emulators to end by themselves; while starting, firebase-tools ignores signals. */
const GRACE_MS = { running: 6000, starting: 500 };

/** Marks all processes of a suite, to find those left behind by a killed parent. */
const MARK = 'QUANTALGO_SUITE';
const markOf = (offset: Offset) => `${ROOT}#${offset}`;

export interface Emulators {
  /** Resolves with the reason if they end without being stopped. */
  ended: Promise<CommandError>;
  stop: () => Promise<void>;
}

/** A suite lives for minutes, too short for thorough compilation of its database to pay off. */
const SHORT_LIVED_JAVA = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC';

function quietEnvironment(offset: Offset, binaries: Record<string, string>) {
  const inherited = Object.entries(process.env).filter(([name]) => !name.endsWith(FOREIGN));
  return {
    ...Object.fromEntries(inherited),
    ...binaries,
    [MARK]: markOf(offset),
    TMPDIR: suiteFolder(offset).temporary,
    JAVA_TOOL_OPTIONS: SHORT_LIVED_JAVA,
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
    // In its own process group, so that Ctrl-C in the terminal reaches only us, and we stop it in an orderly way.
    detached: true,
  });
}

const leftoversOf = (offset: Offset) => processesWith(MARK, markOf(offset));

/** Ends the processes that a killed suite at this offset left behind. Returns their number. */
export async function stopLeftovers(offset: Offset): Promise<number> {
  const leftovers = leftoversOf(offset);
  await kill(leftovers);
  return leftovers.length;
}

/** Resolves when firebase-tools is ready; rejects with the end of its output if it fails or `signal` aborts. */
function whenReady(child: ChildProcess, log: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const settle = (outcome: () => void) => {
      clearTimeout(timer);
      child.stdout?.off('data', read);
      outcome();
    };
    const fail = (reason: string) =>
      settle(() => reject(new CommandError(`${reason} (${log}):\n${lastOf(output)}`)));
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
    signal.addEventListener('abort', () => settle(() => reject(new CommandError('Stopped.'))));
  });
}

/**
 * Starts the Firebase emulators of a suite and waits until they are ready; their output goes to a log.
 * @param binaries variables that name emulator binaries, see findEmulators
 * @throws CommandError with the last lines of the log if they don't start; nothing is left running then
 */
export async function startEmulators(
  offset: Offset,
  config: string,
  binaries: Record<string, string>,
  signal: AbortSignal,
): Promise<Emulators> {
  const { logs, temporary } = suiteFolder(offset);
  // The emulators leave a socket behind for each function that ran.
  rmSync(temporary, { recursive: true, force: true });
  for (const folder of [logs, temporary]) mkdirSync(folder, { recursive: true });
  const log = join(logs, 'emulators.log');
  const child = launch(offset, config, binaries);
  const stream = createWriteStream(log);
  child.stdout?.pipe(stream, { end: false });
  child.stderr?.pipe(stream, { end: false });
  const ended = new Promise<CommandError>((resolve) =>
    child.once('exit', (code) =>
      resolve(new CommandError(`The emulators ended (exit code ${code ?? 'none'}), see ${log}`)),
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
