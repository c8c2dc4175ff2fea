import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname } from 'node:path';
import { Refusal } from '../suite/command';
import { familyOf, send, untilGone } from './processes';
import { ROOT } from './root';

const KILL_TIMEOUT_MS = 2000;
/** How long an interrupted program may take to end by itself. */
const GRACE_MS = 3000;
const LAST_LINES = 25;

/** Kills processes and waits until they are gone. */
export async function kill(pids: number[]): Promise<void> {
  for (const pid of pids) send(pid, 'SIGKILL');
  await untilGone(pids, KILL_TIMEOUT_MS);
}

/**
 * Asks a process to end (SIGINT) and kills what remains of it, its descendants and `others` after `graceMs`.
 * @param others further processes that belong to it, asked for before and after
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
  /** Whether its output is also shown as it comes. */
  echo?: boolean;
  /** Whether it yields to whatever else runs. */
  aside?: boolean;
}

/**
 * Lets a process that leads a session of its own have only what the others leave. Linux shares the processor among
 * sessions first (sched(7), autogroup): beside emulators and browsers, which have theirs, niceness alone changes nothing.
 */
function putAside(pid: number): void {
  setPriority(pid, constants.priority.PRIORITY_LOW);
  const group = `/proc/${pid}/autogroup`;
  if (existsSync(group)) writeFileSync(group, String(constants.priority.PRIORITY_LOW));
}

/** The last lines of a program's output, indented, for a message that says what went wrong. */
export function lastOf(output: string): string {
  const lines = output.trimEnd().split('\n').slice(-LAST_LINES);
  return lines.map((line) => `  ${line}`).join('\n');
}

/**
 * Runs a program quietly to its end and gives its exit code and all that it wrote.
 * @throws the reason of `signal` when it aborts; the program and all that it started have ended then
 */
export function runQuietly(
  { program, args, env = {}, cwd = ROOT, echo = false, aside = false }: Program,
  signal?: AbortSignal,
): Promise<{ code: number; output: string }> {
  signal?.throwIfAborted();
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, detached: aside });
  child.stdin.end();
  if (aside && child.pid !== undefined) putAside(child.pid);
  let stopped = Promise.resolve();
  const stop = () => {
    stopped = stopFamily(child.pid, () => [], GRACE_MS);
  };
  signal?.addEventListener('abort', stop, { once: true });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  if (echo) child.stdout.pipe(process.stdout, { end: false });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      signal?.removeEventListener('abort', stop);
      const result = { code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') };
      // Its output ends a moment before the last of what it started is gone.
      stopped.then(() => signal?.throwIfAborted()).then(() => resolve(result), reject);
    });
  });
}

/**
 * Runs a program to its end with its output in a log.
 * @throws Refusal with the last lines of the log when it fails
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
  if (code !== 0) throw new Refusal(`${title} failed (${log}):\n${lastOf(output)}`);
}
