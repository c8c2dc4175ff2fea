import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import * as z from 'zod/mini';

const replySchema = z.object({
  id: z.int(),
  status: z.literal('ok'),
  errors: z.array(z.string()),
  warnings: z.array(z.string()),
  result: z.optional(
    z.object({ permit: z.optional(z.boolean()), rulesVersion: z.optional(z.int()) }),
  ),
});
const fetchSchema = z.object({
  action: z.literal('fetch_firestore_document'),
  server_request_id: z.int(),
  context: z.object({ path: z.string() }),
});
const messageSchema = z.union([fetchSchema, replySchema]);

export type Reply = z.infer<typeof replySchema>;

export type Fields = Record<string, object>;

const HANDSHAKE = -1;

/**
 * Drives the rules runtime over stdin and stdout like firebase-tools: one line of JSON per message.
 * @param documents results of `firestore.get()` by path; may change between requests
 */
export async function startRuntime(jar: string, documents: Map<string, Fields>) {
  const child = spawn('java', ['-Duser.language=en', '-jar', jar, 'serve']);
  const pending = new Map<number, (reply: Reply) => void>();
  const fetched: string[] = [];
  let stderr = '';
  let lastId = 0;
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const write = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`);

  function answerFetch({ context: { path }, server_request_id: id }: z.infer<typeof fetchSchema>) {
    fetched.push(path);
    const fields = documents.get(path);
    const document = { status: 'ok', result: { name: `projects/demo-x${path}`, fields } };
    write({ id, warnings: [], errors: [], ...(fields ? document : { status: 'not_found' }) });
  }

  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = messageSchema.parse(JSON.parse(line));
    if ('action' in message) answerFetch(message);
    else pending.get(message.id)?.(message);
  });

  const reply = (id: number) => new Promise<Reply>((resolve) => pending.set(id, resolve));
  await reply(HANDSHAKE);

  return {
    fetched,
    stderr: () => stderr,
    send(message: object): Promise<Reply> {
      const id = lastId++;
      const answer = reply(id);
      write({ ...message, id });
      return answer;
    },
    stop: () => child.kill('SIGINT'),
  };
}

export type Runtime = Awaited<ReturnType<typeof startRuntime>>;
