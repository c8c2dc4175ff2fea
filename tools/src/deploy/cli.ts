import { spawn } from 'node:child_process';
import type * as z from 'zod/mini';
import { CommandError } from '../suite/command';
import { lastOf } from '../system/childProcess';
import { ROOT } from '../system/root';

/** A call of a CLI, or of a platform API: then the program is `fetch`, with method and address. */
export interface Call {
  readonly program: string;
  readonly args: readonly string[];
  readonly input?: string;
}

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export type Run = (
  program: string,
  args: readonly string[],
  input?: string,
) => Promise<CommandResult>;

/** Splits a line into words, and adds words that may contain spaces. */
const words = (line: string, more: readonly string[]): string[] => [...line.split(' '), ...more];

export const gcloud = (line: string, ...more: string[]): Call => ({
  program: 'gcloud',
  args: words(line, more),
});

export const firebase = (line: string, ...more: string[]): Call => ({
  program: 'npx',
  args: ['firebase', ...words(line, more)],
});

export const http = (method: 'GET' | 'POST' | 'PATCH', url: string, body?: object): Call => ({
  program: 'fetch',
  args: [method, url],
  ...(body && { input: JSON.stringify(body) }),
});

const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** A call as one would type it. */
export const textOf = ({ program, args }: Call): string =>
  (program === 'fetch' ? args : [program, ...args]).map(quoted).join(' ');

/** How CLIs and APIs report a missing resource, or a service that isn't enabled yet. */
const ABSENT =
  /NOT_FOUND|not found|cannot find|does not exist|SERVICE_DISABLED|has not been used|not enabled/i;

/**
 * Makes a call that returns JSON of a given shape; null if the resource doesn't exist yet.
 * @throws CommandError with the call's message if it fails
 */
export type Ask = <T>(call: Call, form: z.ZodMiniType<T>) => Promise<T | null>;

/** The message of a failed call; checks, and firebase-tools with `--json`, print it to stdout. */
const complaintOf = ({ stdout, stderr }: CommandResult): string => lastOf(`${stderr}\n${stdout}`);

export const askWith =
  (run: Run): Ask =>
  async (call, form) => {
    const answer = await run(call.program, call.args, call.input);
    if (answer.code !== 0) {
      if (ABSENT.test(answer.stderr + answer.stdout)) return null;
      throw new CommandError(`Looking failed: ${textOf(call)}\n${complaintOf(answer)}`);
    }
    return form.parse(JSON.parse(answer.stdout || '[]'));
  };

/**
 * Makes a call that changes something.
 * @throws CommandError with the call, its message, and the command that fixes it
 */
export async function make(
  run: Run,
  call: Call,
  { step, remedy }: { step: string; remedy: string },
) {
  const answer = await run(call.program, call.args, call.input);
  if (answer.code === 0) return;
  throw new CommandError(
    `Stopped at “${step}”: ${textOf(call)}\n${complaintOf(answer)}\nTo mend it: ${remedy}`,
  );
}

/** Runs a program to its end, without prompts: gcloud takes the default answers. */
const spawned: Run = (program, args, input = '') =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, CLOUDSDK_CORE_DISABLE_PROMPTS: '1' };
    const child = spawn(program, args, { cwd: ROOT, env });
    const text = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (part: string) => (text.stdout += part));
    child.stderr.setEncoding('utf8').on('data', (part: string) => (text.stderr += part));
    // A program may exit without reading its input; its exit code tells the result.
    child.stdin.on('error', () => {}).end(input);
    child.once('error', ({ message }) =>
      reject(new CommandError(`${program} does not start; is it installed? (${message})`)),
    );
    child.once('close', (code) => resolve({ code: code ?? 1, ...text }));
  });

/** Runs programs, and calls a project's APIs with the account that is logged in to gcloud. */
export function realRun(project: string): Run {
  let token: Promise<CommandResult> | undefined;
  return async (program, args, input) => {
    if (program !== 'fetch') return spawned(program, args, input);
    const { code, stdout, stderr } = await (token ??= spawned('gcloud', [
      'auth',
      'print-access-token',
    ]));
    if (code !== 0) return { code, stdout: '', stderr };
    const [method = 'GET', url = ''] = args;
    const headers = {
      Authorization: `Bearer ${stdout.trim()}`,
      'X-Goog-User-Project': project,
      'Content-Type': 'application/json',
    };
    const reply = await fetch(url, {
      method,
      headers,
      ...(input !== undefined && { body: input }),
    });
    const text = await reply.text();
    return reply.ok
      ? { code: 0, stdout: text, stderr: '' }
      : { code: 1, stdout: '', stderr: `${reply.status} ${text}` };
  };
}
