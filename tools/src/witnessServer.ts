import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import {
  type Checkpoint,
  checkpointOf,
  checkpointText,
  judgeSubmission,
  type NoteKey,
  signedNoteOf,
  submissionOf,
} from '@quantalgo/contracts';
import {
  type Cosigner,
  cosignerOf,
  verifyEd25519,
} from '@quantalgo/functions/platform/core/noteSigner';

/** Longest accepted submission (bytes): a proof of 63 hashes and a checkpoint are far shorter. */
const MAX_BYTES = 64 * 1024;

/** Writes a file atomically (write, then rename). */
function writeWhole(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}

/**
 * The witness's cosigner, whose secret is made in its folder at its first start.
 * @throws Error where the secret is damaged: anybody could know what a key is derived from that remains of it
 */
export function cosignerIn(folder: string, name: string): Cosigner {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'key');
  if (!existsSync(file)) writeWhole(file, randomBytes(32).toString('hex'));
  const secret = readFileSync(file, 'utf8');
  if (!/^[0-9a-f]{64}$/.test(secret)) throw new Error(`${file} is damaged`);
  return cosignerOf(name, secret);
}

/** The last checkpoints that a witness cosigned, a file for each log. */
class Memory {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  #fileOf(origin: string): string {
    return join(this.#folder, `${encodeURIComponent(origin)}.checkpoint`);
  }

  /** @throws Error where the file is damaged: a witness that forgot must not cosign */
  last(origin: string): Checkpoint | null {
    const file = this.#fileOf(origin);
    if (!existsSync(file)) return null;
    try {
      return checkpointOf(readFileSync(file, 'utf8'));
    } catch (cause) {
      throw new Error(`${file} is damaged`, { cause });
    }
  }

  keep(checkpoint: Checkpoint): void {
    writeWhole(this.#fileOf(checkpoint.origin), checkpointText(checkpoint));
  }
}

interface Answer {
  readonly status: number;
  readonly body?: string;
  readonly type?: string;
}

/** What a witness needs to know. */
export interface WitnessOptions {
  /** Where its key and its memory are. */
  readonly folder: string;
  readonly name: string;
  /** The logs that it witnesses. */
  readonly logs: readonly NoteKey[];
  readonly clock?: () => number;
}

/** The answers of a witness to submissions, one after the other, so that no two are judged by the same memory. */
function answering({ folder, name, logs, clock = Date.now }: WitnessOptions) {
  const cosigner = cosignerIn(folder, name);
  const memory = new Memory(folder);
  let turn: Promise<unknown> = Promise.resolve();
  const judge = async (body: string): Promise<Answer> => {
    const submission = submissionOf(body);
    const { text } = signedNoteOf(submission.note);
    const key = logs.find((one) => one.name === checkpointOf(text).origin);
    if (!key) return { status: 404 };
    const judged = { key, verify: verifyEd25519 };
    const answer = await judgeSubmission(submission, memory.last(key.name), judged);
    if (answer.status === 409)
      return { status: 409, body: `${answer.size}\n`, type: 'text/x.tlog.size' };
    if (answer.status !== 200) return { status: answer.status };
    memory.keep(answer.checkpoint);
    return { status: 200, body: cosigner.line(text, clock()) };
  };
  return (body: string): Promise<Answer> => {
    const answer = turn.then(() => judge(body));
    turn = answer.catch(() => undefined);
    return answer.catch((error: unknown): Answer => ({
      status: error instanceof TypeError ? 400 : 500,
    }));
  };
}

async function bodyOf(request: IncomingMessage): Promise<string | null> {
  let body = '';
  for await (const part of request.setEncoding('utf8')) {
    body += String(part);
    if (body.length > MAX_BYTES) return null;
  }
  return body;
}

/** A witness of logs (C2SP tlog-witness): `POST /add-checkpoint`, and its own key at `/`. */
export function witnessServer(options: WitnessOptions) {
  const answer = answering(options);
  const { verifierKey } = cosignerIn(options.folder, options.name);
  const reply = (response: ServerResponse, { status, body = '', type = 'text/plain' }: Answer) =>
    response.writeHead(status, { 'content-type': type }).end(body);
  return createServer((request, response) => {
    const { method, url } = request;
    if (method === 'GET' && url === '/')
      return void reply(response, { status: 200, body: `${verifierKey}\n` });
    if (method !== 'POST' || url !== '/add-checkpoint')
      return void reply(response, { status: 404 });
    bodyOf(request).then(
      async (body) => reply(response, body === null ? { status: 413 } : await answer(body)),
      () => response.destroy(),
    );
  });
}
