import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sessionSchema } from '@quantalgo/contracts/auth/endpoints';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { endpoints } from '@quantalgo/contracts/allEndpoints';
import { runPublisher } from '@quantalgo/functions/platform/record/publish';
import { getSuiteAddresses } from '../../src/suite/environment';
import { getSuitePaths } from '../../src/suite/ports';
import { clearDatabase } from '../../src/suite/services';
import { killProcesses } from '../../src/system/childProcess';
import { findListener, signalProcess } from '../../src/system/processes';
import { call, logIn, startInstance } from './instances';
import { eventually, openSuiteMarket, type Place, readSlotEntries } from './place';

const EXPORT = 'export';
const SEED = '--seed_from_export';

const readProcFile = (pid: number, file: 'cmdline' | 'environ') =>
  readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0').filter(Boolean);

const readEnvironment = (pid: number) =>
  Object.fromEntries(
    readProcFile(pid, 'environ').map((entry) => {
      const at = entry.indexOf('=');
      return [entry.slice(0, at), entry.slice(at + 1)];
    }),
  );

function findPid({ ports }: Place): number {
  const pid = findListener(ports.firestore);
  if (pid === undefined) throw new Error('The process of the Firestore emulator was not found.');
  return pid;
}

/** Exports the place's project. `file` restores it. */
async function backUp({
  ports,
  project,
  offset,
}: Place): Promise<{ folder: string; file: string }> {
  const folder = mkdtempSync(join(getSuitePaths(offset).temporary, 'backup-'));
  const url = `${getSuiteAddresses(ports).firestore}/emulator/v1/projects/${project}:export`;
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
 * Kills the Firestore emulator (SIGKILL) and restarts it with the backup. It loses the triggers
 * that firebase-tools registered.
 */
function restart(place: Place, backup: string): Promise<void> {
  const pid = findPid(place);
  const env = readEnvironment(pid);
  const [program = '', ...args] = readProcFile(pid, 'cmdline');
  const seedIndex = args.indexOf(SEED);
  if (seedIndex >= 0) args.splice(seedIndex, 2);
  signalProcess(pid, 'SIGKILL');
  return waitForRestart(place, pid, () => {
    spawn(program, [...args, SEED, backup], { env, stdio: 'ignore', detached: true }).unref();
  });
}

async function waitForRestart({ ports }: Place, pid: number, start: () => void): Promise<void> {
  await killProcesses([pid]);
  start();
  const isUp = () =>
    fetch(getSuiteAddresses(ports).firestore).then(
      ({ ok }) => ok || null,
      () => null,
    );
  await eventually('the Firestore emulator', isUp);
}

const MEMBER = 'essential@quantalgo.test';
/** From a signal's slot to the end of its last level, and one more. */
const SIGNAL_SLOTS = 6;
const RETRY_TIMEOUT_MS = 60_000;

type OnClockRead = () => void;

/** Kills the database when the job reads its clock for the nth time. True if the job survived. */
async function killDuring(
  place: Place,
  nth: number,
  job: (onClockRead: OnClockRead) => Promise<unknown>,
): Promise<boolean> {
  const backup = await backUp(place);
  let clockReads = 0;
  const restarts: Promise<void>[] = [];
  const onClockRead = () => {
    clockReads += 1;
    if (clockReads === nth) restarts.push(restart(place, backup.file));
  };
  const hasSurvived = await job(onClockRead).then(
    () => true,
    () => false,
  );
  assert.ok(clockReads >= nth, 'the job looked at its clock too seldom to be cut off');
  await Promise.all(restarts);
  rmSync(backup.folder, { recursive: true });
  return hasSurvived;
}

const retryJob = <T>(what: string, job: () => Promise<T>): Promise<T> =>
  eventually(what, () => job().catch(() => null), RETRY_TIMEOUT_MS);

export async function restartDatabase(place: Place): Promise<string> {
  const { publisher, database } = place;
  const instance = await startInstance(place);
  const startTime = performance.now();
  try {
    const { token } = sessionSchema.parse((await logIn(instance, MEMBER)).data);
    const list = () => call(instance, endpoints.signals.path, { method: 'GET', token });
    assert.equal((await list()).status, 200);
    const { signal } = await publisher.publish();
    const slot = signal.createdAt + SLOT_MS;
    const published = await killDuring(place, 1, (onClockRead) => publisher.next({ onClockRead }));
    if (!published) await retryJob('the slot', publisher.next);
    assert.equal(
      (await readSlotEntries(place, slot)).length,
      1,
      'the slot has not one word in the ledger',
    );
    for (let ahead = 0; ahead < SIGNAL_SLOTS; ahead += 1) await publisher.next();
    const settled = await killDuring(place, 3, (onClockRead) => publisher.settle({ onClockRead }));
    await retryJob('settling', publisher.settle);
    const { settlement } = (await database.doc(`signals/${signal.id}`).get()).data() ?? {};
    assert.ok(settlement, 'the signal was not settled');
    await eventually(
      'the list, from an instance that was there before',
      async () => (await list()).status === 200 || null,
    );
    const words = (one: boolean) => (one ? 'rode it out' : 'ended well when run again');
    const took = Math.round((performance.now() - startTime) / 1000);
    return `publishing ${words(published)}, settling ${words(settled)}; ${took} s in all`;
  } finally {
    await instance.kill();
  }
}

const readHead = async ({ database }: Place): Promise<unknown> =>
  (await database.doc('ledgerHeads/current').get()).get('hash');

/**
 * Loses the whole database and restores the backup. Members log in with their passwords, and the
 * ledger continues from the backup's head.
 * Signals published after the backup are recorded as missed.
 */
export async function loseDatabase(place: Place): Promise<string> {
  const { publisher, ports, project } = place;
  const instance = await startInstance(place);
  try {
    assert.equal((await logIn(instance, MEMBER)).status, 200);
    await publisher.publish();
    const backup = await backUp(place);
    const head = await readHead(place);
    const { signal: lostSignal } = await publisher.publish();
    assert.notEqual(await readHead(place), head);
    await clearDatabase(ports, project);
    assert.notEqual((await logIn(instance, MEMBER)).status, 200);
    const startTime = performance.now();
    await restart(place, backup.file);
    rmSync(backup.folder, { recursive: true });
    const canLogIn = async () => (await logIn(instance, MEMBER)).status === 200 || null;
    await eventually('a login with the password of before', canLogIn);
    const took = Math.round((performance.now() - startTime) / 1000);
    assert.equal(await readHead(place), head, 'the ledger does not end where it was backed up');
    const slot = lostSignal.createdAt + 2 * SLOT_MS;
    const now = { market: await openSuiteMarket(place), clock: () => slot };
    await retryJob('a later slot', () => runPublisher(place.database, slot, now));
    const words = await readSlotEntries(place, lostSignal.createdAt);
    assert.deepEqual(words, ['miss'], 'what was lost is not told as missed');
    return `restored with its credentials in ${took} s; one slot after the backup told as missed`;
  } finally {
    await instance.kill();
  }
}
