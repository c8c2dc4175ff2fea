import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sessionSchema } from '@quantalgo/contracts/auth/endpoints';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { endpoints } from '@quantalgo/contracts/endpoints';
import { runPublisher } from '@quantalgo/functions/platform/record/publish';
import { addressesOf } from '../../src/suite/environment';
import { suiteFolder } from '../../src/suite/ports';
import { emptyDatabase } from '../../src/suite/services';
import { kill } from '../../src/system/childProcess';
import { listenerOn, send } from '../../src/system/processes';
import { call, logIn, startInstance } from './instances';
import { eventually, marketOf, type Place, wordsOn } from './place';

const EXPORT = 'export';
const SEED = '--seed_from_export';

const partsOf = (pid: number, file: 'cmdline' | 'environ') =>
  readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0').filter(Boolean);

const environmentOf = (pid: number) =>
  Object.fromEntries(
    partsOf(pid, 'environ').map((entry) => {
      const at = entry.indexOf('=');
      return [entry.slice(0, at), entry.slice(at + 1)];
    }),
  );

/** @throws Error where the system does not say which process it is */
function pidOf({ ports }: Place): number {
  const pid = listenerOn(ports.firestore);
  if (pid === undefined) throw new Error('The process of the Firestore emulator was not found.');
  return pid;
}

/** Writes down all that the place's project holds: in this folder, by this file it can be restored. */
async function backUp({
  ports,
  project,
  offset,
}: Place): Promise<{ folder: string; file: string }> {
  const folder = mkdtempSync(join(suiteFolder(offset).temporary, 'backup-'));
  const url = `${addressesOf(ports).firestore}/emulator/v1/projects/${project}:export`;
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      database: `projects/${project}/databases/(default)`,
      export_directory: folder,
      export_name: EXPORT,
    }),
  });
  if (!reply.ok) throw new Error(`The export answered ${reply.status}: ${await reply.text()}`);
  return { folder, file: join(folder, EXPORT, `${EXPORT}.overall_export_metadata`) };
}

/**
 * Kills the Firestore emulator at once (SIGKILL) and starts it again with what was backed up. The triggers, which
 * firebase-tools told it of, it knows no more.
 */
function restart(place: Place, backup: string): Promise<void> {
  const pid = pidOf(place);
  const env = environmentOf(pid);
  const [program = '', ...args] = partsOf(pid, 'cmdline');
  const earlier = args.indexOf(SEED);
  if (earlier >= 0) args.splice(earlier, 2);
  send(pid, 'SIGKILL');
  return comeBack(place, pid, () => {
    spawn(program, [...args, SEED, backup], { env, stdio: 'ignore', detached: true }).unref();
  });
}

async function comeBack({ ports }: Place, pid: number, start: () => void): Promise<void> {
  await kill([pid]);
  start();
  const answers = () =>
    fetch(addressesOf(ports).firestore).then(
      ({ ok }) => ok || null,
      () => null,
    );
  await eventually('the Firestore emulator', answers);
}

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

const headOf = async ({ database }: Place): Promise<unknown> =>
  (await database.doc('ledgerHeads/current').get()).get('hash');

/**
 * Loses the whole database, restores the backup in its place, and goes on: members log in with their passwords, and the
 * ledger continues from the head that was backed up. What was published after the backup is told as missed.
 */
export async function loseDatabase(place: Place): Promise<string> {
  const { publisher, ports, project } = place;
  const instance = await startInstance(place);
  try {
    assert.equal((await logIn(instance, MEMBER)).status, 200);
    await publisher.publish();
    const backup = await backUp(place);
    const head = await headOf(place);
    const { signal: lost } = await publisher.publish();
    assert.notEqual(await headOf(place), head);
    await emptyDatabase(ports, project);
    assert.notEqual((await logIn(instance, MEMBER)).status, 200);
    const began = performance.now();
    await restart(place, backup.file);
    rmSync(backup.folder, { recursive: true });
    const entered = async () => (await logIn(instance, MEMBER)).status === 200 || null;
    await eventually('a login with the password of before', entered);
    const took = Math.round((performance.now() - began) / 1000);
    assert.equal(await headOf(place), head, 'the ledger does not end where it was backed up');
    const slot = lost.createdAt + 2 * SLOT_MS;
    const now = { market: await marketOf(place), clock: () => slot };
    await again('a later slot', () => runPublisher(place.database, slot, now));
    const words = await wordsOn(place, lost.createdAt);
    assert.deepEqual(words, ['miss'], 'what was lost is not told as missed');
    return `restored with its credentials in ${took} s; one slot after the backup told as missed`;
  } finally {
    await instance.kill();
  }
}
