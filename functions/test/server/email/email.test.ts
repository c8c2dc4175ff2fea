import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { DEMONSTRATION_BRAND } from '@quantalgo/contracts/core/brand';
import { HOUR_MS, MINUTE_MS } from '@quantalgo/contracts/core/time';
import { Timestamp } from 'firebase-admin/firestore';
import { logger } from 'firebase-functions';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { MAX_MAIL_ATTEMPTS, MAIL_LEASE_MS } from '../../../src/domain/email/email';
import { deliverEmail, createRateLimiter, sweepEmails } from '../../../src/platform/email/queue';
import { queueEmail, type EmailOrder, sealParameters } from '../../../src/platform/core/queues';
import { createSecrets } from '../../../src/platform/core/secrets';
import { fakeTaskQueue } from '../../fakeTaskQueue';
import { openEmulatedProject } from '../emulated';
import {
  isFinalRefusal,
  type OutgoingEmail,
  createSmtpSender,
} from '../../../src/platform/email/smtp';

const server = openEmulatedProject('demo-onboarding-mail');
const START = Date.parse('2026-11-20T14:00:00Z');

let now = START;
let sent: OutgoingEmail[] = [];
let refuse: Error | null = null;
let tasks = fakeTaskQueue();

const deps = {
  firestore: server.database,
  mailSecrets: createSecrets('the key of a test, long enough to be one'),
  send: async (mail: OutgoingEmail) => {
    await Promise.resolve();
    if (refuse) throw refuse;
    sent.push(mail);
  },
  waitForTurn: () => Promise.resolve(true),
  tasks: { add: (...given: Parameters<typeof tasks.add>) => tasks.add(...given) },
  siteUrl: 'https://quantalgo.test',
  brand: DEMONSTRATION_BRAND,
  clock: () => now,
};

const ORDER: EmailOrder = {
  template: 'confirmation',
  to: 'ada@example.test',
  parameters: { fullName: 'Ada Obi', email: 'ada@example.test' },
  sealed: sealParameters(deps, { code: '7f3k2pm' }),
};

const storedSchema = z.object({
  state: z.string(),
  attempts: z.number(),
  sealed: z.nullable(z.string()),
  dueAt: z.nullable(z.instanceof(Timestamp)),
  problem: z.nullable(z.string()),
});

async function queue(order: EmailOrder = ORDER): Promise<string> {
  const batch = server.database.batch();
  queueEmail(deps, batch, order, now);
  await batch.commit();
  const { docs } = await server.database.collection('mail').get();
  return docs[0]?.id ?? '';
}

const stored = async (id: string) =>
  storedSchema.parse((await server.database.doc(`mail/${id}`).get()).data());

/** Runs the tasks that are due. */
const runTasks = () => tasks.runDue(now, ({ id }) => deliverEmail(deps, id));

/** Runs the sweep, and the tasks that it adds. */
async function sweep() {
  await sweepEmails(deps);
  return runTasks();
}

beforeEach(async () => {
  await server.clear();
  now = START;
  sent = [];
  refuse = null;
  tasks = fakeTaskQueue();
});
afterAll(() => server.close());

it('limits the emails started per second to the mail server’s rate', async () => {
  const turn = createRateLimiter(50);
  const began = performance.now();
  const times = await Promise.all(
    Array.from({ length: 6 }, async () => {
      await turn();
      return performance.now() - began;
    }),
  );
  times.forEach((at, index) => expect(at).toBeGreaterThanOrEqual(index * 20 - 2));
});

it('takes no turn if the wait would exceed the limit', async () => {
  const turn = createRateLimiter(10, 50);
  expect(await turn()).toBe(true);
  expect(await Promise.all([turn(), turn()])).toEqual([false, false]);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(await turn()).toBe(true);
});

