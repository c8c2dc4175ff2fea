import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as z from 'zod/mini';
import { killProcesses, formatLastLines, stopProcessTree } from '../system/childProcess';
import { findProcessesByVariable } from '../system/processes';
import { inRoot, ROOT } from '../system/root';
import { CommandError } from './command';
import { getSuiteAddresses } from './environment';
import { HOST, type Offset, type Ports, getPorts, PROJECT, getSuitePaths } from './ports';

const POLICY_HEADER = 'Content-Security-Policy';

const headerRule = z.looseObject({
  source: z.string(),
  headers: z.array(z.object({ key: z.string(), value: z.string() })),
});
const productionSchema = z.looseObject({
  hosting: z.looseObject({ headers: z.array(headerRule) }),
  functions: z.array(z.looseObject({ source: z.string() })),
});

export type FirebaseConfig = z.infer<typeof productionSchema>;

/**
 * @param additions sources by directive: `{ 'connect-src': ['http://…'] }`. Ignores directives that
 * the policy lacks.
 */
export function widenPolicy(policy: string, additions: Record<string, string[]>): string {
  const directives = policy.split(';').map((directive) => directive.trim());
  const directivesWithAdditions = directives.map((directive) => {
    const sources = additions[directive.split(' ')[0] ?? ''] ?? [];
    return [directive, ...sources].join(' ');
  });
  return directivesWithAdditions.join('; ');
}

function buildLocalPolicy(policy: string, ports: Ports): string {
  const { auth, firestore, storage } = getSuiteAddresses(ports);
  const sockets = [auth, firestore, storage].map((url) => url.replace('http:', 'ws:'));
  return widenPolicy(policy, {
    'connect-src': [auth, firestore, storage, ...sockets],
    'img-src': [storage],
  });
}

function buildEmulators(ports: Ports) {
  const listenOn = (port: number) => ({ host: HOST, port });
  return {
    auth: listenOn(ports.auth),
    functions: listenOn(ports.functions),
    firestore: { ...listenOn(ports.firestore), websocketPort: ports.firestoreWebsocket },
    storage: listenOn(ports.storage),
    hosting: listenOn(ports.site),
    eventarc: listenOn(ports.eventarc),
    tasks: listenOn(ports.tasks),
    hub: listenOn(ports.hub),
    logging: listenOn(ports.logging),
    ui: { enabled: false },
    singleProjectMode: true,
  };
}

export function buildLocalConfig(
  production: FirebaseConfig,
  ports: Ports,
  folders: { site: string; functions: string },
): FirebaseConfig {
  const { hosting } = production;
  const headers = hosting.headers.map((rule) => ({
    ...rule,
    headers: rule.headers.map(({ key, value }) => ({
      key,
      value: key === POLICY_HEADER ? buildLocalPolicy(value, ports) : value,
    })),
  }));
  return {
    ...production,
    hosting: { ...hosting, public: folders.site, headers },
    functions: production.functions.map((codebase) => ({ ...codebase, source: folders.functions })),
    emulators: buildEmulators(ports),
  };
}

export function readProductionConfig(): FirebaseConfig {
  return productionSchema.parse(JSON.parse(readFileSync(inRoot('firebase.json'), 'utf8')));
}

function omitFunctions({ functions, hosting, ...rest }: FirebaseConfig, ports: Ports) {
  const { functions: _f, hosting: _h, eventarc, tasks, ...emulators } = buildEmulators(ports);
  return { ...rest, emulators };
}

/**
 * Writes the file to the root, because firebase-tools refuses paths outside its
 * configuration's folder.
 * @param withFunctions false also leaves out Hosting, which rewrites to functions
 * @returns its path
 */
export function writeLocalConfig(offset: Offset, withFunctions = true): string {
  const { config, site, functions } = getSuitePaths(offset);
  const folders = { site: relative(ROOT, site), functions: relative(ROOT, functions) };
  const ports = getPorts(offset);
  const full = buildLocalConfig(readProductionConfig(), ports, folders);
  const local = withFunctions ? full : omitFunctions(full, ports);
  writeFileSync(config, `${JSON.stringify(local, null, 2)}\n`);
  return config;
}

const READY_MESSAGE = 'All emulators ready!';
const LOAD_FAILURE_MESSAGE = 'Failed to load function definition from source';
/** Inherited variables with this suffix would point the functions to another suite's emulators. */
const EMULATOR_SUFFIX = '_EMULATOR_HOST';
const START_TIMEOUT_MS = 300_000;
/** Time to end after a signal. firebase-tools ignores signals while it starts. */
const GRACE_MS = { running: 6000, starting: 500 };

