import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { runScheduled } from '../../scheduler/trigger';
import { addressesOf } from '../../suite/environment';
import { register } from './calls';
import { eventually } from './eventually';
import { mailsTo } from './inboxOf';
import { type Place } from './place';
import { startInstance } from './startInstance';

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
