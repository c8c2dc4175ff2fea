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

/** Where instances run: what stands around every one of them, and where they log. */
export interface Platform {
  readonly artefact: Artefact;
  readonly project: string;
  readonly bucket: string;
  /** The variables that lead to the emulators in the place of Google's services. */
  readonly services: Readonly<Record<string, string>>;
  readonly logs: string;
  /** Code (ECMAScript) that stands for the world outside of an instance of this function that starts now. */
  readonly outside: (name: string) => string | undefined;
}

/** One instance of a function: a process of its own under Google's Functions Framework. */
export interface Instance {
  readonly url: string;
  /** The most memory that it has had (MiB), and what it may have. */
  readonly memory: () => { readonly most: number; readonly allowed: number };
  /** Ends it as Cloud Run does: it may finish what it has begun. */
  readonly stop: () => Promise<void>;
}

const FRAMEWORK = join('@google-cloud', 'functions-framework', 'build', 'src', 'main.js');
const CGROUPS = '/sys/fs/cgroup/memory';
const STARTS_WITHIN_MS = 60_000;
const ENDS_WITHIN_MS = 10_000;
const MIB = 1024 * 1024;
let started = 0;

/** A group of processes that may have so much memory together; null where this machine lets us make none. */
function memoryGroup(allowed: number): string | null {
  const group = join(CGROUPS, `quantalgo-${process.pid}-${started}`);
  try {
    mkdirSync(group);
    writeFileSync(join(group, 'memory.limit_in_bytes'), String(allowed * MIB));
    return group;
  } catch {
    return null;
  }
}

/** All that an instance finds in its environment: what Cloud Run and Firebase set, its settings, its secrets. No more. */
function environmentOf(
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

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, HOST);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

const peakOf = (pid: number | undefined): number => {
  const file = `/proc/${pid ?? 0}/status`;
  const [, kib = '0'] = existsSync(file)
    ? (/VmHWM:\s+(\d+)/.exec(readFileSync(file, 'utf8')) ?? [])
    : [];
  return Math.round(Number(kib) / 1024);
};

/**
 * Starts an instance of a function and waits until it takes calls, as Cloud Run does.
 * @param revision which deployment of the function it is
 * @throws Error where it ends, or takes none in a minute
 */
export async function startInstance(
  platform: Platform,
  name: string,
  revision = 1,
): Promise<Instance> {
  const allowed = platform.artefact.functions[name]?.availableMemoryMb ?? 256;
  const port = await freePort();
  started += 1;
  const group = memoryGroup(allowed);
  const joins = group === null ? '' : `echo $$ > ${group}/cgroup.procs; `;
  const command = `${joins}exec "$0" "$1"`;
  const args = ['-c', command, process.execPath, inRoot('node_modules', FRAMEWORK)];
  const child = spawn('sh', args, {
    cwd: platform.artefact.folder,
    env: environmentOf(platform, name, revision, port),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(join(platform.logs, `${name}.log`), { flags: 'a' });
  for (const stream of [child.stdout, child.stderr]) stream.pipe(log, { end: false });
  const gone = once(child, 'exit');
  const until = performance.now() + STARTS_WITHIN_MS;
  const end = async () => {
    child.kill('SIGKILL');
    await gone;
    if (group !== null) rmdirSync(group);
  };
  while (!(await accepts(port))) {
    if (child.exitCode !== null || performance.now() > until) {
      await end();
      throw new Error(`${name} does not start: see ${platform.logs}`);
    }
    await wait(50);
  }
  let most = 0;
  const look = () => (most = Math.max(most, peakOf(child.pid)));
  return {
    url: `http://${HOST}:${port}`,
    memory: () => ({ most: look(), allowed }),
    stop: async () => {
      look();
      child.kill('SIGTERM');
      await Promise.race([gone, wait(ENDS_WITHIN_MS, undefined, { ref: false })]);
      await end();
    },
  };
}
