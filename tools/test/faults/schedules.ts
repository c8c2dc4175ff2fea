import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { nextSlotStart, slotStart } from '@quantalgo/contracts/core/slots';
import { DAY_MS, HOUR_MS } from '@quantalgo/contracts/core/time';
import type { QueryDocumentSnapshot } from 'firebase-admin/firestore';
import { beginDeletion } from '@quantalgo/functions/platform/privacy/erase';
import { addressKey } from '@quantalgo/functions/platform/auth/addresses';
import { passwordsOf } from '@quantalgo/functions/platform/auth/passwords';
import { queueMail } from '@quantalgo/functions/platform/core/queues';
import { addRegistration, registrationsOf } from '@quantalgo/functions/platform/auth/registrations';
import { peppersIn, secretsOf } from '@quantalgo/functions/platform/core/secrets';
import { makeUpDevices, startCountingService } from '../fixtures/devices';
import { ACCOUNTS, createAccount, PASSWORD } from '../../src/suite/accounts';
import { LOCAL_KEYS } from '../../src/suite/environment';
import { runScheduled } from '../../src/suite/scheduler';
import { type Instance, startInstance } from './instances';
import { mailsTo } from './mail';
import { eventually, type Place, wordsOn } from './place';

const DEVICES = 5;

/** What is left to do for the scheduled jobs, beside the slot. */
interface Work {
  /** To whom a mail is due. */
  readonly mailTo: string;
  /** Key of an address that nobody confirmed in time. */
  readonly unconfirmed: string;
  /** Uid of the member whose deletion was broken off. */
  readonly leaving: string;
  /** Where the devices are told that are to hear of the slot's signal. */
  readonly devices: Awaited<ReturnType<typeof startCountingService>>;
  readonly deviceCount: number;
}

const newAddress = () => `${randomUUID()}@example.test`;

async function expireRegistration(place: Place, secrets: ReturnType<typeof secretsOf>) {
  const { database: firestore } = place;
  const email = newAddress();
  const key = addressKey(email);
  const who = { fullName: 'Ada Obi', phone: '+234 801 234 5678', country: 'Nigeria' } as const;
  const at = Date.now() - 2 * DAY_MS;
  const password = await passwordsOf(peppersIn(LOCAL_KEYS.passwordPepper)).hash(PASSWORD);
  const code = { digest: secrets.digest('code', email), validUntil: at };
  const registration = { ...who, email, password: PASSWORD };
  await addRegistration(firestore, { registration, key, password, code }, at, () => undefined);
  return key;
}

async function breakOffDeletion({ auth, database }: Place): Promise<string> {
  const [template] = ACCOUNTS;
  if (!template) throw new Error('Somebody is seeded');
  const uid = `leaving-${randomUUID()}`;
  await createAccount({ auth, database }, { ...template, uid, email: newAddress() }, Date.now());
  await beginDeletion(database, { uid }, Date.now());
  return uid;
}

async function queueOne({ database: firestore }: Place) {
  const to = newAddress();
  const batch = firestore.batch();
  queueMail({ firestore }, batch, { template: 'noAccount', to, parameters: {} }, Date.now());
  await batch.commit();
  return to;
}

/** Leaves work for the scheduled jobs: a mail, a registration out of time, a broken-off deletion, devices to be told. */
async function leaveWork(place: Place): Promise<Work> {
  const secrets = secretsOf(LOCAL_KEYS.secretsKey);
  const { auth, database: firestore } = place;
  const devices = await startCountingService();
  const made = { devices: DEVICES, members: DEVICES, now: Date.now() };
  await makeUpDevices({ auth, firestore }, devices.subscribe, made);
  const unconfirmed = await expireRegistration(place, secrets);
  return {
    mailTo: await queueOne(place),
    unconfirmed,
    leaving: await breakOffDeletion(place),
    devices,
    deviceCount: DEVICES,
  };
}

const QUIET_MS = 1000;
/** What is behind a site that runs: all strategies are fitted, and what was published is told. */
const BEFORE = ['refitCalibrations', 'resumePushes'];

/** Runs a job by two instances at the same moment. Where one makes way for the other it is run again, as schedules do. */
async function runAtOnce(instances: readonly Instance[], job: string, nominal: number) {
  const runs = instances.map(async ({ url }) => {
    const run = () => runScheduled(url, job, nominal);
    await run().catch(run);
  });
  await Promise.all(runs);
}

