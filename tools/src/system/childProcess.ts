import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname } from 'node:path';
import { CommandError } from '../suite/command';
import { familyOf, processesWith, send, untilGone } from './processes';
import { ROOT } from './root';

const KILL_TIMEOUT_MS = 2000;
/** Time (ms) for an interrupted program to end by itself. */
const GRACE_MS = 3000;
const LAST_LINES = 25;

/** Kills processes and waits until they are gone. */
export async function kill(pids: number[]): Promise<void> {
  for (const pid of pids) send(pid, 'SIGKILL');
  await untilGone(pids, KILL_TIMEOUT_MS);
}

/**
 * Asks a process to end (SIGINT), then kills whatever remains of it, its descendants and `others` after `graceMs`.
 * @param others lists further processes that belong to it; called before and after
 */
export async function stopFamily(
  pid: number | undefined,
  others: () => number[],
  graceMs: number,
): Promise<void> {
  const family = () => [...(pid === undefined ? [] : familyOf(pid)), ...others()];
  const before = new Set(family());
  if (pid !== undefined) send(pid, 'SIGINT');
  await untilGone([...before], graceMs);
  await kill(await untilGone([...new Set([...before, ...family()])], 0));
}

export interface Program {
  program: string;
  args: string[];
  env?: Record<string, string | undefined>;
  cwd?: string;
  /** Whether to print its output and its errors as they come. */
  echo?: boolean;
  /** Whether it runs at the lowest priority. */
  aside?: boolean;
}

/**
 * Gives a process that leads its own session only the CPU time that others leave. Linux first shares the processor
 * among sessions (sched(7), autogroup): against emulators and browsers in their own, niceness alone has no effect.
 */
function putAside(pid: number): void {
  setPriority(pid, constants.priority.PRIORITY_LOW);
  const group = `/proc/${pid}/autogroup`;
  if (existsSync(group)) writeFileSync(group, String(constants.priority.PRIORITY_LOW));
}

/** The last lines of a program's output, indented, for an error message. */
export function lastOf(output: string): string {
  const lines = output.trimEnd().split('\n').slice(-LAST_LINES);
  return lines.map((line) => `  ${line}`).join('\n');
}

/**
 * Runs a program quietly to its end and returns its exit code and entire output.
 * @throws the reason of `signal` when it aborts; the program and all its descendants have ended by then, also those
 *   whose parent ended before
 */
export function runQuietly(
  { program, args, env = {}, cwd = ROOT, echo = false, aside = false }: Program,
  signal?: AbortSignal,
): Promise<{ code: number; output: string }> {
  signal?.throwIfAborted();
  // Of its own for each run, so that a run started by another bears both.
  const mark = `RUN_${randomUUID().replaceAll('-', '_')}`;
  const inherited = { ...process.env, ...env, [mark]: 'yes' };
  const child = spawn(program, args, { cwd, env: inherited, detached: aside });
  child.stdin.end();
  if (aside && child.pid !== undefined) putAside(child.pid);
  let stopped = Promise.resolve();
  const stop = () => {
    stopped = stopFamily(child.pid, () => processesWith(mark, 'yes'), GRACE_MS);
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
      // Its output ends a moment before its last descendants do.
      stopped.then(() => signal?.throwIfAborted()).then(() => resolve(result), reject);
    });
  });
}

/**
 * Runs a program to its end with its output in a log.
 * @throws CommandError with the last lines of the log if it fails
 */
export async function runLogged(
  title: string,
  program: Program,
  log: string,
  signal?: AbortSignal,
): Promise<void> {
  mkdirSync(dirname(log), { recursive: true });
  const { code, output } = await runQuietly(program, signal);
  writeFileSync(log, output);
  if (code !== 0) throw new CommandError(`${title} failed (${log}):\n${lastOf(output)}`);
}