const MARK_VARIABLE = 'QUANTALGO_SUITE';
const getMark = (offset: Offset) => `${ROOT}#${offset}`;

export interface Emulators {
  ended: Promise<CommandError>;
  stop: () => Promise<void>;
}

/** A suite only lives for minutes, so thorough JIT compilation doesn't pay off. */
const SHORT_LIVED_JAVA = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC';

function buildEnvironment(offset: Offset, binaries: Record<string, string>) {
  const variables = Object.entries(process.env).filter(([name]) => !name.endsWith(EMULATOR_SUFFIX));
  return {
    ...Object.fromEntries(variables),
    ...binaries,
    [MARK_VARIABLE]: getMark(offset),
    TMPDIR: getSuitePaths(offset).temporary,
    JAVA_TOOL_OPTIONS: SHORT_LIVED_JAVA,
    CI: '1',
    METADATA_SERVER_DETECTION: 'none',
    NO_COLOR: '1',
    NO_UPDATE_NOTIFIER: '1',
    FIREBASE_CLI_DISABLE_UPDATE_CHECK: '1',
    FUNCTIONS_DISCOVERY_TIMEOUT: '60',
  };
}

function spawnEmulators(
  offset: Offset,
  config: string,
  binaries: Record<string, string>,
): ChildProcess {
  const firebase = inRoot('node_modules/firebase-tools/lib/bin/firebase.js');
  const args = [firebase, 'emulators:start', '--config', config, '--project', PROJECT];
  return spawn(process.execPath, args, {
    cwd: getSuitePaths(offset).logs,
    env: buildEnvironment(offset, binaries),
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group, so that Ctrl-C reaches only us and we stop the emulators in order.
    detached: true,
  });
}

const findLeftovers = (offset: Offset) => findProcessesByVariable(MARK_VARIABLE, getMark(offset));

/** Ends processes that a killed suite left behind at this offset. @returns their number */
export async function stopLeftovers(offset: Offset): Promise<number> {
  const leftovers = findLeftovers(offset);
  await killProcesses(leftovers);
  return leftovers.length;
}

function waitUntilReady(child: ChildProcess, log: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const settle = (outcome: () => void) => {
      clearTimeout(timer);
      child.stdout?.off('data', read);
      outcome();
    };
    const fail = (reason: string) =>
      settle(() => reject(new CommandError(`${reason} (${log}):\n${formatLastLines(output)}`)));
    const read = (chunk: Buffer) => {
      output += chunk.toString('utf8');
      if (output.includes(LOAD_FAILURE_MESSAGE)) fail('The functions could not be loaded');
      else if (output.includes(READY_MESSAGE)) settle(resolve);
    };
    const timer = setTimeout(
      () => fail(`The emulators were not ready after ${START_TIMEOUT_MS / 1000} s`),
      START_TIMEOUT_MS,
    );
    child.stdout?.on('data', read);
    child.once('exit', () => fail('The emulators exited while starting'));
    child.once('error', (error) => settle(() => reject(error)));
    signal.addEventListener('abort', () => settle(() => reject(new CommandError('Stopped.'))));
  });
}

/**
 * Starts a suite's emulators, which log to a file, and waits until they are ready.
 * @param binaries variables that name emulator binaries, see findEmulators
 * @throws CommandError with the log's last lines, after stopping everything it started
 */
export async function startEmulators(
  offset: Offset,
  config: string,
  binaries: Record<string, string>,
  signal: AbortSignal,
): Promise<Emulators> {
  const { logs, temporary } = getSuitePaths(offset);
  // The emulators leave a socket for each function behind.
  rmSync(temporary, { recursive: true, force: true });
  for (const folder of [logs, temporary]) mkdirSync(folder, { recursive: true });
  const log = join(logs, 'emulators.log');
  const child = spawnEmulators(offset, config, binaries);
  const stream = createWriteStream(log);
  child.stdout?.pipe(stream, { end: false });
  child.stderr?.pipe(stream, { end: false });
  const ended = new Promise<CommandError>((resolve) =>
    child.once('exit', (code) =>
      resolve(new CommandError(`The emulators exited (code ${code ?? 'none'}). See ${log}`)),
    ),
  );
  const stop = (graceMs: number) =>
    stopProcessTree(child.pid, () => findLeftovers(offset), graceMs);
  try {
    await waitUntilReady(child, log, signal);
  } catch (error) {
    await stop(GRACE_MS.starting);
    throw error;
  }
  return { ended, stop: () => stop(GRACE_MS.running) };
}
