import {
  assertFails,
  assertSucceeds,
  initializeTestEnvironment,
  type RulesTestEnvironment,
} from '@firebase/rules-unit-testing';
import type { Tier } from '@quantalgo/contracts/access/access';
import { setLogLevel, Timestamp } from 'firebase/firestore';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimsFor, hoursAgo, openSession, sidOf } from './people';
import { emulatorAt, queryStatus, rulesFile, type Database } from './suite';

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

const PROJECT = 'demo-rules-live-record';

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

/** Connects a member whose token carries `claims`, with `record` as the user document (null: none). */
async function connect(
  claims: object,
  record: object | null,
  session: object = {},
): Promise<Database> {
  uids += 1;
  const uid = `member-${uids}`;
  await environment.withSecurityRulesDisabled(async (context) => {
    if (record) await context.firestore().doc(`users/${uid}`).set(record);
    await context
      .firestore()
      .doc(`sessions/${sidOf(uid)}`)
      .set({ ...openSession(uid), ...session });
  });
  return environment.authenticatedContext(uid, { ...claims, sid: sidOf(uid) }).firestore();
}

const read = (firestore: Database, path: string) => firestore.doc(path).get();

const all = (firestore: Database) => firestore.collection('signals').limit(300);
const of = (firestore: Database, audience: string) =>
  all(firestore).where('audience', '==', audience);

/** The query of a catch-up. */
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
    projectId: PROJECT,
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
    await assertFails(firestore.collection('signals').get());
    await assertFails(firestore.collection('signals').limit(301).get());
  });

  it('refuses an offset, which is billed for each document that it skips', async () => {
    const uid = 'skips-documents';
    await environment.withSecurityRulesDisabled(async (context) => {
      await context.firestore().doc(`users/${uid}`).set(ESSENTIAL);
      await context
        .firestore()
        .doc(`sessions/${sidOf(uid)}`)
        .set(openSession(uid));
    });
    const caller = { uid, claims: { ...claimsFor(ESSENTIAL), sid: sidOf(uid) } };
    const query = { from: [{ collectionId: 'signals' }], limit: 1 };
    expect(await queryStatus(PROJECT, caller, query)).toBe(200);
    expect(await queryStatus(PROJECT, caller, { ...query, offset: 0 })).toBe(200);
    expect(await queryStatus(PROJECT, caller, { ...query, offset: 1 })).toBe(403);
    expect(await queryStatus(PROJECT, caller, { ...query, offset: 100_000 })).toBe(403);
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

describe('a session', () => {
  const UID = 'signs-out';
  const OVER = Timestamp.fromMillis(0);
  const SESSIONS: Readonly<Record<string, object>> = {
    open: openSession(UID),
    other: openSession(UID),
    ended: { ...openSession(UID), endedAt: CHANGED },
    over: { ...openSession(UID), expireAt: OVER },
    foreign: openSession('somebody-else'),
    'without-fields': { uid: UID },
  };

  beforeAll(() =>
    environment.withSecurityRulesDisabled(async (context) => {
      const firestore = context.firestore();
      await firestore.doc(`users/${UID}`).set(ESSENTIAL);
      for (const [sid, session] of Object.entries(SESSIONS))
        await firestore.doc(`sessions/${sid}`).set(session);
    }),
  );

  const tokenOf = (claims: object) =>
    environment.authenticatedContext(UID, { ...claimsFor(ESSENTIAL), ...claims }).firestore();

  it.each(['ended', 'over', 'foreign', 'without-fields', 'never-granted', '../users/signs-out'])(
    'that is %s opens nothing, whatever the token says',
    async (sid) => {
      await refusesAllSignals(tokenOf({ sid }));
      await assertFails(read(tokenOf({ sid }), `users/${UID}`));
    },
  );

  it('that a token does not name opens nothing: what Firebase Auth hands out by itself is none of ours', async () => {
    await refusesAllSignals(tokenOf({}));
    await assertFails(read(tokenOf({ auth_time: 1_795_000_000 }), `users/${UID}`));
  });

  it('that goes on opens what it opened, though another of the member ended', async () => {
    for (const sid of ['open', 'other']) {
      await assertSucceeds(changed(all(tokenOf({ sid }))));
      await assertSucceeds(read(tokenOf({ sid }), `users/${UID}`));
    }
  });

  it('shows how it goes to whoever holds its token, and to nobody else', async () => {
    await assertSucceeds(read(tokenOf({ sid: 'open' }), 'sessions/open'));
    await assertSucceeds(read(tokenOf({ sid: 'ended' }), 'sessions/ended'));
    await assertFails(read(tokenOf({ sid: 'open' }), 'sessions/other'));
    await assertFails(read(tokenOf({ sid: 'foreign' }), 'sessions/foreign'));
    await assertFails(tokenOf({ sid: 'open' }).collection('sessions').get());
  });
});

describe('a staff session', () => {
  const listUsers = async (session: object) =>
    (await connect(claimsFor(STAFF), STAFF, session)).collection('users').limit(1).get();

  it('acts as staff for twelve hours after its second factor', async () => {
    await assertSucceeds(listUsers({ secondFactorAt: hoursAgo(11.9) }));
    await assertFails(listUsers({ secondFactorAt: hoursAgo(12.1) }));
    await assertFails(listUsers({ secondFactorAt: hoursAgo(300 * 24) }));
    await assertFails(listUsers({ secondFactorAt: null }));
  });

  it('needs no second factor while it is exempt', async () => {
    await assertSucceeds(listUsers({ secondFactorAt: hoursAgo(300), factorExempt: true }));
    await assertFails(listUsers({ secondFactorAt: null, factorExempt: false }));
  });

  it('reads as staff nothing that members read once its second factor is old', async () => {
    const old = { secondFactorAt: hoursAgo(13) };
    await refusesAllSignals(await connect(claimsFor(STAFF), STAFF, old));
  });
});

describe('a member who still has to choose a password', () => {
  it('reads nothing, not even their own', async () => {
    const record = { ...ESSENTIAL, needsPassword: true };
    const firestore = await connect(claimsFor(ESSENTIAL), record);
    await refusesAllSignals(firestore);
    const own = firestore.collection('tickets').where('uid', '==', `member-${uids}`).limit(1);
    await assertFails(own.get());
    await assertFails(read(firestore, `users/member-${uids}`));
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
      assertFails(firestore.collection('users').limit(300).get()),
      assertFails(firestore.collection('accessEvents').limit(300).get()),
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
    await assertFails(firestore.collection('users').limit(300).get());
  });
});
