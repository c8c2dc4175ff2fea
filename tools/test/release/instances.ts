import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { HOST } from '../../src/suite/ports';
import { inRoot } from '../../src/system/root';
import { type Artefact } from './artefact';
import { freePort } from './network';

export interface Platform {
  readonly artefact: Artefact;
  readonly project: string;
  readonly bucket: string;
  readonly services: Readonly<Record<string, string>>;
  readonly logs: string;
  /** ECMAScript that simulates the outside world for a new instance of this function. */
  readonly outside: (name: string) => string | undefined;
}

export interface Instance {
  readonly url: string;
  /** In MiB. */
  readonly memory: () => { readonly most: number; readonly allowed: number };
  /** Like Cloud Run: it may finish what it has begun. */
  readonly stop: () => Promise<void>;
}

const FRAMEWORK = join('@google-cloud', 'functions-framework', 'build', 'src', 'main.js');
const CGROUPS = '/sys/fs/cgroup/memory';
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;
const MIB = 1024 * 1024;
let instanceCount = 0;

/** Limits its processes to `allowed` MiB together; null if this machine doesn't permit groups. */
function createMemoryGroup(allowed: number): string | null {
  const group = join(CGROUPS, `quantalgo-${process.pid}-${instanceCount}`);
  try {
    mkdirSync(group);
    writeFileSync(join(group, 'memory.limit_in_bytes'), String(allowed * MIB));
    return group;
  } catch {
    return null;
  }
}

/** Only what Cloud Run and Firebase set, the settings and the secrets. */
function buildEnvironment(
  platform: Platform,
  name: string,
  revision: number,
  port: number,
): Record<string, string> {
  const { artefact, project, bucket, services, outside } = platform;
  const { eventTrigger, secretEnvironmentVariables = [] } = artefact.functions[name] ?? {};
  const secrets: [string, string][] = secretEnvironmentVariables.map(({ key }) => [
    key,
    artefact.secrets[key] ?? '',
  ]);
  const service = name.toLowerCase();
  const world = outside(name);
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: '/tmp',
    NODE_ENV: 'production',
    PORT: String(port),
    FUNCTION_TARGET: name,
    FUNCTION_SIGNATURE_TYPE: eventTrigger ? 'cloudevent' : 'http',
    K_SERVICE: service,
    K_CONFIGURATION: service,
    K_REVISION: `${service}-${String(revision).padStart(5, '0')}`,
    LOG_EXECUTION_ID: 'true',
    GCLOUD_PROJECT: project,
    FIREBASE_CONFIG: JSON.stringify({ projectId: project, storageBucket: bucket }),
    ...artefact.settings,
    ...Object.fromEntries(secrets),
    ...services,
    ...(world && {
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(world)}`,
    }),
  };
}

const isAccepting = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, HOST);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

const readPeak = (pid: number | undefined): number => {
  const file = `/proc/${pid ?? 0}/status`;
  const [, kib = '0'] = existsSync(file)
    ? (/VmHWM:\s+(\d+)/.exec(readFileSync(file, 'utf8')) ?? [])
    : [];
  return Math.round(Number(kib) / 1024);
};

/**
 * Starts an instance and waits until it accepts calls, like Cloud Run.
 * @param revision number of the function's deployment
 * @throws Error if it ends, or accepts no calls within a minute
 */
export async function startInstance(
  platform: Platform,
  name: string,
  revision = 1,
): Promise<Instance> {
  const allowed = platform.artefact.functions[name]?.availableMemoryMb ?? 256;
  const port = await freePort();
  instanceCount += 1;
  const group = createMemoryGroup(allowed);
  const joinCommand = group === null ? '' : `echo $$ > ${group}/cgroup.procs; `;
  const command = `${joinCommand}exec "$0" "$1"`;
  const args = ['-c', command, process.execPath, inRoot('node_modules', FRAMEWORK)];
  const child = spawn('sh', args, {
    cwd: platform.artefact.folder,
    env: buildEnvironment(platform, name, revision, port),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(join(platform.logs, `${name}.log`), { flags: 'a' });
  for (const stream of [child.stdout, child.stderr]) stream.pipe(log, { end: false });
  const exit = once(child, 'exit');
  const deadline = performance.now() + START_TIMEOUT_MS;
  const end = async () => {
    child.kill('SIGKILL');
    await exit;
    if (group !== null) rmdirSync(group);
  };
  while (!(await isAccepting(port))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await end();
      throw new Error(`${name} does not start: see ${platform.logs}`);
    }
    await wait(50);
  }
  let most = 0;
  const updatePeak = () => (most = Math.max(most, readPeak(child.pid)));
  return {
    url: `http://${HOST}:${port}`,
    memory: () => ({ most: updatePeak(), allowed }),
    stop: async () => {
      updatePeak();
      child.kill('SIGTERM');
      await Promise.race([exit, wait(STOP_TIMEOUT_MS, undefined, { ref: false })]);
      await end();
    },
  };
}
