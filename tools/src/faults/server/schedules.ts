import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { nextSlotStart } from '@quantalgo/contracts';
import { runScheduled } from '../../scheduler/trigger';
import { mailsTo } from './inboxOf';
import { eventually } from './eventually';
import { wordsOn } from './ledgerWords';
import { leaveWork, type Work } from './leftWork';
import { type Place } from './place';
import { type Instance, startInstance } from './startInstance';

const HOUR_MS = 60 * 60_000;
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

/** Every document, as text, by its path. */
async function stored({ database }: Place): Promise<Map<string, string>> {
  const collections = await database.listCollections();
  const all = await Promise.all(collections.map((collection) => collection.get()));
  const documents = all.flatMap(({ docs }) => docs);
  return new Map(documents.map((one) => [one.ref.path, JSON.stringify(one.data())]));
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
  const { users } = await auth.getUsers([{ uid: work.unconfirmed }, { uid: work.leaving }]);
  assert.deepEqual(users, [], 'accounts are left of who never confirmed, or left');
  const left = await database.collection('deletions').get();
  assert.equal(left.size, 0, 'a deletion is not finished');
}

async function runAll(
  place: Place,
  instances: readonly Instance[],
  work: Work,
  jobs: readonly string[],
): Promise<string> {
  const nominal = nextSlotStart(Date.now());
  for (const job of jobs) await runAtOnce(instances, job, nominal);
  await expectDoneOnce(place, work);
  const first = await storedWhenQuiet(place);
  for (const late of [nominal, nominal - HOUR_MS])
    for (const job of jobs) await runAtOnce(instances, job, late);
  assert.deepEqual(differing(first, await storedWhenQuiet(place)), [], 'late runs changed this');
  assert.equal(
    (await wordsOn(place, nominal)).length,
    1,
    'the slot has not one word in the ledger',
  );
  assert.deepEqual(
    [...work.devices.receipts.values()].map(({ length }) => length),
    Array.from({ length: work.deviceCount }, () => 1),
  );
  return `${jobs.length} jobs, six times each; ${first.size} documents the same`;
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
    return await runAll(place, instances, work, jobs).finally(work.devices.close);
  } finally {
    await Promise.all(instances.map(({ kill }) => kill()));
  }
}
