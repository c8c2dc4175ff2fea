import { memberFiguresSchema } from '@quantalgo/contracts/console/memberWeeks';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  countDecision,
  countMemberWeeks,
  createOpeningCounter,
} from '../../../src/platform/console/memberWeeks';
import { post } from '../auth/visitor';
import { logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';

let api: Api;
let staff: Awaited<ReturnType<typeof logInNewMember>>;

beforeAll(async () => {
  api = await startApi('demo-member-weeks');
  staff = await logInNewMember(api, { staff: true });
});
afterAll(() => api.close());

const read = async () => {
  const { envelope } = await api.call('/api/admin/member-weeks', { token: staff.token });
  return memberFiguresSchema.parse(envelope?.data);
};

// Sunday 23:30 in UTC is Monday in Lagos.
const MONDAY = Date.parse('2020-03-01T23:30:00Z');

describe('the figures of members by week', () => {
  it('are for staff alone', async () => {
    const { token } = await logInNewMember(api);
    expect((await api.call('/api/admin/member-weeks', { token })).status).toBe(403);
    expect((await api.call('/api/admin/member-weeks')).status).toBe(401);
  });

  it('count an opening without a session', async () => {
    expect((await post(api, '/api/sign-up-openings', {})).status).toBe(200);
    expect((await read()).weeks.at(-1)?.steps.opened).toBe(1);
  });

  it('write openings at most every ten seconds', async () => {
    const week = api.firestore.doc('memberWeeks/2020-W10');
    let now = MONDAY;
    const countOpening = createOpeningCounter(api.firestore, () => now);
    for (let opening = 0; opening < 5; opening += 1) await countOpening();
    expect((await week.get()).get('opened')).toBe(1);
    now += 10_000;
    await countOpening();
    expect((await week.get()).get('opened')).toBe(6);
  });

  it('are what was put in, however often the night counts', async () => {
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
    const current = await firestore.doc('memberWeeks/2020-W15').get();
    expect(current.get('confirmed')).toBe(0);
    expect(current.get('activeAfter7')).toBeUndefined();
  });
});
