import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { getSuiteAddresses } from '../../src/suite/environment';
import { createMailbox, startInbox } from '../../src/suite/inbox';
import { type Ports } from '../../src/suite/ports';
import { runScheduled } from '../../src/suite/scheduler';
import { register, startInstance } from './instances';
import { eventually, type Place } from './place';

const messagesSchema = z.array(
  z.object({ to: z.string(), subject: z.string(), messageId: z.string() }),
);
export type Message = z.infer<typeof messagesSchema>[number];

export async function mailsTo(ports: Ports, address: string): Promise<Message[]> {
  const query = new URLSearchParams({ to: address }).toString();
  const reply = await fetch(`${getSuiteAddresses(ports).inbox}/api/messages?${query}`);
  return messagesSchema.parse(await reply.json());
}

/** From the newest email, once `mails` have arrived. */
export const readMailedCode = (ports: Ports, address: string, mails: number): Promise<string> =>
  eventually(`mail ${mails} to ${address}`, async () => {
    const all = await mailsTo(ports, address);
    return all.length < mails ? null : (all[0]?.subject.split(' ')[0] ?? null);
  });

export interface MailSink {
  readonly goDown: () => Promise<void>;
  readonly comeBack: () => Promise<void>;
  readonly setFull: (isFull: boolean) => void;
  readonly refuseWhere: (isFull: () => boolean) => void;
}

export async function startMailSink(ports: Ports): Promise<MailSink> {
  const mailbox = createMailbox();
  let isFull = () => false;
  const start = () => startInbox(ports, { mailbox, isFull: () => isFull() });
  let stop: (() => Promise<void>) | null = await start();
  return {
    goDown: async () => {
      await stop?.();
      stop = null;
    },
    comeBack: async () => {
      stop ??= await start();
    },
    setFull: (full) => {
      isFull = () => full;
    },
    refuseWhere: (isRefused) => {
      isFull = isRefused;
    },
  };
}

const VISITORS = 3;
/** More often than the schedule, so that emails arrive as soon as they are due. */
const RETRY_INTERVAL_MS = 5000;
const ARRIVAL_TIMEOUT_MS = 180_000;

const mailSchema = z.object({
  state: z.string(),
  attempts: z.int(),
  problem: z.nullable(z.string()),
});

async function readOutbox({ database }: Place, addresses: readonly string[]) {
  const { docs } = await database.collection('mail').where('to', 'in', addresses).get();
  return docs.map((mail) => mailSchema.parse(mail.data()));
}

const retry = ({ ports }: Place) =>
  runScheduled(getSuiteAddresses(ports).triggers, 'retryMail', Date.now());

async function mailVisitors(place: Place): Promise<string[]> {
  const instance = await startInstance(place);
  const addresses = Array.from({ length: VISITORS }, () => `${randomUUID()}@example.test`);
  try {
    for (const address of addresses) assert.equal((await register(instance, address)).status, 200);
  } finally {
    await instance.kill();
  }
  return addresses;
}

export interface MailFault {
  readonly begin: () => Promise<void> | void;
  readonly end: () => Promise<void> | void;
  /** Minimum duration. */
  readonly ms: number;
  readonly problem: RegExp;
}

/** Queues emails during a fault: they wait, are retried, and arrive once. */
export async function mailThrough(place: Place, fault: MailFault): Promise<string> {
  const startTime = performance.now();
  await fault.begin();
  try {
    const addresses = await mailVisitors(place);
    const haveFailed = async () => {
      const mails = await readOutbox(place, addresses);
      return mails.every(({ problem }) => fault.problem.test(problem ?? '')) || null;
    };
    await eventually('every mail refused once', haveFailed);
    while (performance.now() - startTime < fault.ms) {
      await wait(RETRY_INTERVAL_MS);
      await retry(place);
    }
    const pending = await readOutbox(place, addresses);
    assert.deepEqual(
      pending.map(({ state }) => state),
      addresses.map(() => 'waiting'),
    );
    await fault.end();
    const haveArrived = async () => {
      await retry(place);
      const mails = await Promise.all(addresses.map((one) => mailsTo(place.ports, one)));
      return mails.every(({ length }) => length > 0) || null;
    };
    await eventually('every mail', haveArrived, ARRIVAL_TIMEOUT_MS);
    const took = (performance.now() - startTime) / 1000;
    await Promise.all([retry(place), retry(place)]);
    const mails = await Promise.all(addresses.map((one) => mailsTo(place.ports, one)));
    assert.deepEqual(
      mails.map(({ length }) => length),
      addresses.map(() => 1),
    );
    const attempts = (await readOutbox(place, addresses)).map((mail) => mail.attempts);
    return `${VISITORS} mails, tried ${Math.min(...attempts)}–${Math.max(...attempts)} times, the last in the inbox after ${Math.round(took)} s`;
  } finally {
    await fault.end();
  }
}