describe('queued email', () => {
  it('is sent once by repeated and concurrent deliveries', async () => {
    const id = await queue();
    await Promise.all([1, 2, 3, 4].map(() => deliverEmail(deps, id)));
    await deliverEmail(deps, id);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      id,
      to: 'ada@example.test',
      subject: '7F3K2PM is your QuantAlgo confirmation code',
    });
    expect(await stored(id)).toMatchObject({ state: 'sent', attempts: 1, dueAt: null });
  });

  it('stores its secrets sealed, until delivery', async () => {
    const id = await queue();
    const [waiting] = await server.documents('mail');
    expect(JSON.stringify(waiting)).not.toMatch(/7f3k2pm/i);
    await deliverEmail(deps, id);
    expect((await stored(id)).sealed).toBeNull();
  });

  it('is retried with increasing delays until the server is back', async () => {
    const id = await queue();
    refuse = new Error('connect ECONNREFUSED');
    expect(await deliverEmail(deps, id)).toBe('waiting');
    expect(await stored(id)).toMatchObject({ attempts: 1, problem: 'connect ECONNREFUSED' });
    expect(tasks.waiting()).toEqual([{ task: { collection: 'mail', id }, dueAt: now + 30_000 }]);
    now += 30_000;
    expect(await runTasks()).toEqual(['waiting']);
    now += 59_000;
    expect(await runTasks()).toEqual([]);
    refuse = null;
    now += 1000;
    expect(await runTasks()).toEqual(['sent']);
    expect(sent).toHaveLength(1);
    expect(tasks.waiting()).toEqual([]);
  });

  it('is sent once if its task runs twice', async () => {
    const id = await queue();
    refuse = new Error('421 try later');
    await deliverEmail(deps, id);
    refuse = null;
    now += 30_000;
    const [due] = tasks.waiting();
    const run = () => deliverEmail(deps, due?.task.id ?? '');
    expect((await Promise.all([run(), run()])).toSorted()).toEqual([null, 'sent']);
    expect(await run()).toBeNull();
    expect(sent).toHaveLength(1);
  });

  it('is sent by the sweep with a new task if its task was lost', async () => {
    const id = await queue();
    refuse = new Error('421 try later');
    await deliverEmail(deps, id);
    tasks.purge();
    refuse = null;
    expect(await sweep()).toEqual([]);
    now += MINUTE_MS;
    expect(await sweep()).toEqual(['sent']);
    expect(await sweep()).toEqual([]);
  });

  it('raises an alarm if it has been due for five minutes', async () => {
    await queue();
    const alarms = vi.spyOn(logger, 'write').mockImplementation(() => undefined);
    now += 5 * MINUTE_MS - 1;
    await sweepEmails(deps);
    expect(alarms).not.toHaveBeenCalled();
    tasks.purge();
    now += 1;
    expect(await sweep()).toEqual(['sent']);
    expect(alarms.mock.calls).toEqual([
      [expect.objectContaining({ alarm: 'tasks-late', value: 1 })],
    ]);
    alarms.mockRestore();
  });

  it('is sent by the sweep if it was never attempted', async () => {
    await queue();
    expect(await sweep()).toEqual(['sent']);
  });

  it('is sent by a single task if the mail server’s rate is used up', async () => {
    const id = await queue();
    const busy = { ...deps, waitForTurn: () => Promise.resolve(false) };
    expect(await deliverEmail(busy, id)).toBeNull();
    expect(await deliverEmail(busy, id)).toBeNull();
    expect(await stored(id)).toMatchObject({ state: 'waiting', attempts: 0 });
    expect(tasks.waiting()).toHaveLength(1);
    expect(await runTasks()).toEqual(['sent']);
  });

  it('takes a turn only if it can be sent', async () => {
    const [id, late] = [await queue(), 'none'];
    let turns = 0;
    const counted = {
      ...deps,
      waitForTurn: () => {
        turns += 1;
        return Promise.resolve(true);
      },
    };
    await deliverEmail(counted, id);
    await deliverEmail(counted, id);
    await deliverEmail(counted, late);
    expect(turns).toBe(1);
  });

  it('is retried after its lease if its run was killed while sending', async () => {
    const id = await queue();
    const leaseEnd = now + MAIL_LEASE_MS;
    await server.database
      .doc(`mail/${id}`)
      .update({ state: 'sending', dueAt: Timestamp.fromMillis(leaseEnd) });
    expect(await deliverEmail(deps, id)).toBeNull();
    expect(tasks.waiting()).toEqual([{ task: { collection: 'mail', id }, dueAt: leaseEnd }]);
    now += MAIL_LEASE_MS;
    expect(await runTasks()).toEqual(['sent']);
  });

  it('is marked dead with its secrets erased after the maximum number of attempts', async () => {
    const id = await queue();
    refuse = new Error('421 try later');
    for (let attempts = 0; attempts < MAX_MAIL_ATTEMPTS; attempts += 1) {
      await sweep();
      now += 4 * HOUR_MS;
    }
    expect(await stored(id)).toMatchObject({
      state: 'dead',
      attempts: MAX_MAIL_ATTEMPTS,
      sealed: null,
      dueAt: null,
      problem: 'attempts: 421 try later',
    });
  });

  it('is marked dead on a permanent rejection', async () => {
    const id = await queue();
    refuse = Object.assign(new Error('550 no such user'), {
      responseCode: 550,
      command: 'RCPT TO',
    });
    expect(await deliverEmail(deps, id)).toBe('dead');
  });

  it('stays pending if the server rejects our login', async () => {
    const id = await queue({ ...ORDER, validUntil: now + HOUR_MS / 2 });
    refuse = Object.assign(new Error('535 authentication failed'), {
      responseCode: 535,
      command: 'AUTH PLAIN',
    });
    expect(await deliverEmail(deps, id)).toBe('waiting');
    refuse = null;
    now += 30_000;
    expect(await sweep()).toEqual(['sent']);
    expect(sent[0]?.subject).toBe('7F3K2PM is your QuantAlgo confirmation code');
  });

  it('is marked dead if its code expires before the next attempt', async () => {
    const id = await queue({ ...ORDER, validUntil: now + 20_000 });
    refuse = new Error('421 try later');
    expect(await deliverEmail(deps, id)).toBe('dead');
    expect((await stored(id)).problem).toBe('expired: 421 try later');
  });

  it('is not sent after its code has expired', async () => {
    const id = await queue({ ...ORDER, validUntil: now + HOUR_MS / 2 });
    now += HOUR_MS / 2;
    expect(await sweep()).toEqual(['dead']);
    expect(sent).toEqual([]);
    expect(await stored(id)).toMatchObject({
      state: 'dead',
      attempts: 0,
      sealed: null,
      dueAt: null,
      problem: 'expired',
    });
    expect(await sweep()).toEqual([]);
  });
});

