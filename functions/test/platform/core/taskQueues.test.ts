import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { IMMEDIATELY, openTaskQueue, taskSchema } from '../../../src/platform/core/taskQueues';

const requestSchema = z.object({
  task: z.object({
    name: z.string(),
    scheduleTime: z.optional(z.string()),
    httpRequest: z.object({ body: z.string() }),
  }),
});

const NOW = Date.parse('2026-11-20T14:00:00Z');

let server: Server;
let status = 200;
let received: { url: string; name: string; scheduleTime?: string | undefined; data: unknown }[] =
  [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { task } = requestSchema.parse(JSON.parse(Buffer.concat(pieces).toString()));
      const body: unknown = JSON.parse(Buffer.from(task.httpRequest.body, 'base64').toString());
      received.push({
        url: request.url ?? '',
        name: task.name.split('/').at(-1) ?? '',
        scheduleTime: task.scheduleTime,
        data: z.object({ data: z.unknown() }).parse(body).data,
      });
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  process.env['CLOUD_TASKS_EMULATOR_HOST'] = `127.0.0.1:${port}`;
  process.env['GCLOUD_PROJECT'] = 'demo-tasks';
  process.env['METADATA_SERVER_DETECTION'] = 'none';
});
beforeEach(() => {
  status = 200;
  received = [];
});
afterAll(() => {
  delete process.env['CLOUD_TASKS_EMULATOR_HOST'];
  server.close();
});

const task = { collection: 'mail', id: 'm1' };

describe('task queue', () => {
  it('adds a task with only its document, scheduled a second after it is due', async () => {
    await openTaskQueue('runMailTask', () => NOW).add(task, NOW + 30_000);
    const [sent] = received;
    expect(sent?.url).toMatch(/\/locations\/europe-west1\/queues\/runMailTask\/tasks$/);
    expect(sent?.scheduleTime).toBe('2026-11-20T14:00:31.000Z');
    expect(sent?.data).toEqual(task);
    expect(sent?.name).toMatch(/^[0-9a-f]{64}$/);
    expect(taskSchema.safeParse({ ...task, to: 'ada@example.test' }).success).toBe(false);
  });

  it('runs a task at once if it is already due', async () => {
    const queue = openTaskQueue('runMailTask', () => NOW);
    await queue.add(task, IMMEDIATELY);
    await queue.add(task, NOW);
    expect(received.map(({ scheduleTime }) => scheduleTime)).toEqual([undefined, undefined]);
  });

  it('names a task by document and time, so repeated events add no second task', async () => {
    const queue = openTaskQueue('runMailTask', () => NOW);
    await queue.add(task, NOW + 1);
    status = 409;
    await queue.add(task, NOW + 1);
    const [first, again] = received;
    expect(again?.name).toBe(first?.name);
    status = 200;
    await queue.add(task, NOW + 2);
    await queue.add({ ...task, collection: 'pushes' }, NOW + 1);
    expect(new Set(received.map(({ name }) => name)).size).toBe(3);
  });

  it('throws if a task can’t be added', async () => {
    status = 403;
    await expect(openTaskQueue('runMailTask', () => NOW).add(task, NOW)).rejects.toThrow();
  });
});