/** Fields that a late run may change: when the watcher last ran, and how far later closes are stored. */
const MOVING_FIELDS = new Map([
  ['watch/current', 'at'],
  ['progress/laterCloses', 'doneUntil'],
]);

function toText(document: QueryDocumentSnapshot): string {
  const moving = MOVING_FIELDS.get(document.ref.path);
  return JSON.stringify({ ...document.data(), ...(moving && { [moving]: null }) });
}

/** Every document, as text, by its path. */
async function stored({ database }: Place): Promise<Map<string, string>> {
  const collections = await database.listCollections();
  const all = await Promise.all(collections.map((collection) => collection.get()));
  const documents = all.flatMap(({ docs }) => docs);
  return new Map(documents.map((one) => [one.ref.path, toText(one)]));
}

const differing = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>) =>
  [...new Set([...one.keys(), ...other.keys()])].filter(
    (path) => one.get(path) !== other.get(path),
  );

/** What is stored once nothing works on it any more. */
async function storedWhenQuiet(place: Place): Promise<Map<string, string>> {
  let before = await stored(place);
  return eventually('quiet', async () => {
    await wait(QUIET_MS);
    const after = await stored(place);
    const isQuiet = differing(before, after).length === 0;
    before = after;
    return isQuiet ? after : null;
  });
}

async function expectDoneOnce({ ports, database, auth }: Place, work: Work): Promise<void> {
  const mails = async () => {
    const taken = await mailsTo(ports, work.mailTo);
    return taken.length > 0 ? taken : null;
  };
  assert.equal((await eventually('the mail', mails)).length, 1, 'the mail came more than once');
  const { users } = await auth.getUsers([{ uid: work.leaving }]);
  assert.deepEqual(users, [], 'the account is left of who left');
  const waiting = await registrationsOf(database, work.unconfirmed).get();
  assert.equal(waiting.size, 0, 'a registration is left of who never confirmed');
  const left = await database.collection('deletions').get();
  assert.equal(left.size, 0, 'a deletion is not finished');
}

/**
 * Runs the jobs, and then late, and says what the late runs changed. Where a slot begins meanwhile all of it is done again,
 * as signals that end with the slot before are settled then.
 */
async function runAndRunLate(
  place: Place,
  instances: readonly Instance[],
  work: Work,
  jobs: readonly string[],
  nominal: number,
): Promise<{ changed: string[]; documents: number }> {
  for (;;) {
    const slot = slotStart(Date.now());
    for (const job of jobs) await runAtOnce(instances, job, nominal);
    await expectDoneOnce(place, work);
    const first = await storedWhenQuiet(place);
    for (const late of [nominal, nominal - HOUR_MS])
      for (const job of jobs) await runAtOnce(instances, job, late);
    const changed = differing(first, await storedWhenQuiet(place));
    if (slotStart(Date.now()) === slot) return { changed, documents: first.size };
  }
}

async function runAll(
  place: Place,
  instances: readonly Instance[],
  work: Work,
  jobs: readonly string[],
): Promise<string> {
  const nominal = nextSlotStart(Date.now());
  const { changed, documents } = await runAndRunLate(place, instances, work, jobs, nominal);
  assert.deepEqual(changed, [], 'late runs changed this');
  assert.equal(
    (await wordsOn(place, nominal)).length,
    1,
    'the slot has not one word in the ledger',
  );
  assert.deepEqual(
    [...work.devices.receipts.values()].map(({ length }) => length),
    Array.from({ length: work.deviceCount }, () => 1),
  );
  return `${jobs.length} jobs, six times each; ${documents} documents the same`;
}

/**
 * Runs each job by two instances at once, and again late, for its own time and for one an hour ago: what the first runs
 * left changes no more.
 */
export async function runTwiceAndLate(place: Place, jobs: readonly string[]): Promise<string> {
  const instances = await Promise.all([startInstance(place), startInstance(place)]);
  try {
    for (const job of BEFORE) await runAtOnce(instances, job, Date.now());
    const work = await leaveWork(place);
    try {
      return await runAll(place, instances, work, jobs);
    } finally {
      await work.devices.close();
    }
  } finally {
    await Promise.all(instances.map(({ kill }) => kill()));
  }
}
