import {
  assertFails,
  assertSucceeds,
  initializeTestEnvironment,
  type RulesTestEnvironment,
} from '@firebase/rules-unit-testing';
import type { Tier } from '@quantalgo/contracts/access/access';
import { setLogLevel, Timestamp } from 'firebase/firestore';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toTokenClaims, hoursAgo, openSession, toSessionId } from './people';
import { getEmulatorAddress, fetchQueryStatus, readRulesFile, type Database } from './suite';

const CHANGED_AT = Timestamp.fromMillis(Date.parse('2026-11-20T14:05:00Z'));
const CAUGHT_UP_TO = Timestamp.fromMillis(CHANGED_AT.toMillis() - 60_000);

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
let memberCount = 0;

async function writeSignals(firestore: Database): Promise<void> {
  const signal = (audience: string) => ({ audience, createdAt: CHANGED_AT, updatedAt: CHANGED_AT });
  await Promise.all([
    firestore.doc('signals/basic').set(signal('basic')),
    firestore.doc('signals/order-flow').set(signal('order-flow')),
    firestore.doc('stats/performance').set({ settled: 1 }),
    firestore.doc('status/heartbeat').set({ state: 'published' }),
    firestore.doc('users/somebody').set(GUEST),
    firestore.doc('accessEvents/1').set({}),
  ]);
}

/** Connects a member whose token carries `claims`. `record` is the user document; null for none. */
async function connect(
  claims: object,
  record: object | null,
  session: object = {},
): Promise<Database> {
  memberCount += 1;
  const uid = `member-${memberCount}`;
  await environment.withSecurityRulesDisabled(async (context) => {
    if (record) await context.firestore().doc(`users/${uid}`).set(record);
    await context
      .firestore()
      .doc(`sessions/${toSessionId(uid)}`)
      .set({ ...openSession(uid), ...session });
  });
  return environment.authenticatedContext(uid, { ...claims, sid: toSessionId(uid) }).firestore();
}

const read = (firestore: Database, path: string) => firestore.doc(path).get();

const allSignals = (firestore: Database) => firestore.collection('signals').limit(300);
const signalsFor = (firestore: Database, audience: string) =>
  allSignals(firestore).where('audience', '==', audience);

const queryChanges = (signals: ReturnType<typeof signalsFor>) =>
  signals.where('updatedAt', '>', CAUGHT_UP_TO).orderBy('updatedAt').get();

async function assertNoSignals(firestore: Database): Promise<void> {
  await Promise.all([
    assertFails(read(firestore, 'signals/basic')),
    assertFails(read(firestore, 'signals/order-flow')),
    assertFails(read(firestore, 'stats/performance')),
    assertFails(read(firestore, 'status/heartbeat')),
    assertFails(queryChanges(allSignals(firestore))),
    assertFails(queryChanges(signalsFor(firestore, 'basic'))),
  ]);
}

async function assertOnlyBasicSignals(firestore: Database): Promise<void> {
  await Promise.all([
    assertSucceeds(read(firestore, 'signals/basic')),
    assertSucceeds(queryChanges(signalsFor(firestore, 'basic'))),
    assertFails(read(firestore, 'signals/order-flow')),
    assertFails(queryChanges(signalsFor(firestore, 'order-flow'))),
    assertFails(allSignals(firestore).where('audience', 'in', ['basic', 'order-flow']).get()),
    assertFails(queryChanges(allSignals(firestore))),
    assertFails(allSignals(firestore).get()),
  ]);
}

beforeAll(async () => {
  setLogLevel('silent');
  environment = await initializeTestEnvironment({
    projectId: PROJECT,
    firestore: {
      rules: readRulesFile('firestore.rules'),
      ...getEmulatorAddress('FIRESTORE_EMULATOR_HOST'),
    },
  });
  await environment.clearFirestore();
  await environment.withSecurityRulesDisabled((context) => writeSignals(context.firestore()));
});

afterAll(() => environment.cleanup());

describe('signals', () => {
  it('lets an essential member catch up on everything that changed', async () => {
    const firestore = await connect(toTokenClaims(ESSENTIAL), ESSENTIAL);
    await assertSucceeds(queryChanges(allSignals(firestore)));
    await assertFails(firestore.collection('signals').get());
    await assertFails(firestore.collection('signals').limit(301).get());
  });

  it('refuses an offset, because each skipped document is billed', async () => {
    const uid = 'skips-documents';
    await environment.withSecurityRulesDisabled(async (context) => {
      await context.firestore().doc(`users/${uid}`).set(ESSENTIAL);
      await context
        .firestore()
        .doc(`sessions/${toSessionId(uid)}`)
        .set(openSession(uid));
    });
    const caller = { uid, claims: { ...toTokenClaims(ESSENTIAL), sid: toSessionId(uid) } };
    const query = { from: [{ collectionId: 'signals' }], limit: 1 };
    expect(await fetchQueryStatus(PROJECT, caller, query)).toBe(200);
    expect(await fetchQueryStatus(PROJECT, caller, { ...query, offset: 0 })).toBe(200);
    expect(await fetchQueryStatus(PROJECT, caller, { ...query, offset: 1 })).toBe(403);
    expect(await fetchQueryStatus(PROJECT, caller, { ...query, offset: 100_000 })).toBe(403);
  });

  it('lets staff catch up on everything, even if their own dashboard is locked', async () => {
    const firestore = await connect(toTokenClaims(STAFF), STAFF);
    await assertSucceeds(queryChanges(allSignals(firestore)));
    await assertSucceeds(read(firestore, 'status/heartbeat'));
  });

  it('lets a starter catch up on basic signals but never read an order-flow one', async () => {
    await assertOnlyBasicSignals(await connect(toTokenClaims(STARTER), STARTER));
  });
});

