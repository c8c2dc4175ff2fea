import { memberFiguresSchema } from '@quantalgo/contracts/console/memberWeeks';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiInput } from '../../../src/http/core/deps';
import { countDecision, countMemberWeeks } from '../../../src/platform/console/memberWeeks';
import { createWeekCounter } from '../../../src/platform/console/weekCounter';
import { createFirestoreLimiter, type Limiter } from '../../../src/platform/core/rateLimiter';
import { createSecrets } from '../../../src/platform/core/secrets';
import { newAddress, post, registration } from '../auth/visitor';
import { logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';

let api: Api;
let staff: Awaited<ReturnType<typeof logInNewMember>>;

let ahead = 0;
const clock = () => Date.now() + ahead;

/** Allows two openings per origin. */
function limitOpenings(deps: ApiInput): ApiInput {
  const limitSecrets = createSecrets('the key of openings of a test, long enough');
  const { firestore } = deps;
  const strict = createFirestoreLimiter({ firestore, clock, limitSecrets, factor: 0.002 });
  const limiter: Limiter = {
    take: (name, key) => (name === 'originSignUpVisits' ? strict : deps.limiter).take(name, key),
    clear: (name, key) => deps.limiter.clear(name, key),
  };
  return { ...deps, limiter };
}

beforeAll(async () => {
  api = await startApi('demo-member-weeks', { clock }, undefined, limitOpenings);
  staff = await logInNewMember(api, { staff: true });
});
afterAll(() => api.close());

const read = async () => {
  const { envelope } = await api.call('/api/admin/member-weeks', { token: staff.token });
  return memberFiguresSchema.parse(envelope?.data);
};

const createCounter = (time: () => number) =>
  createWeekCounter({
    firestore: api.firestore,
    clock: time,
    onError(error) {
      throw error;
    },
  });

// Sunday 23:30 in UTC is Monday in Lagos.
const MONDAY = Date.parse('2020-03-01T23:30:00Z');

describe('weekly member figures', () => {
  it('are for staff only', async () => {
    const { token } = await logInNewMember(api);
    expect((await api.call('/api/admin/member-weeks', { token })).status).toBe(403);
    expect((await api.call('/api/admin/member-weeks')).status).toBe(401);
  });

  it('count an opening without a session', async () => {
    expect((await post(api, '/api/sign-up-openings', {})).status).toBe(200);
    expect((await read()).weeks.at(-1)?.steps.opened).toBe(1);
  });

  it('stop counting openings of an origin at its daily limit', async () => {
    const open = (origin: string) =>
      api.call('/api/sign-up-openings', {
        method: 'POST',
        body: {},
        headers: { 'x-forwarded-for': origin },
      });
    const before = (await read()).weeks.at(-1)?.steps.opened ?? 0;
    for (const status of [200, 200, 429]) expect((await open('203.0.113.9')).status).toBe(status);
    ahead += 10_000;
    expect((await open('198.51.100.7')).status).toBe(200);
    expect((await read()).weeks.at(-1)?.steps.opened).toBe(before + 3);
  });

  it('count a sign-up once, and none for an address with an account', async () => {
    const signUp = async (email: string) => {
      ahead += 10_000;
      expect((await post(api, '/auth/register', registration(email))).status).toBe(200);
    };
    const before = (await read()).weeks.at(-1)?.steps.signedUp ?? 0;
    const email = newAddress();
    await signUp(email);
    await signUp(email);
    await signUp(staff.email);
    expect((await read()).weeks.at(-1)?.steps.signedUp).toBe(before + 1);
  });

  it('write openings and sign-ups at most every ten seconds', async () => {
    const week = api.firestore.doc('memberWeeks/2020-W10');
    let now = MONDAY;
    const counter = createCounter(() => now);
    for (let opening = 0; opening < 5; opening += 1) await counter.add('opened', 1);
    await counter.add('signedUp', 1);
    expect((await week.get()).data()).toEqual({ opened: 1, signedUp: 0 });
    now += 10_000;
    await counter.add('opened', 1);
    expect((await week.get()).data()).toEqual({ opened: 6, signedUp: 1 });
  });

  it('write the same for a known address as for an unknown one', async () => {
    const week = api.firestore.doc('memberWeeks/2020-W11');
    const counter = createCounter(() => MONDAY + 7 * DAY_MS);
    await counter.add('signedUp', 0);
    expect((await week.get()).data()).toEqual({ opened: 0, signedUp: 0 });
  });

  it('match the data however often the nightly job runs', async () => {
    const { firestore } = api;
    const at = (days: number) => Timestamp.fromMillis(MONDAY + days * DAY_MS);
    const addUser = (uid: string, days: number, lastSeen: number) =>
      Promise.all([
        firestore.doc(`users/${uid}`).set({
          createdAt: at(days),
          broker: { traderId: uid, registeredAt: at(days), depositedAt: null, deposited: 0 },
        }),
        firestore.doc(`sessions/${uid}`).set({ uid, endedAt: null, lastSeenAt: at(lastSeen) }),
      ]);
    await addUser('before', -1, 60);
    await addUser('left', 0, 3);
    await addUser('week', 1, 9);
    await addUser('month', 6, 40);
    await firestore.doc('proofs/one').set({ uid: 'week', createdAt: at(2) });
    await firestore.runTransaction((transaction) => {
      const now = MONDAY + 3 * DAY_MS;
      countDecision(firestore, transaction, { state: 'approved', since: now - 60_000, now });
      return Promise.resolve();
    });
    for (let night = 0; night < 2; night += 1)
      await countMemberWeeks(firestore, MONDAY + 45 * DAY_MS);
    expect((await firestore.doc('memberWeeks/2020-W10').get()).data()).toMatchObject({
      confirmed: 3,
      brokerLinked: 3,
      proofSent: 1,
      approved: 1,
      activeAfter7: 2,
      activeAfter28: 1,
      decisions: { to300000: 1 },
    });
    await firestore.doc('users/left').delete();
    await countMemberWeeks(firestore, MONDAY + 46 * DAY_MS);
    expect((await firestore.doc('memberWeeks/2020-W10').get()).get('confirmed')).toBe(3);
    const current = await firestore.doc('memberWeeks/2020-W15').get();
    expect(current.get('confirmed')).toBe(0);
    expect(current.get('activeAfter7')).toBeUndefined();
  });
});
