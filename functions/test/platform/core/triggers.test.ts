import { readdirSync, readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { runSteps } from '../../../src/platform/core/steps';
import {
  onDocumentCreated,
  onDocumentWritten,
  onSchedule,
  onTaskDispatched,
} from '../../../src/platform/core/triggers';

const SOURCES = new URL('../../../src/', import.meta.url);

const EVENT = {
  specversion: '1.0',
  id: '1',
  source: 'source',
  type: 'type',
  time: '2026-11-20T11:00:00Z',
  location: 'eur3',
  project: 'p',
  database: '(default)',
  namespace: '',
  document: 'users/Kx3-9f',
  params: { uid: 'Kx3-9f' },
  data: undefined,
} as const;

const TASK = {
  queueName: 'queue',
  id: '1',
  retryCount: 0,
  executionCount: 0,
  scheduledTime: EVENT.time,
  data: null,
};

const SCHEDULE = { schedule: '* * * * *' };
const DOCUMENT = { document: 'users/{uid}' } as const;

type Throwing = () => Promise<void>;

const rejectWith = (error: Error) => () => Promise.reject(error);

it.each<[string, (handler: Throwing) => unknown]>([
  ['onSchedule', (handler) => onSchedule(SCHEDULE, handler).run({ scheduleTime: EVENT.time })],
  ['onTaskDispatched', (handler) => onTaskDispatched({}, handler).run(TASK)],
  ['onDocumentCreated', (handler): unknown => onDocumentCreated(DOCUMENT, handler).run(EVENT)],
  ['onDocumentWritten', (handler): unknown => onDocumentWritten(DOCUMENT, handler).run(EVENT)],
])('%s throws errors without members’ ids, because the platform logs them', async (_, run) => {
  const cause = new Error('telegramChats/5551 is missing');
  const single = rejectWith(new TypeError('users/Kx3-9f doesn’t match its schema', { cause }));
  const combined = async () => {
    await runSteps([rejectWith(new Error('bots/Kx3-9f')), rejectWith(cause)]);
  };
  for (const handler of [single, combined]) {
    const error: unknown = await Promise.resolve(run(handler)).catch((thrown: unknown) => thrown);
    expect(inspect(error, { showHidden: true, depth: null })).not.toMatch(/Kx3|5551/);
    expect(error).toHaveProperty('stack', expect.stringContaining('telegramChats/… is missing'));
  }
  await expect(run(single)).rejects.toThrow('users/… doesn’t match its schema');
  await expect(run(combined)).rejects.toThrow('bots/…; Error: telegramChats/… is missing');
});

it('registers event handlers only with triggers that redact errors', () => {
  const importers = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .filter((path) =>
      / from 'firebase-functions\/(?!https|params)/.test(
        readFileSync(new URL(path, SOURCES), 'utf8'),
      ),
    );
  expect(importers).toEqual(['platform/core/triggers.ts']);
});
