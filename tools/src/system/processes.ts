import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const POLL_MS = 50;

interface ProcessInfo {
  pid: number;
  parent: number;
}

function readOr(path: string, fallback: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return fallback;
  }
}

const hasProc = () => readOr('/proc/self/stat', '') !== '';
const procIds = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

function infoOfProc(pid: number): ProcessInfo[] {
  const [, state, parent] = /\) (\S) (\d+)/.exec(readOr(`/proc/${pid}/stat`, '')) ?? [];
  return parent === undefined || state === 'Z' ? [] : [{ pid, parent: Number(parent) }];
}

function infosOfPs(): ProcessInfo[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return table
    .trim()
    .split('\n')
    .map((row) => {
      const [pid = 0, parent = 0] = row.trim().split(/\s+/).map(Number);
      return { pid, parent };
    });
}

const allProcesses = () => (hasProc() ? procIds().flatMap(infoOfProc) : infosOfPs());

/** Ids of a process and of all that descend from it, as far as they are alive. */
export function familyOf(pid: number): number[] {
  const all = allProcesses();
  const family = new Set(all.filter((process) => process.pid === pid).map(() => pid));
  for (const member of family) {
    for (const { pid: child, parent } of all) if (parent === member) family.add(child);
  }
  return [...family];
}

/**
 * Ids of the processes that were started with this variable in their environment. It finds what a killed parent left
 * behind. Empty on systems without /proc.
 */
export function processesWith(variable: string, value: string): number[] {
  if (!hasProc()) return [];
  const wanted = `${variable}=${value}`;
  return procIds().filter((pid) => readOr(`/proc/${pid}/environ`, '').split('\0').includes(wanted));
}

/** True while a process with this id runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/\) Z /.test(readOr(`/proc/${pid}/stat`, ''));
  } catch {
    return false;
  }
}

/** The command line of a running process; empty when there is none with this id. */
export function commandLineOf(pid: number): string {
  if (hasProc()) return readOr(`/proc/${pid}/cmdline`, '').replaceAll('\0', ' ').trim();
  try {
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/** Sends a signal; a process that has ended meanwhile is no error. */
export function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (isAlive(pid)) throw error;
  }
}

/** Waits until none of the processes runs, at most `timeoutMs`. Gives those that still do. */
export async function untilGone(pids: number[], timeoutMs: number): Promise<number[]> {
  const deadline = performance.now() + timeoutMs;
  while (pids.some(isAlive) && performance.now() < deadline) await wait(POLL_MS);
  return pids.filter(isAlive);
}
