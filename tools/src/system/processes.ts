import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const POLL_INTERVAL_MS = 100;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Omits zombies. On request, `command` includes the environment. */
function listProcesses(withEnvironment = false) {
  const args = [withEnvironment ? 'axeww' : 'axww', '-o', 'pid=,ppid=,stat=,command='];
  const table = execFileSync('ps', args, { encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES });
  return table.split('\n').flatMap((row) => {
    const [, pid, parent, state = 'Z', command = ''] =
      /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(row) ?? [];
    return state.startsWith('Z') ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

export function findProcessTree(pid: number): number[] {
  const all = listProcesses();
  const family = new Set(all.filter((process) => process.pid === pid).map(() => pid));
  for (const member of family) {
    for (const { pid: child, parent } of all) if (parent === member) family.add(child);
  }
  return [...family];
}

/**
 * Finds processes left behind by a killed parent. Empty on systems whose `ps` shows no
 * environments.
 */
export function findProcessesByVariable(variable: string, value: string): number[] {
  const assignment = ` ${variable}=${value} `;
  const matches = listProcesses(true).filter(({ command }) => `${command} `.includes(assignment));
  return matches.map(({ pid }) => pid);
}

export const isAlive = (pid: number): boolean =>
  listProcesses().some((process) => process.pid === pid);

export const getCommandLine = (pid: number): string =>
  listProcesses().find((process) => process.pid === pid)?.command ?? '';

/** Ignores processes that have ended. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (isAlive(pid)) throw error;
  }
}

/** @returns the processes that still run after `timeoutMs` */
export async function waitUntilGone(pids: number[], timeoutMs: number): Promise<number[]> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const alive = new Set(listProcesses().map(({ pid }) => pid));
    const remaining = pids.filter((pid) => alive.has(pid));
    if (remaining.length === 0 || performance.now() > deadline) return remaining;
    await wait(POLL_INTERVAL_MS);
  }
}

export function isPortTaken(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(true));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(false)));
  });
}

/** Undefined if there is none or the system has no `lsof`. */
export function findListener(port: number): number | undefined {
  try {
    const args = ['-nP', '-t', `-iTCP:${port}`, '-sTCP:LISTEN'];
    const output = execFileSync('lsof', args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return Number.parseInt(output, 10) || undefined;
  } catch {
    return undefined;
  }
}
