import {
  assertFails,
  assertSucceeds,
  initializeTestEnvironment,
  type RulesTestEnvironment,
} from '@firebase/rules-unit-testing';
import type { Tier } from '@quantalgo/contracts';
import { setLogLevel, Timestamp } from 'firebase/firestore';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { claimsFor } from './people';
import { emulatorAt, rulesFile, type Database } from './suite';

const CHANGED = Timestamp.fromMillis(Date.parse('2026-11-20T14:05:00Z'));
const BEFORE = Timestamp.fromMillis(CHANGED.toMillis() - 60_000);

const access = (tier: Tier, unlocked = true, staff = false) => ({
  tier,
  dashboardUnlocked: unlocked,
  staff,
});
const GUEST = access('guest', false);
const STARTER = access('starter');
const ESSENTIAL = access('essential');
const STAFF = access('guest', false, true);

let environment: RulesTestEnvironment;
let uids = 0;

async function writeSignals(firestore: Database): Promise<void> {
  const signal = (audience: string) => ({ audience, createdAt: CHANGED, updatedAt: CHANGED });
  await Promise.all([
    firestore.doc('signals/basic').set(signal('basic')),
    firestore.doc('signals/order-flow').set(signal('order-flow')),
    firestore.doc('stats/performance').set({ settled: 1 }),
    firestore.doc('status/heartbeat').set({ state: 'published' }),
    firestore.doc('users/somebody').set(GUEST),
    firestore.doc('accessEvents/1').set({}),
  ]);
}

/** Connects somebody whose token carries `claims` while the record says `record` (null: there is none). */
async function connect(claims: object, record: object | null): Promise<Database> {
  uids += 1;
  const uid = `member-${uids}`;
  if (record) {
    await environment.withSecurityRulesDisabled((context) =>
      context.firestore().doc(`users/${uid}`).set(record),
    );
  }
  return environment.authenticatedContext(uid, { ...claims }).firestore();
}

const read = (firestore: Database, path: string) => firestore.doc(path).get();

const all = (firestore: Database) => firestore.collection('signals');
const of = (firestore: Database, audience: string) =>
  all(firestore).where('audience', '==', audience);

/** What a client asks after an absence. */
const changed = (signals: ReturnType<typeof of>) =>
  signals.where('updatedAt', '>', BEFORE).orderBy('updatedAt').get();

async function refusesAllSignals(firestore: Database): Promise<void> {
  await Promise.all([
    assertFails(read(firestore, 'signals/basic')),
    assertFails(read(firestore, 'signals/order-flow')),
    assertFails(read(firestore, 'stats/performance')),
    assertFails(read(firestore, 'status/heartbeat')),
    assertFails(changed(all(firestore))),
    assertFails(changed(of(firestore, 'basic'))),
  ]);
}

async function opensBasicSignalsAlone(firestore: Database): Promise<void> {
  await Promise.all([
    assertSucceeds(read(firestore, 'signals/basic')),
    assertSucceeds(changed(of(firestore, 'basic'))),
    assertFails(read(firestore, 'signals/order-flow')),
    assertFails(changed(of(firestore, 'order-flow'))),
    assertFails(all(firestore).where('audience', 'in', ['basic', 'order-flow']).get()),
    assertFails(changed(all(firestore))),
    assertFails(all(firestore).get()),
  ]);
}

beforeAll(async () => {
  setLogLevel('silent');
  environment = await initializeTestEnvironment({
    projectId: 'demo-rules-live-record',
    firestore: { rules: rulesFile('firestore.rules'), ...emulatorAt('FIRESTORE_EMULATOR_HOST') },
  });
  await environment.clearFirestore();
  await environment.withSecurityRulesDisabled((context) => writeSignals(context.firestore()));
});

afterAll(() => environment.cleanup());

describe('signals', () => {
  it('lets an essential member catch up on everything that changed', async () => {
    const firestore = await connect(claimsFor(ESSENTIAL), ESSENTIAL);
    await assertSucceeds(changed(all(firestore)));
  });

  it('lets staff catch up on everything, locked as their own dashboard may be', async () => {
    const firestore = await connect(claimsFor(STAFF), STAFF);
    await assertSucceeds(changed(all(firestore)));
    await assertSucceeds(read(firestore, 'status/heartbeat'));
  });

  it('lets a starter catch up on basic signals and never read an order-flow one', async () => {
    await opensBasicSignalsAlone(await connect(claimsFor(STARTER), STARTER));
  });
});

describe('a session that was signed out', () => {
  it('reads no more, while another of the same member and one that was only noted read on', async () => {
    const uid = 'signs-out';
    const [over, noted] = [1_795_000_000, 1_795_000_100];
    await environment.withSecurityRulesDisabled(async (context) => {
      const firestore = context.firestore();
      await firestore.doc(`users/${uid}`).set(ESSENTIAL);
      await firestore.doc(`devices/${uid}_${over}`).set({ uid, endedAt: CHANGED });
      await firestore.doc(`devices/${uid}_${noted}`).set({ uid, lastSeenAt: CHANGED });
    });
    const session = (auth_time: number) =>
      environment.authenticatedContext(uid, { ...claimsFor(ESSENTIAL), auth_time }).firestore();
    await refusesAllSignals(session(over));
    await assertFails(read(session(over), `users/${uid}`));
    for (const time of [noted, noted + 1]) {
      await assertSucceeds(changed(all(session(time))));
      await assertSucceeds(read(session(time), `users/${uid}`));
    }
  });
});

describe('a token that promises more than the record', () => {
  it.each([
    ['of a guest', GUEST],
    ['of a revoked member', access('essential', false)],
    ['that does not exist', null],
    ['without any field', {}],
    ['with texts for truths', { tier: 'essential', dashboardUnlocked: 'true' }],
  ])('opens no signal against the record %s', async (_whose, record) => {
    await refusesAllSignals(await connect(claimsFor(ESSENTIAL), record));
  });

  it('of an essential member opens basic signals alone after the fall to starter', async () => {
    await opensBasicSignalsAlone(await connect(claimsFor(ESSENTIAL), STARTER));
  });

  it.each([
    ['a member', ESSENTIAL],
    ['nobody', null],
  ])('of staff opens nothing to %s', async (_who, record) => {
    const firestore = await connect({ staff: true }, record);
    await Promise.all([
      assertFails(read(firestore, 'users/somebody')),
      assertFails(firestore.collection('users').get()),
      assertFails(firestore.collection('accessEvents').get()),
      assertFails(read(firestore, 'signals/basic')),
    ]);
  });
});

describe('a token that promises less than the record', () => {
  it.each([
    ['no claims at all', {}],
    ['the claims of a guest', claimsFor(GUEST)],
    ['the tier without the unlocking', { tier: 'essential' }],
    ['the unlocking without a tier', { unlocked: true }],
    ['an unknown tier', { tier: 'platinum', unlocked: true }],
    ['a text for a truth', { tier: 'essential', unlocked: 'true' }],
  ])('opens no signal with %s', async (_which, claims) => {
    await refusesAllSignals(await connect(claims, ESSENTIAL));
  });

  it('opens basic signals alone until a risen starter refreshes it', async () => {
    await opensBasicSignalsAlone(await connect(claimsFor(STARTER), ESSENTIAL));
  });

  it('opens nothing of the staff without their claim', async () => {
    const firestore = await connect(claimsFor(ESSENTIAL), { ...ESSENTIAL, staff: true });
    await assertFails(firestore.collection('users').get());
  });
});
