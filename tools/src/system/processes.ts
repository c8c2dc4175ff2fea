import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const POLL_MS = 100;
const MAX_TEXT = 64 * 1024 * 1024;

/** All processes except zombies; on request, `command` includes the environment. */
function listed(withEnvironment = false) {
  const args = [withEnvironment ? 'axeww' : 'axww', '-o', 'pid=,ppid=,stat=,command='];
  const table = execFileSync('ps', args, { encoding: 'utf8', maxBuffer: MAX_TEXT });
  return table.split('\n').flatMap((row) => {
    const [, pid, parent, state = 'Z', command = ''] =
      /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(row) ?? [];
    return state.startsWith('Z') ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

/** Ids of a process and all its descendants, as far as they are alive. */
export function familyOf(pid: number): number[] {
  const all = listed();
  const family = new Set(all.filter((process) => process.pid === pid).map(() => pid));
  for (const member of family) {
    for (const { pid: child, parent } of all) if (parent === member) family.add(child);
  }
  return [...family];
}

/**
 * Ids of the processes that were started with this variable in their environment, to find those left behind by a killed
 * parent. Empty on systems whose `ps` shows no environments.
 */
export function processesWith(variable: string, value: string): number[] {
  const wanted = ` ${variable}=${value} `;
  const marked = listed(true).filter(({ command }) => `${command} `.includes(wanted));
  return marked.map(({ pid }) => pid);
}

/** True while a process with this id runs. */
export const isAlive = (pid: number): boolean => listed().some((process) => process.pid === pid);

/** The command line of a running process; empty if there is none with this id. */
export const commandLineOf = (pid: number): string =>
  listed().find((process) => process.pid === pid)?.command ?? '';

/** Sends a signal; it is no error if the process has ended meanwhile. */
export function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (isAlive(pid)) throw error;
  }
}

/** Waits at most `timeoutMs` until none of the processes runs. Returns those that still do. */
export async function untilGone(pids: number[], timeoutMs: number): Promise<number[]> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const alive = new Set(listed().map(({ pid }) => pid));
    const remaining = pids.filter((pid) => alive.has(pid));
    if (remaining.length === 0 || performance.now() > deadline) return remaining;
    await wait(POLL_MS);
  }
}

/** Whether something on this machine already listens on the port of `host`. */
export function isTaken(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(true));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(false)));
  });
}

/** Id of the process that listens on a port; undefined if there is none, or the system has no `lsof`. */
export function listenerOn(port: number): number | undefined {
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
