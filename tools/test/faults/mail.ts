import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { addressesOf } from '../../src/suite/environment';
import { createMailbox, startInbox } from '../../src/suite/inbox';
import { type Ports } from '../../src/suite/ports';
import { runScheduled } from '../../src/suite/scheduler';
import { register, startInstance } from './instances';
import { eventually, type Place } from './place';

const messagesSchema = z.array(z.object({ to: z.string(), subject: z.string() }));
type Message = z.infer<typeof messagesSchema>[number];

/** The mails that the suite's mail server took for this address, newest first. */
export async function mailsTo(ports: Ports, address: string): Promise<Message[]> {
  const query = new URLSearchParams({ to: address }).toString();
  const reply = await fetch(`${addressesOf(ports).inbox}/api/messages?${query}`);
  return messagesSchema.parse(await reply.json());
}

/** The confirmation code of the newest mail to this address, once so many have come. */
export const mailedCode = (ports: Ports, address: string, mails: number): Promise<string> =>
  eventually(`mail ${mails} to ${address}`, async () => {
    const all = await mailsTo(ports, address);
    return all.length < mails ? null : (all[0]?.subject.split(' ')[0] ?? null);
  });

/** The mail server of a suite, which can be down or full. What it took stays. */
export interface MailSink {
  readonly goDown: () => Promise<void>;
  readonly comeBack: () => Promise<void>;
  readonly setFull: (isFull: boolean) => void;
  /** Has it refuse each mail for which this is true. */
  readonly refuseWhere: (isFull: () => boolean) => void;
}

/** Starts the mail server of a suite that was started without one. */
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
/** The schedule runs each minute; here more often, so that mails come as soon as they are due. */
const RETRY_EVERY_MS = 5000;
/** A mail that failed twice is tried again after this long at most (ms), and some more. */
const ARRIVES_WITHIN_MS = 180_000;

const mailSchema = z.object({
  state: z.string(),
  attempts: z.int(),
  problem: z.nullable(z.string()),
});

async function outboxOf({ database }: Place, addresses: readonly string[]) {
  const { docs } = await database.collection('mail').where('to', 'in', addresses).get();
  return docs.map((mail) => mailSchema.parse(mail.data()));
}

const retry = ({ ports }: Place) =>
  runScheduled(addressesOf(ports).triggers, 'retryMail', Date.now());

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

/** A mail server's fault, and its end. */
export interface MailFault {
  readonly begin: () => Promise<void> | void;
  readonly end: () => Promise<void> | void;
  /** How long it lasts at least, ms. */
  readonly ms: number;
  /** What the outbox then says of its mails. */
  readonly problem: RegExp;
}

/** Queues mails while the mail server has a fault: they wait, are tried again, and come once. */
export async function mailThrough(place: Place, fault: MailFault): Promise<string> {
  const began = performance.now();
  await fault.begin();
  try {
    const addresses = await mailVisitors(place);
    const tried = async () => {
      const mails = await outboxOf(place, addresses);
      return mails.every(({ problem }) => fault.problem.test(problem ?? '')) || null;
    };
    await eventually('every mail refused once', tried);
    while (performance.now() - began < fault.ms) {
      await wait(RETRY_EVERY_MS);
      await retry(place);
    }
    const waiting = await outboxOf(place, addresses);
    assert.deepEqual(
      waiting.map(({ state }) => state),
      addresses.map(() => 'waiting'),
    );
    await fault.end();
    const arrived = async () => {
      await retry(place);
      const mails = await Promise.all(addresses.map((one) => mailsTo(place.ports, one)));
      return mails.every(({ length }) => length > 0) || null;
    };
    await eventually('every mail', arrived, ARRIVES_WITHIN_MS);
    const took = (performance.now() - began) / 1000;
    await Promise.all([retry(place), retry(place)]);
    const mails = await Promise.all(addresses.map((one) => mailsTo(place.ports, one)));
    assert.deepEqual(
      mails.map(({ length }) => length),
      addresses.map(() => 1),
    );
    const attempts = (await outboxOf(place, addresses)).map((mail) => mail.attempts);
    return `${VISITORS} mails, tried ${Math.min(...attempts)}–${Math.max(...attempts)} times, the last in the inbox after ${Math.round(took)} s`;
  } finally {
    await fault.end();
  }
}