describe('full outbox', () => {
  /** Queues `each` notices without expiry and `each` codes, the first of which expires last. */
  async function fill(each: number): Promise<void> {
    const batch = server.database.batch();
    for (let index = 0; index < each; index += 1) {
      queueEmail(deps, batch, { ...ORDER, to: `notice-${index}@example.test` }, now);
      const code = { ...ORDER, to: `code-${index}@example.test` };
      queueEmail(deps, batch, { ...code, validUntil: now + HOUR_MS - index * 1000 }, now);
    }
    await batch.commit();
  }

  it('sends codes before notices, starting with the first to expire', async () => {
    await fill(60);
    expect(await sweepEmails(deps)).toBe(120);
    expect(await runTasks()).toEqual(Array.from({ length: 120 }, () => 'sent'));
    const order = sent.map(({ to }) => to);
    expect(order.findIndex((to) => to.startsWith('notice'))).toBe(60);
    expect(order.slice(0, 2)).toEqual(['code-59@example.test', 'code-58@example.test']);
  });
});

describe('mail server', () => {
  /** A mail server that gives this answer to one command (`CONN` is the greeting) and accepts all others. */
  async function startServer(
    answer: string,
    command = 'RCPT',
    host = '127.0.0.1',
  ): Promise<{ url: string; server: Server }> {
    const answers = { CONN: '220 test', EHLO: '250 AUTH PLAIN', AUTH: '235 ok', DATA: '354 go on' };
    const answerTo = (line: string): string => {
      const responses = Object.entries({ ...answers, [command]: answer });
      return responses.find(([begin]) => line.startsWith(begin))?.[1] ?? '250 ok';
    };
    const smtp = createServer((socket) => {
      socket.write(`${answerTo('CONN')}\r\n`);
      socket.on('data', (chunk: Buffer) => {
        socket.write(`${answerTo(chunk.toString())}\r\n`);
      });
      socket.on('error', () => undefined);
    });
    smtp.listen(0, host);
    await once(smtp, 'listening');
    const { port } = z.object({ port: z.number() }).parse(smtp.address());
    return { url: `smtp://us:secret@${host}:${port}`, server: smtp };
  }
  const mail = { id: '1', to: 'ada@example.test', subject: 'Hello', text: 'Hello', html: '' };
  const sendError = (url: string, from: string): Promise<unknown> =>
    createSmtpSender(url, from)(mail).catch((reason: unknown) => reason);

  it.each([
    ['550 no such user', 'RCPT', true],
    ['451 try later', 'RCPT', false],
    ['554 this is spam', 'DATA', true],
    ['535 authentication failed', 'AUTH', false],
    ['554 too many of you', 'CONN', false],
    ['550 not your address', 'MAIL', false],
  ])('classifies the response "%s"', async (answer, command, final) => {
    const { url, server: smtp } = await startServer(answer, command);
    const error = await sendError(url, 'Us <us@example.test>');
    expect(error).toBeInstanceOf(Error);
    expect(isFinalRefusal(error)).toBe(final);
    smtp.close();
  });

  it('receives no password or email without encryption', async () => {
    const { url, server: smtp } = await startServer('250 ok', 'RCPT', '127.0.0.2');
    const lines: string[] = [];
    smtp.on('connection', (socket) => {
      socket.on('data', (chunk: Buffer) => lines.push(chunk.toString().split(' ')[0] ?? ''));
    });
    const error = await sendError(url, 'us@example.test');
    expect(error).toBeInstanceOf(Error);
    expect(isFinalRefusal(error)).toBe(false);
    expect(lines).not.toContain('AUTH');
    smtp.close();
  });

  it('is a temporary failure if unreachable', async () => {
    const { url, server: smtp } = await startServer('250 ok');
    smtp.close();
    await once(smtp, 'close');
    const error = await sendError(url, 'us@example.test');
    expect(error).toBeInstanceOf(Error);
    expect(isFinalRefusal(error)).toBe(false);
  });
});
