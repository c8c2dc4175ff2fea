import { SPECIFIED_PLANS } from '@quantalgo/contracts/live/calendar';
import { liveEndpoints } from '@quantalgo/contracts/live/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';

let api: Api;
/** A Sunday. */
const NOW = Date.parse('2026-11-22T12:00:00Z');
type Member = Awaited<ReturnType<typeof logInNewMember>>;
let ada: Member;
let staff: Member;

beforeAll(async () => {
  api = await startApi('demo-live-calendar', { clock: () => NOW });
  ada = await logInNewMember(api, { tier: 'starter' });
  staff = await logInNewMember(api, { staff: true });
});
afterAll(() => api.close());

const requestCalendar = ({ token }: Member) => api.call('/api/live/calendar', { token });

const getCalendar = async (member: Member) =>
  liveEndpoints.sessionCalendar.data.parse((await requestCalendar(member)).envelope?.data);

const getPlans = async (member: Member) => (await getCalendar(member)).plans;

const change = ({ token }: Member, body: object) =>
  api.call('/api/admin/live/calendar', { method: 'POST', token, body });

const questions = {
  id: 'questions',
  name: 'Weekly questions',
  days: { type: 'weekly', from: '2026-11-23', weekdays: [2] },
  minute: 17 * 60,
  minutes: 60,
  cancelled: [],
};

describe('live session calendar', () => {
  it('has the specified plans until staff change them, with audit entries', async () => {
    expect(await getPlans(ada)).toEqual(SPECIFIED_PLANS);
    const saved = await change(staff, { action: 'save', plan: questions });
    expect(saved.status).toBe(200);
    expect(await getPlans(ada)).toEqual([...SPECIFIED_PLANS, questions]);
    await change(staff, { action: 'cancel', id: 'questions', day: '2026-11-24', on: true });
    expect((await getPlans(ada)).at(-1)?.cancelled).toEqual(['2026-11-24']);
    const to = { to: '2026-12-02', minute: 18 * 60 };
    await change(staff, { action: 'move', id: 'questions', day: '2026-12-01', ...to });
    const { moves, revision } = await getCalendar(ada);
    expect(moves).toEqual([{ plan: 'questions', day: '2026-12-01', ...to }]);
    expect(revision).toBe(3);
    await change(staff, { action: 'remove', id: 'questions' });
    expect(await getPlans(ada)).toEqual(SPECIFIED_PLANS);
    const actions = await api.firestore.collection('staffActions').get();
    const ours = actions.docs.filter((one) => one.get('action') === 'session calendar changed');
    expect(ours.map((one): unknown => one.get('reason')).sort()).toEqual([
      'cancelled questions on 2026-11-24',
      'moved questions from 2026-12-01 to 2026-12-02, 18:00 GMT',
      'removed questions',
      'saved questions: Weekly questions',
    ]);
  });

  it('is visible with an unlocked dashboard, and changed only by staff', async () => {
    const guest = await logInNewMember(api, { tier: 'guest' });
    expect((await requestCalendar(guest)).status).toBe(403);
    expect((await change(ada, { action: 'remove', id: 'nyc-session' })).status).toBe(403);
    expect((await change(staff, { action: 'remove', id: 'nothing' })).status).toBe(404);
    expect(
      (await change(staff, { action: 'save', plan: { ...questions, minute: 1 } })).status,
    ).toBe(400);
    expect(await getPlans(ada)).toEqual(SPECIFIED_PLANS);
  });

  it('rejects a start in the past, with the reason', async () => {
    const once = { ...questions, days: { type: 'once', day: '2026-11-22' }, minute: 12 * 60 };
    const passed = 'This time has passed. Choose a later one.';
    const past = { to: '2026-11-22', minute: 11 * 60 + 55 };
    for (const body of [
      { action: 'save', plan: once },
      { action: 'move', id: 'nyc-session', day: '2026-11-23', ...past },
    ])
      expect(await change(staff, body)).toMatchObject({ status: 409, envelope: { error: passed } });
    expect(await getPlans(ada)).toEqual(SPECIFIED_PLANS);
  });
});
