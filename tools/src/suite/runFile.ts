import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { getCommandLine, isPortTaken, findListener } from '../system/processes';
import { CommandError } from './command';
import { getSuiteAddresses } from './environment';
import { HOST, type Offset, type Ports, getPorts, readOffset, getSuitePaths } from './ports';

const runSchema = z.object({
  pid: z.int(),
  state: z.enum(['starting', 'ready']),
  site: z.string(),
  inbox: z.string(),
  startedAt: z.iso.datetime(),
});

export type Run = z.infer<typeof runSchema>;

export function createRun(offset: Offset): Run {
  const { site, inbox } = getSuiteAddresses(getPorts(offset));
  const startedAt = new Date().toISOString();
  return { pid: process.pid, state: 'starting', site, inbox, startedAt };
}

const isSuiteProcess = (pid: number) => getCommandLine(pid).includes('tools/bootstrap.mjs');

/** Undefined if there is none or its process has ended. */
export function readRun(path: string): Run | undefined {
  try {
    const run = runSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    return isSuiteProcess(run.pid) ? run : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the running suite at PORT_OFFSET.
 * @param fallback an alternative, appended to the message
 * @throws CommandError if none is ready
 */
export function requireRunning(fallback: string): { run: Run; ports: Ports } {
  const offset = readOffset(process.env['PORT_OFFSET'], 0);
  const run = readRun(getSuitePaths(offset).runFile);
  if (run?.state !== 'ready')
    throw new CommandError(
      `No suite is running at PORT_OFFSET ${offset}. Run \`npm start\`${fallback}.`,
    );
  return { run, ports: getPorts(offset) };
}

/**
 * Claims the run file, so that only one process starts the suite.
 * @returns the current holder; undefined if the claim succeeded
 */
export function claimRun(path: string, run: Run): Run | undefined {
  mkdirSync(dirname(path), { recursive: true });
  const holder = readRun(path);
  if (holder) return holder;
  rmSync(path, { force: true });
  try {
    writeFileSync(path, JSON.stringify(run), { flag: 'wx' });
    return undefined;
  } catch {
    return readRun(path) ?? run;
  }
}

export function markReady(path: string): void {
  const run = runSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  writeFileSync(path, JSON.stringify({ ...run, state: 'ready' } satisfies Run));
}

export function releaseRun(path: string): void {
  rmSync(path, { force: true });
}

/** A suite that has just ended may hold its ports slightly longer. */
const PORT_TIMEOUT_MS = 3000;
const POLL_INTERVAL_MS = 100;

async function isStillTaken(port: number, deadline: number): Promise<boolean> {
  while (await isPortTaken(HOST, port)) {
    if (performance.now() > deadline) return true;
    await wait(POLL_INTERVAL_MS);
  }
  return false;
}

function describeHolder(port: number): string {
  const pid = findListener(port);
  return pid === undefined
    ? 'another process'
    : `process ${pid} (${getCommandLine(pid).slice(0, 100)})`;
}

/**
 * @param ports by name
 * @throws CommandError that names a taken port and its holder
 */
export async function requireFreePorts(
  ports: Readonly<Record<string, number>>,
  timeoutMs = PORT_TIMEOUT_MS,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (const [name, port] of Object.entries(ports)) {
    if (!(await isStillTaken(port, deadline))) continue;
    throw new CommandError(
      `Port ${port} (${name}) is used by ${describeHolder(port)}.\n` +
        'Stop it, or shift all ports, for example with PORT_OFFSET=3000 npm start',
    );
  }
}
