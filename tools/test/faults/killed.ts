import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { SETTABLE_ACCESS } from '@quantalgo/contracts/access/access';
import { sessionSchema } from '@quantalgo/contracts/auth/endpoints';
import { call, type Instance, logIn, register, type Reply, startInstance } from './instances';
import { mailedCode } from './mail';
import { eventually, type Place } from './place';

const STAFF = 'staff@quantalgo.test';
const BAD = 400;
const BUSY = 429;
/** The database lets go of what a killed process had locked after this long at most (ms). */
const LOCKED_MS = 120_000;

type Send = (instance: Instance) => Promise<Reply>;

interface Visitor {
  readonly email: string;
  /** The code that was mailed to them. */
  readonly code: string;
}

/** How long (ms) calls take by an instance that has worked before. */
interface Durations {
  readonly confirm: number;
  readonly grant: number;
}

/** Starts an instance and has it work, so that it is connected to all that it reaches. */
async function startWarm(place: Place): Promise<Instance> {
  const instance = await startInstance(place);
  await logIn(instance, STAFF);
  return instance;
}

/** Sends a call to an instance that is killed so long (ms) afterwards. True where it answered before. */
async function killedAfter(place: Place, send: Send, ms: number): Promise<boolean> {
  const victim = await startWarm(place);
  const answered = send(victim).then(
    () => true,
    () => false,
  );
  await wait(ms);
  await victim.kill();
  return answered;
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

/** Sends a call again as an app does: later, where the server asks for patience. */
const sendAgain = (send: Send, instance: Instance): Promise<Reply> =>
  eventually(
    'an answer that is no longer 429',
    async () => {
      const reply = await send(instance);
      return reply.status === BUSY ? null : reply;
    },
    LOCKED_MS,
  );

function memberOf({ status, data }: Reply): string {
  assert.equal(status, 200, 'nobody was let in');
  return sessionSchema.parse(data).user.id;
}

/** What somebody does whose confirmation was cut off: they try again, log in, or ask for another code. */
async function confirmAgain(
  { ports }: Place,
  instance: Instance,
  { email, code }: Visitor,
): Promise<string> {
  const again = await sendAgain(confirm(email, code), instance);
  if (again.status !== BAD) return memberOf(again);
  const login = await sendAgain((one) => logIn(one, email), instance);
  if (login.status === 200) return memberOf(login);
  await sendAgain(resend(email), instance);
  const second = confirm(email, await mailedCode(ports, email, 2));
  return memberOf(await sendAgain(second, instance));
}

/** How many documents of a collection are this member's. */
async function countOf({ database }: Place, collection: string, uid: string): Promise<number> {
  return (await database.collection(collection).where('uid', '==', uid).count().get()).data().count;
}

async function expectOnce(place: Place, email: string, uid: string): Promise<void> {
  const { database } = place;
  const records = await database.collection('users').where('email', '==', email).get();
  assert.deepEqual(
    records.docs.map(({ id }) => id),
    [uid],
  );
  assert.equal(await countOf(place, 'addresses', uid), 1, `addresses of ${email}`);
  assert.equal(records.docs[0]?.get('tier'), 'essential');
  for (const collection of ['admissionCodes', 'accessEvents'])
    assert.equal(await countOf(place, collection, uid), 1, `${collection} of ${email}`);
  // A login after a confirmation that was cut off is one from a new device, which is pushed too.
  const pushes = await database.collection('pushes').where('uid', '==', uid).get();
  const ofAccess = pushes.docs.filter((push) => push.get('event') === 'access');
  assert.equal(ofAccess.length, 1, `pushes of the access of ${email}`);
}

async function registered(place: Place, instance: Instance): Promise<Visitor> {
  const email = `${randomUUID()}@example.test`;
  const { status } = await sendAgain((one) => register(one, email), instance);
  assert.equal(status, 200);
  return { email, code: await mailedCode(place.ports, email, 1) };
}

async function durationsOf(place: Place, instance: Instance, staff: string): Promise<Durations> {
  const { email, code } = await registered(place, instance);
  const began = performance.now();
  const reply = await confirm(email, code)(instance);
  const confirmed = performance.now();
  const uid = memberOf(reply);
  assert.equal((await grant(uid, staff, randomUUID())(instance)).status, 200);
  return { confirm: confirmed - began, grant: performance.now() - confirmed };
}

/**
 * Kills the instance that confirms a registration, and the one that changes the new member's access, each time later in the
 * call; whoever called tries again, on another instance.
 */
export async function killInMidRequest(place: Place, times: number): Promise<string> {
  const alive = await startWarm(place);
  let answered = 0;
  const kill = async (send: Send, ms: number) => {
    if (await killedAfter(place, send, ms)) answered += 1;
  };
  try {
    const staff = sessionSchema.parse((await logIn(alive, STAFF)).data).token;
    const durations = await durationsOf(place, alive, staff);
    const shares = Array.from({ length: times }, (_, index) => (index + 0.5) / times);
    const visitors = [];
    for (const share of shares) {
      const visitor = await registered(place, alive);
      await kill(confirm(visitor.email, visitor.code), durations.confirm * share);
      visitors.push({ ...visitor, share });
    }
    const again = visitors.map(async (visitor) => {
      const uid = await confirmAgain(place, alive, visitor);
      return { ...visitor, change: grant(uid, staff, randomUUID()), uid };
    });
    const members = await Promise.all(again);
    for (const { change, share } of members) await kill(change, durations.grant * share);
    const granted = members.map(async ({ email, uid, change }) => {
      assert.equal((await sendAgain(change, alive)).status, 200);
      await expectOnce(place, email, uid);
    });
    await Promise.all(granted);
    return `${2 * times} instances killed, ${2 * times - answered} of them before they answered`;
  } finally {
    await alive.kill();
  }
}