describe('a session', () => {
  const UID = 'signs-out';
  const EXPIRED_AT = Timestamp.fromMillis(0);
  const SESSIONS: Readonly<Record<string, object>> = {
    open: openSession(UID),
    other: openSession(UID),
    ended: { ...openSession(UID), endedAt: CHANGED_AT },
    over: { ...openSession(UID), expireAt: EXPIRED_AT },
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

  const connectWith = (claims: object) =>
    environment.authenticatedContext(UID, { ...toTokenClaims(ESSENTIAL), ...claims }).firestore();

  it.each(['ended', 'over', 'foreign', 'without-fields', 'never-granted', '../users/signs-out'])(
    'that is %s gives no access, whatever the token says',
    async (sid) => {
      await assertNoSignals(connectWith({ sid }));
      await assertFails(read(connectWith({ sid }), `users/${UID}`));
    },
  );

  it('that a token does not name gives no access, as with tokens that Firebase Auth issues by itself', async () => {
    await assertNoSignals(connectWith({}));
    await assertFails(read(connectWith({ auth_time: 1_795_000_000 }), `users/${UID}`));
  });

  it('that is still open keeps its access when another session of the member ends', async () => {
    for (const sid of ['open', 'other']) {
      await assertSucceeds(queryChanges(allSignals(connectWith({ sid }))));
      await assertSucceeds(read(connectWith({ sid }), `users/${UID}`));
    }
  });

  it('can be read only with a token that names it', async () => {
    await assertSucceeds(read(connectWith({ sid: 'open' }), 'sessions/open'));
    await assertSucceeds(read(connectWith({ sid: 'ended' }), 'sessions/ended'));
    await assertFails(read(connectWith({ sid: 'open' }), 'sessions/other'));
    await assertFails(read(connectWith({ sid: 'foreign' }), 'sessions/foreign'));
    await assertFails(connectWith({ sid: 'open' }).collection('sessions').get());
  });
});

describe('a staff session', () => {
  const listUsers = async (session: object) =>
    (await connect(toTokenClaims(STAFF), STAFF, session)).collection('users').limit(1).get();

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

  it('reads no signals once its second factor has expired', async () => {
    const old = { secondFactorAt: hoursAgo(13) };
    await assertNoSignals(await connect(toTokenClaims(STAFF), STAFF, old));
  });
});

describe('a member who still has to choose a password', () => {
  it('reads nothing, not even their own documents documents', async () => {
    const record = { ...ESSENTIAL, needsPassword: true };
    const firestore = await connect(toTokenClaims(ESSENTIAL), record);
    await assertNoSignals(firestore);
    const ownTickets = firestore
      .collection('tickets')
      .where('uid', '==', `member-${memberCount}`)
      .limit(1);
    await assertFails(ownTickets.get());
    await assertFails(read(firestore, `users/member-${memberCount}`));
  });
});

describe('a token that claims more than the record', () => {
  it.each([
    ['of a guest', GUEST],
    ['of a revoked member', access('essential', false)],
    ['that does not exist', null],
    ['without any field', {}],
    ['with strings for booleans', { tier: 'essential', dashboardUnlocked: 'true' }],
  ])('gives no access to signals against the record %s', async (_whose, record) => {
    await assertNoSignals(await connect(toTokenClaims(ESSENTIAL), record));
  });

  it('of an essential member reads only basic signals after a downgrade to starter', async () => {
    await assertOnlyBasicSignals(await connect(toTokenClaims(ESSENTIAL), STARTER));
  });

  it.each([
    ['a member', ESSENTIAL],
    ['nobody', null],
  ])('of staff gives no access to %s', async (_who, record) => {
    const firestore = await connect({ staff: true }, record);
    await Promise.all([
      assertFails(read(firestore, 'users/somebody')),
      assertFails(firestore.collection('users').limit(300).get()),
      assertFails(firestore.collection('accessEvents').limit(300).get()),
      assertFails(read(firestore, 'signals/basic')),
    ]);
  });
});

describe('a token that claims less than the record', () => {
  it.each([
    ['no claims at all', {}],
    ['the claims of a guest', toTokenClaims(GUEST)],
    ['a tier without unlocked access', { tier: 'essential' }],
    ['unlocked access without a tier', { unlocked: true }],
    ['an unknown tier', { tier: 'platinum', unlocked: true }],
    ['a string for a boolean', { tier: 'essential', unlocked: 'true' }],
  ])('gives no access to signals with %s', async (_which, claims) => {
    await assertNoSignals(await connect(claims, ESSENTIAL));
  });

  it('reads only basic signals until an upgraded starter refreshes it', async () => {
    await assertOnlyBasicSignals(await connect(toTokenClaims(STARTER), ESSENTIAL));
  });

  it('gives no staff access without the staff claim', async () => {
    const firestore = await connect(toTokenClaims(ESSENTIAL), { ...ESSENTIAL, staff: true });
    await assertFails(firestore.collection('users').limit(300).get());
  });
});
