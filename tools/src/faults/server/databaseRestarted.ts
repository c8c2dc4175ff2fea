import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { endpoints, sessionSchema, SLOT_MS } from '@quantalgo/contracts';
import { call, logIn } from './calls';
import { eventually } from './eventually';
import { backUp, restart } from './firestoreProcess';
import { wordsOn } from './ledgerWords';
import { type Place } from './place';
import { startInstance } from './startInstance';

const MEMBER = 'essential@quantalgo.test';
/** From a signal's slot to the end of its last level, and one more. */
const SLOTS_OF_SIGNAL = 6;
/** As the scheduler tries a job again. */
const TRIED_WITHIN_MS = 60_000;

type Looked = () => void;

/** Runs a job whose database is killed when the job looks at its clock the nth time. True where it rode it out by itself. */
async function killedAmidst(
  place: Place,
  nth: number,
  job: (looked: Looked) => Promise<unknown>,
): Promise<boolean> {
  const backup = await backUp(place);
  let looks = 0;
  const restarts: Promise<void>[] = [];
  const looked = () => {
    looks += 1;
    if (looks === nth) restarts.push(restart(place, backup.file));
  };
  const rodeItOut = await job(looked).then(
    () => true,
    () => false,
  );
  assert.ok(looks >= nth, 'the job looked at its clock too seldom to be cut off');
  await Promise.all(restarts);
  rmSync(backup.folder, { recursive: true });
  return rodeItOut;
}

/** Runs a job until it ends well, as its schedule does. */
const again = <T>(what: string, job: () => Promise<T>): Promise<T> =>
  eventually(what, () => job().catch(() => null), TRIED_WITHIN_MS);

/** Restarts the database while a slot is published and while signals are settled. */
export async function restartDatabase(place: Place): Promise<string> {
  const { publisher, database } = place;
  const instance = await startInstance(place);
  const began = performance.now();
  try {
    const { token } = sessionSchema.parse((await logIn(instance, MEMBER)).data);
    const list = () => call(instance, endpoints.signals.path, { method: 'GET', token });
    assert.equal((await list()).status, 200);
    const { signal } = await publisher.publish();
    const slot = signal.createdAt + SLOT_MS;
    const published = await killedAmidst(place, 1, (looked) => publisher.next({ looked }));
    if (!published) await again('the slot', publisher.next);
    assert.equal((await wordsOn(place, slot)).length, 1, 'the slot has not one word in the ledger');
    for (let ahead = 0; ahead < SLOTS_OF_SIGNAL; ahead += 1) await publisher.next();
    const settled = await killedAmidst(place, 3, (looked) => publisher.settle({ looked }));
    await again('settling', publisher.settle);
    const { settlement } = (await database.doc(`signals/${signal.id}`).get()).data() ?? {};
    assert.ok(settlement, 'the signal was not settled');
    await eventually(
      'the list, from an instance that was there before',
      async () => (await list()).status === 200 || null,
    );
    const words = (one: boolean) => (one ? 'rode it out' : 'ended well when run again');
    const took = Math.round((performance.now() - began) / 1000);
    return `publishing ${words(published)}, settling ${words(settled)}; ${took} s in all`;
  } finally {
    await instance.kill();
  }
}
