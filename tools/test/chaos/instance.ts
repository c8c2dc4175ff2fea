import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { pathToFileURL } from 'node:url';
import { PASSWORD_PATHS } from '@quantalgo/functions/http/auth/passwordPaths';
import * as z from 'zod/mini';
import { HOST, REGION } from '../../src/suite/ports';
import { readTask, TASKS_PATH } from '../fixtures/cloudTasks';
import { heapUsed } from '../heapUsed';

interface Job {
  readonly run: (event: { readonly scheduleTime: string; readonly data?: unknown }) => unknown;
}

const isFunction = (value: unknown): value is object => typeof value === 'function';
const jobSchema = z.custom<Job>(
  (value) => isFunction(value) && isFunction(Reflect.get(value, 'run')),
);
const listenerSchema = z.custom<RequestListener>(isFunction);
const functionsSchema = z.looseObject({ api: listenerSchema, passwords: listenerSchema });

/**
 * Holds the connections of all simultaneous callers; in production the platform's front end does.
 */
const BACKLOG = 4096;
const TRIGGER = new RegExp(`^/${REGION}-(\\w+)-0$`);

/*
 * One instance of a suite's built functions, in a separate process: `fork('instance.ts',
 * [INDEX_JS])`.
 * It serves the API like Hosting, and runs a scheduled function on POST /REGION-NAME-0 like the
 * Functions emulator.
 * It is its own Cloud Tasks and, like the emulator, runs each task at once.
 */
const [script = ''] = process.argv.slice(2);
const bundle: unknown = await import(pathToFileURL(script).href);
const functions = functionsSchema.parse(bundle);

async function runJob(name: string, request: IncomingMessage, response: ServerResponse) {
  const header = request.headers['x-cloudscheduler-scheduletime'];
  const scheduleTime = typeof header === 'string' ? header : new Date().toISOString();
  try {
    await z.parse(jobSchema, functions[name]).run({ scheduleTime });
    response.writeHead(200).end();
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
}

const taskNames = new Set<string>();

async function addTask(request: IncomingMessage, response: ServerResponse) {
  const { name, queue, body } = await readTask(request);
  const isNew = !taskNames.has(name);
  taskNames.add(name);
  response.writeHead(isNew ? 200 : 409, { 'content-type': 'application/json' }).end('{}');
  if (!isNew) return;
  const { data } = z.object({ data: z.unknown() }).parse(JSON.parse(body.toString()));
  await z.parse(jobSchema, functions[queue]).run({ scheduleTime: new Date().toISOString(), data });
}

const server = createServer((request, response) => {
  if (TASKS_PATH.test(request.url ?? '')) return void addTask(request, response);
  const job = TRIGGER.exec(request.url ?? '')?.[1];
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (job === undefined)
    functions[PASSWORD_PATHS.has(pathname) ? 'passwords' : 'api'](request, response);
  else void runJob(job, request, response);
});
server.keepAliveTimeout = 60_000;
server.listen({ port: 0, host: HOST, backlog: BACKLOG }, () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  process.env['CLOUD_TASKS_EMULATOR_HOST'] = `${HOST}:${port}`;
  process.send?.({ port });
});
process.on('message', () => process.send?.({ heap: heapUsed() }));
process.once('disconnect', () => process.exit());
