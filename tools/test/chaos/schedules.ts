import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { nextSlotStart, slotStart } from '@quantalgo/contracts/core/slots';
import { DAY_MS, HOUR_MS } from '@quantalgo/contracts/core/time';
import type { QueryDocumentSnapshot } from 'firebase-admin/firestore';
import { beginDeletion } from '@quantalgo/functions/platform/privacy/erase';
import { addressKey } from '@quantalgo/functions/platform/auth/addresses';
import { createPasswords } from '@quantalgo/functions/platform/auth/passwords';
import { queueEmail } from '@quantalgo/functions/platform/core/queues';
import {
  addRegistration,
  buildRegistrationsQuery,
} from '@quantalgo/functions/platform/auth/registrations';
import { parsePeppers, createSecrets } from '@quantalgo/functions/platform/core/secrets';
import { createFakeDevices, startCountingService } from '../fixtures/devices';
import { ACCOUNTS, createAccount, PASSWORD } from '../../src/suite/accounts';
import { LOCAL_KEYS } from '../../src/suite/environment';
import { runScheduled } from '../../src/suite/scheduler';
import { type Instance, startInstance } from './instances';
import { mailsTo } from './mail';
import { eventually, type Place, readSlotEntries } from './place';

const DEVICES = 5;

interface Work {
  readonly mailTo: string;
  /** Key of an address that wasn't confirmed in time. */
  readonly unconfirmed: string;
  /** Uid of a member whose deletion was interrupted. */
  readonly leaving: string;
  readonly devices: Awaited<ReturnType<typeof startCountingService>>;
  readonly deviceCount: number;
}

const newAddress = () => `${randomUUID()}@example.test`;

async function expireRegistration(place: Place, secrets: ReturnType<typeof createSecrets>) {
  const { database: firestore } = place;
  const email = newAddress();
  const key = addressKey(email);
  const person = { fullName: 'Ada Obi', phone: '+234 801 234 5678', country: 'Nigeria' } as const;
  const at = Date.now() - 2 * DAY_MS;
  const password = await createPasswords(parsePeppers(LOCAL_KEYS.passwordPepper)).hash(PASSWORD);
  const code = { digest: secrets.digest('code', email), validUntil: at };
  const registration = { ...person, email, password: PASSWORD };
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

async function queueOneMail({ database: firestore }: Place) {
  const to = newAddress();
  const batch = firestore.batch();
  queueEmail({ firestore }, batch, { template: 'noAccount', to, parameters: {} }, Date.now());
  await batch.commit();
  return to;
}

async function leaveWork(place: Place): Promise<Work> {
  const secrets = createSecrets(LOCAL_KEYS.secretsKey);
  const { auth, database: firestore } = place;
  const devices = await startCountingService();
  const options = { devices: DEVICES, members: DEVICES, now: Date.now() };
  await createFakeDevices({ auth, firestore }, devices.subscribe, options);
  const unconfirmed = await expireRegistration(place, secrets);
  return {
    mailTo: await queueOneMail(place),
    unconfirmed,
    leaving: await breakOffDeletion(place),
    devices,
    deviceCount: DEVICES,
  };
}

const QUIET_MS = 1000;
/**
 * Brings the project to a running site's state: strategies are fitted, and pending pushes are sent.
 */
const CATCH_UP_JOBS = ['refitCalibrations', 'resumePushes'];

/**
 * Two instances run a job at the same moment. One that yields to the other runs again, as by its
 * schedule.
 */
async function runSimultaneously(instances: readonly Instance[], job: string, nominal: number) {
  const runs = instances.map(async ({ url }) => {
    const run = () => runScheduled(url, job, nominal);
    await run().catch(run);
  });
  await Promise.all(runs);
}

/**
 * Late runs may change these, by path or collection: the watcher's last run, the progress of later
 * closes, and when a week was counted.
 */
const MOVING_FIELDS = new Map([
  ['watch/current', 'at'],
  ['progress/laterCloses', 'doneUntil'],
  ['memberWeeks', 'countedAt'],
]);

function toText(document: QueryDocumentSnapshot): string {
  const { ref } = document;
  const moving = MOVING_FIELDS.get(ref.path) ?? MOVING_FIELDS.get(ref.parent.id);
  return JSON.stringify({ ...document.data(), ...(moving && { [moving]: null }) });
}

async function readDocuments({ database }: Place): Promise<Map<string, string>> {
  const collections = await database.listCollections();
  const all = await Promise.all(collections.map((collection) => collection.get()));
  const documents = all.flatMap(({ docs }) => docs);
  return new Map(documents.map((one) => [one.ref.path, toText(one)]));
}

const findDifferences = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>) =>
  [...new Set([...one.keys(), ...other.keys()])].filter(
    (path) => one.get(path) !== other.get(path),
  );

async function readWhenQuiet(place: Place): Promise<Map<string, string>> {
  let previous = await readDocuments(place);
  return eventually('quiet', async () => {
    await wait(QUIET_MS);
    const after = await readDocuments(place);
    const isQuiet = findDifferences(previous, after).length === 0;
    previous = after;
    return isQuiet ? after : null;
  });
}

async function expectDoneOnce({ ports, database, auth }: Place, work: Work): Promise<void> {
  const mails = async () => {
    const arrivals = await mailsTo(ports, work.mailTo);
    return arrivals.length > 0 ? arrivals : null;
  };
  assert.equal((await eventually('the mail', mails)).length, 1, 'the mail came more than once');
  const { users } = await auth.getUsers([{ uid: work.leaving }]);
  assert.deepEqual(users, [], 'the account is left of who left');
  const registrations = await buildRegistrationsQuery(database, work.unconfirmed).get();
  assert.equal(registrations.size, 0, 'a registration is left of who never confirmed');
  const deletions = await database.collection('deletions').get();
  assert.equal(deletions.size, 0, 'a deletion is not finished');
}

/**
 * Runs the jobs, then late, and reports what the late runs changed. Repeated if a slot starts
 * meanwhile, because earlier signals are settled then.
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
    for (const job of jobs) await runSimultaneously(instances, job, nominal);
    await expectDoneOnce(place, work);
    const first = await readWhenQuiet(place);
    for (const late of [nominal, nominal - HOUR_MS])
      for (const job of jobs) await runSimultaneously(instances, job, late);
    const changed = findDifferences(first, await readWhenQuiet(place));
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
    (await readSlotEntries(place, nominal)).length,
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
 * Two instances run each job at once, and again late, for its own time and for an hour earlier. The
 * late runs must change nothing.
 */
export async function runTwiceAndLate(place: Place, jobs: readonly string[]): Promise<string> {
  const instances = await Promise.all([startInstance(place), startInstance(place)]);
  try {
    for (const job of CATCH_UP_JOBS) await runSimultaneously(instances, job, Date.now());
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
