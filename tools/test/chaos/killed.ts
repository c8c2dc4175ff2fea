import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { SETTABLE_ACCESS } from '@quantalgo/contracts/access/access';
import { sessionSchema } from '@quantalgo/contracts/auth/endpoints';
import { call, type Instance, logIn, register, type Reply, startInstance } from './instances';
import { readMailedCode } from './mail';
import { eventually, type Place } from './place';

const STAFF = 'staff@quantalgo.test';
const BAD = 400;
const BUSY = 429;
/** The database releases a killed process's locks within this time. */
const LOCK_TIMEOUT_MS = 120_000;

type Send = (instance: Instance) => Promise<Reply>;

interface Visitor {
  readonly email: string;
  readonly code: string;
}

interface Durations {
  readonly confirm: number;
  readonly grant: number;
}

/** A first call connects it to all services. */
async function startWarm(place: Place): Promise<Instance> {
  const instance = await startInstance(place);
  await logIn(instance, STAFF);
  return instance;
}

/** Kills the instance `ms` after the call was sent. True if it had replied. */
async function killAfter(place: Place, send: Send, ms: number): Promise<boolean> {
  const victim = await startWarm(place);
  const outcome = send(victim).then(
    () => true,
    () => false,
  );
  await wait(ms);
  await victim.kill();
  return outcome;
}

const confirm =
  (email: string, confirmationCode: string): Send =>
  (instance) =>
    call(instance, '/auth/confirm-code', { body: { email, confirmationCode } });

const resend =
  (email: string): Send =>
  (instance) =>
    call(instance, '/auth/send-activation-email', { body: { email } });

const grant =
  (uid: string, token: string, key: string): Send =>
  (instance) =>
    call(instance, `/api/admin/users/${uid}/access`, {
      method: 'PATCH',
      token,
      key,
      body: SETTABLE_ACCESS.essential,
    });

const sendAgain = (send: Send, instance: Instance): Promise<Reply> =>
  eventually(
    'an answer that is no longer 429',
    async () => {
      const reply = await send(instance);
      return reply.status === BUSY ? null : reply;
    },
    LOCK_TIMEOUT_MS,
  );

function readUid({ status, data }: Reply): string {
  assert.equal(status, 200, 'nobody was let in');
  return sessionSchema.parse(data).user.id;
}

/**
 * Acts like someone whose confirmation was interrupted: retries, logs in, or requests another code.
 */
async function confirmAgain(
  { ports }: Place,
  instance: Instance,
  { email, code }: Visitor,
): Promise<string> {
  const secondTry = await sendAgain(confirm(email, code), instance);
  if (secondTry.status !== BAD) return readUid(secondTry);
  const login = await sendAgain((one) => logIn(one, email), instance);
  if (login.status === 200) return readUid(login);
  await sendAgain(resend(email), instance);
  const second = confirm(email, await readMailedCode(ports, email, 2));
  return readUid(await sendAgain(second, instance));
}

async function countDocuments(
  { database }: Place,
  collection: string,
  uid: string,
): Promise<number> {
  return (await database.collection(collection).where('uid', '==', uid).count().get()).data().count;
}

async function expectOnce(place: Place, email: string, uid: string): Promise<void> {
  const { database } = place;
  const records = await database.collection('users').where('email', '==', email).get();
  assert.deepEqual(
    records.docs.map(({ id }) => id),
    [uid],
  );
  assert.equal(await countDocuments(place, 'addresses', uid), 1, `addresses of ${email}`);
  assert.equal(records.docs[0]?.get('tier'), 'essential');
  for (const collection of ['admissionCodes', 'accessEvents'])
    assert.equal(await countDocuments(place, collection, uid), 1, `${collection} of ${email}`);
  // A login after an interrupted confirmation is one from a new device, which is pushed too.
  const pushes = await database.collection('pushes').where('uid', '==', uid).get();
  const accessPushes = pushes.docs.filter((push) => push.get('event') === 'access');
  assert.equal(accessPushes.length, 1, `pushes of the access of ${email}`);
}

async function registerVisitor(place: Place, instance: Instance): Promise<Visitor> {
  const email = `${randomUUID()}@example.test`;
  const { status } = await sendAgain((one) => register(one, email), instance);
  assert.equal(status, 200);
  return { email, code: await readMailedCode(place.ports, email, 1) };
}

async function measureDurations(
  place: Place,
  instance: Instance,
  staff: string,
): Promise<Durations> {
  const { email, code } = await registerVisitor(place, instance);
  const startTime = performance.now();
  const reply = await confirm(email, code)(instance);
  const confirmedAt = performance.now();
  const uid = readUid(reply);
  assert.equal((await grant(uid, staff, randomUUID())(instance)).status, 200);
  return { confirm: confirmedAt - startTime, grant: performance.now() - confirmedAt };
}

/**
 * Kills the instance during a confirmation and during an access change, each time later in the
 * call. The caller retries on another instance.
 */
export async function killInMidRequest(place: Place, times: number): Promise<string> {
  const alive = await startWarm(place);
  let replyCount = 0;
  const kill = async (send: Send, ms: number) => {
    if (await killAfter(place, send, ms)) replyCount += 1;
  };
  try {
    const staff = sessionSchema.parse((await logIn(alive, STAFF)).data).token;
    const durations = await measureDurations(place, alive, staff);
    const shares = Array.from({ length: times }, (_, index) => (index + 0.5) / times);
    const visitors = [];
    for (const share of shares) {
      const visitor = await registerVisitor(place, alive);
      await kill(confirm(visitor.email, visitor.code), durations.confirm * share);
      visitors.push({ ...visitor, share });
    }
    const confirmations = visitors.map(async (visitor) => {
      const uid = await confirmAgain(place, alive, visitor);
      return { ...visitor, change: grant(uid, staff, randomUUID()), uid };
    });
    const members = await Promise.all(confirmations);
    for (const { change, share } of members) await kill(change, durations.grant * share);
    const checks = members.map(async ({ email, uid, change }) => {
      assert.equal((await sendAgain(change, alive)).status, 200);
      await expectOnce(place, email, uid);
    });
    await Promise.all(checks);
    return `${2 * times} instances killed, ${2 * times - replyCount} of them before they answered`;
  } finally {
    await alive.kill();
  }
}
