import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname } from 'node:path';
import { CommandError } from '../suite/command';
import {
  findProcessTree,
  findProcessesByVariable,
  signalProcess,
  waitUntilGone,
} from './processes';
import { ROOT } from './root';

const KILL_TIMEOUT_MS = 2000;
const GRACE_MS = 3000;
const LAST_LINES = 25;

export async function killProcesses(pids: number[]): Promise<void> {
  for (const pid of pids) signalProcess(pid, 'SIGKILL');
  await waitUntilGone(pids, KILL_TIMEOUT_MS);
}

/**
 * Sends SIGINT, then SIGKILL to whatever is left of the process tree after `graceMs`.
 * @param listOthers lists further processes of the tree; called before and after the grace period
 */
export async function stopProcessTree(
  pid: number | undefined,
  listOthers: () => number[],
  graceMs: number,
): Promise<void> {
  const listTree = () => [...(pid === undefined ? [] : findProcessTree(pid)), ...listOthers()];
  const initialPids = new Set(listTree());
  if (pid !== undefined) signalProcess(pid, 'SIGINT');
  await waitUntilGone([...initialPids], graceMs);
  const pids = new Set([...initialPids, ...listTree()]);
  await killProcesses(await waitUntilGone([...pids], 0));
}

export interface Program {
  program: string;
  args: string[];
  env?: Record<string, string | undefined>;
  cwd?: string;
  echo?: boolean;
  lowPriority?: boolean;
}

/**
 * `pid` must lead its own session, because Linux shares the CPU among sessions first (sched(7),
 * autogroup). Niceness has no effect between sessions.
 */
function lowerPriority(pid: number): void {
  setPriority(pid, constants.priority.PRIORITY_LOW);
  const group = `/proc/${pid}/autogroup`;
  if (existsSync(group)) writeFileSync(group, String(constants.priority.PRIORITY_LOW));
}

export function formatLastLines(output: string): string {
  const lines = output.trimEnd().split('\n').slice(-LAST_LINES);
  return lines.map((line) => `  ${line}`).join('\n');
}

/**
 * Collects the entire output.
 * @throws the abort reason of `signal`, once the program and all its descendants, including
 * orphans, have ended
 */
export function runAndCapture(
  { program, args, env = {}, cwd = ROOT, echo = false, lowPriority = false }: Program,
  signal?: AbortSignal,
): Promise<{ code: number; output: string }> {
  signal?.throwIfAborted();
  // Unique per run, so that processes of nested runs carry both marks.
  const mark = `RUN_${randomUUID().replaceAll('-', '_')}`;
  const environment = { ...process.env, ...env, [mark]: 'yes' };
  const child = spawn(program, args, { cwd, env: environment, detached: lowPriority });
  child.stdin.end();
  if (lowPriority && child.pid !== undefined) lowerPriority(child.pid);
  let stopping = Promise.resolve();
  const stop = () => {
    stopping = stopProcessTree(child.pid, () => findProcessesByVariable(mark, 'yes'), GRACE_MS);
  };
  signal?.addEventListener('abort', stop, { once: true });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  if (echo) {
    child.stdout.pipe(process.stdout, { end: false });
    child.stderr.pipe(process.stderr, { end: false });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      signal?.removeEventListener('abort', stop);
      const result = { code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') };
      // The output ends slightly before the last descendants do.
      stopping.then(() => signal?.throwIfAborted()).then(() => resolve(result), reject);
    });
  });
}

/** @throws CommandError with the log's last lines if the program fails */
export async function runLogged(
  title: string,
  program: Program,
  log: string,
  signal?: AbortSignal,
): Promise<void> {
  mkdirSync(dirname(log), { recursive: true });
  const { code, output } = await runAndCapture(program, signal);
  writeFileSync(log, output);
  if (code !== 0) throw new CommandError(`${title} failed (${log}):\n${formatLastLines(output)}`);
}
