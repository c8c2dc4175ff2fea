import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Refusal } from '../command/refusal';
import { ROOT } from './root';
import { stopFamily } from './stopFamily';

const LAST_LINES = 25;
/** How long an interrupted program may take to end by itself. */
const GRACE_MS = 3000;

type StdioPipe = ['ignore', 'pipe', 'pipe'];

export interface Program {
  program: string;
  args: string[];
  env?: Record<string, string | undefined>;
  cwd?: string;
  /** Whether what it says is also shown as it says it. */
  echo?: boolean;
}

const asError = (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason)));

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
  { program, args, env = {}, cwd = ROOT, echo = false }: Program,
  signal?: AbortSignal,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stdio: StdioPipe = ['ignore', 'pipe', 'pipe'];
    const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio });
    let stopped = Promise.resolve();
    const stop = () => {
      stopped = stopFamily(child.pid, () => [], GRACE_MS);
    };
    signal?.addEventListener('abort', stop, { once: true });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    if (echo) child.stdout.pipe(process.stdout, { end: false });
    child.once('error', reject);
    child.once('close', (code) => {
      signal?.removeEventListener('abort', stop);
      // Its output ends a moment before the last of what it started is gone.
      if (signal?.aborted) stopped.then(() => reject(asError(signal.reason)), reject);
      else resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') });
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
