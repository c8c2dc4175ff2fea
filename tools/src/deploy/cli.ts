import { spawn } from 'node:child_process';
import type * as z from 'zod/mini';
import { CommandError } from '../suite/command';
import { formatLastLines } from '../system/childProcess';
import { ROOT } from '../system/root';

/** A CLI call. If the program is `fetch`, the arguments are the method and URL of an API call. */
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

const splitWords = (line: string, more: readonly string[]): string[] => [
  ...line.split(' '),
  ...more,
];

export const gcloud = (line: string, ...more: string[]): Call => ({
  program: 'gcloud',
  args: splitWords(line, more),
});

export const firebase = (line: string, ...more: string[]): Call => ({
  program: 'npx',
  args: ['firebase', ...splitWords(line, more)],
});

export const http = (method: 'GET' | 'POST' | 'PATCH', url: string, body?: object): Call => ({
  program: 'fetch',
  args: [method, url],
  ...(body && { input: JSON.stringify(body) }),
});

const quote = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

export const formatCall = ({ program, args }: Call): string =>
  (program === 'fetch' ? args : [program, ...args]).map(quote).join(' ');

/** How CLIs and APIs report a missing resource or a disabled service. */
const ABSENT_ERROR =
  /NOT_FOUND|not found|cannot find|does not exist|SERVICE_DISABLED|has not been used|not enabled/i;

/**
 * Makes a call that returns JSON. Null means that the resource doesn't exist yet.
 * @throws CommandError with the call's message if it fails
 */
export type FetchJson = <T>(call: Call, schema: z.ZodMiniType<T>) => Promise<T | null>;

/** Includes stdout, because our checks and `firebase --json` print their errors there. */
const getErrorMessage = ({ stdout, stderr }: CommandResult): string =>
  formatLastLines(`${stderr}\n${stdout}`);

export const createFetchJson =
  (run: Run): FetchJson =>
  async (call, schema) => {
    const result = await run(call.program, call.args, call.input);
    if (result.code !== 0) {
      if (ABSENT_ERROR.test(result.stderr + result.stdout)) return null;
      throw new CommandError(
        `Could not read the current state: ${formatCall(call)}\n${getErrorMessage(result)}`,
      );
    }
    return schema.parse(JSON.parse(result.stdout || '[]'));
  };

/**
 * Makes a call that changes something.
 * @throws CommandError with the call, its message and the remedy
 */
export async function makeCall(
  run: Run,
  call: Call,
  { step, remedy }: { step: string; remedy: string },
) {
  const result = await run(call.program, call.args, call.input);
  if (result.code === 0) return;
  throw new CommandError(
    `Stopped at “${step}”: ${formatCall(call)}\n${getErrorMessage(result)}\nTo fix it: ${remedy}`,
  );
}

/** Disables prompts, so that gcloud uses its default answers. */
const spawnProgram: Run = (program, args, input = '') =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, CLOUDSDK_CORE_DISABLE_PROMPTS: '1' };
    const child = spawn(program, args, { cwd: ROOT, env });
    const text = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (part: string) => (text.stdout += part));
    child.stderr.setEncoding('utf8').on('data', (part: string) => (text.stderr += part));
    // Ignore write errors, because a program may exit without reading its input.
    child.stdin.on('error', () => {}).end(input);
    child.once('error', ({ message }) =>
      reject(new CommandError(`${program} could not be started. Is it installed? (${message})`)),
    );
    child.once('close', (code) => resolve({ code: code ?? 1, ...text }));
  });

/** Calls APIs as the account that is logged in to gcloud. */
export function createProjectRun(project: string): Run {
  let token: Promise<CommandResult> | undefined;
  return async (program, args, input) => {
    if (program !== 'fetch') return spawnProgram(program, args, input);
    const { code, stdout, stderr } = await (token ??= spawnProgram('gcloud', [
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
