import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import { SPECIFIED_PLANS } from '@quantalgo/contracts/live/calendar';
import type { CalendarChange } from '@quantalgo/contracts/live/calendarChange';
import { liveEndpoints } from '@quantalgo/contracts/live/endpoints';
import { liveHostEndpoints } from '@quantalgo/contracts/live/hostEndpoints';
import type { HostAction, LiveAction } from '@quantalgo/contracts/live/session';
import { ROOM_POLL_INTERVAL_MS } from '@quantalgo/contracts/network/post';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD } from '../auth/visitor';
import { logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';

/** A Monday before the first session. Each test runs on the next workday. */
const MONDAY = Date.parse('2026-11-23T07:40:00Z');

let api: Api;
let day = -1;
let now = MONDAY;
type Member = Awaited<ReturnType<typeof logInNewMember>>;
let ada: Member;
let bola: Member;
let staff: Member;

const session = () =>
  `european-open-${new Date(now).toISOString().slice(0, 10).replaceAll('-', '')}`;

beforeAll(async () => {
  api = await startApi('demo-live', { clock: () => now });
  staff = await logInNewMember(api, { staff: true });
});
beforeEach(async () => {
  day += 1;
  now = MONDAY + (day % 5) * DAY_MS + Math.floor(day / 5) * 7 * DAY_MS;
  ada = await logInNewMember(api, { tier: 'essential', fullName: 'Ada Obi' });
  bola = await logInNewMember(api, { tier: 'essential', fullName: 'Bola Ade' });
});
afterAll(() => api.close());

const sent = (path: string, member: Member, body: object, key: string) =>
  api.call(path, {
    method: 'POST',
    token: member.token,
    body,
    headers: { 'idempotency-key': key },
  });

const host = (body: HostAction, key: string = randomUUID()) =>
  sent('/api/admin/live', staff, body, key);

const act = (member: Member, body: LiveAction, key: string = randomUUID()) =>
  sent('/api/live', member, body, key);

const look = async (member: Member) => {
  const body = { after: null };
  const answer = await api.call('/api/live/look', { method: 'POST', token: member.token, body });
  return liveEndpoints.liveUpdates.data.parse(answer.envelope?.data);
};

const notes = async () => (await look(bola)).notes.filter((note) => note.session === session());

const opened = async () => {
  expect((await host({ action: 'open', session: session() })).status).toBe(200);
};

const ask = (member: Member, text: string, key?: string) =>
  act(member, { action: 'ask', session: session(), text }, key);

describe('live session', () => {
  it('can be opened once, from half an hour before its start, and closed', async () => {
    now -= 20 * 60_000;
    expect((await host({ action: 'open', session: session() })).status).toBe(409);
    now += 20 * 60_000;
    await opened();
    await opened();
    const [newest] = (await look(ada)).sessions;
    expect(newest).toMatchObject({ id: session(), name: 'European Open', closedAt: null });
    await host({ action: 'close', session: session() });
    await host({ action: 'close', session: session() });
    expect((await look(ada)).sessions[0]?.closedAt).toBe(new Date(now).toISOString());
    expect((await host({ action: 'note', session: session(), text: 'late' })).status).toBe(409);
    expect((await ask(ada, 'Too late?')).status).toBe(409);
  });

  it('shows notes, levels, questions and answers as they are posted', async () => {
    await opened();
    const key = randomUUID();
    const remark = { action: 'note', session: session(), text: 'Calm so far' } as const;
    await Promise.all([host(remark, key), host(remark, key)]);
    now += 1000;
    const level = { action: 'level', session: session(), pair: 'EURUSD' } as const;
    await host({ ...level, price: 1.0842, text: 'Yesterday’s high' });
    now += 1000;
    const question = randomUUID();
    expect((await ask(ada, 'Why this level?', question)).status).toBe(200);
    await host({ action: 'answer', id: question, text: 'It held twice.' });
    expect((await notes()).map(({ content }) => content)).toEqual([
      { kind: 'question', name: 'Ada O.', text: 'Why this level?', answer: 'It held twice.' },
      { kind: 'level', pair: 'EURUSD', price: 1.0842, text: 'Yesterday’s high' },
      { kind: 'note', text: 'Calm so far' },
    ]);
  });

  it('shows its host the calendar, the open session and its questions, and no member', async () => {
    await opened();
    await ask(ada, 'Why this level?');
    const view = ({ token }: Member) => api.call('/api/admin/live', { token });
    const response = await view(staff);
    const { plans, sessions, notes } = liveHostEndpoints.liveHostView.data.parse(
      response.envelope?.data,
    );
    expect(plans).toEqual(SPECIFIED_PLANS);
    expect(sessions).toContainEqual(expect.objectContaining({ id: session(), closedAt: null }));
    expect(notes.filter((note) => note.session === session())).toMatchObject([
      { content: { kind: 'question', name: 'Ada O.', text: 'Why this level?' } },
    ]);
    expect((await view(ada)).status).toBe(403);
  });

  it('marks staff questions, and hides names that imitate staff', async () => {
    await opened();
    const impostor = await logInNewMember(api, {
      tier: 'essential',
      fullName: 'Official QuantAlgo',
    });
    await ask(impostor, 'Who needs help?');
    now += 1000;
    const host = await logInNewMember(api, {
      tier: 'essential',
      staff: true,
      fullName: 'Sola Ade',
    });
    await ask(host, 'Any questions?');
    const [ours, theirs] = (await notes()).map(({ content }) => content);
    expect(ours).toMatchObject({ name: 'Sola A.', staff: true });
    expect(theirs?.kind === 'question' && theirs.name).toMatch(/^Member [0-9A-F]{4}$/);
    expect(theirs).not.toHaveProperty('staff');
  });

  it('accepts a question once if it is sent five times', async () => {
    await opened();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(ada, 'Once?', key)));
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(await notes()).toHaveLength(1);
    expect((await ask(ada, 'Another?', key)).status).toBe(409);
  });

  it('rejects links, and too many questions from one member', async () => {
    await opened();
    expect((await ask(ada, 'Join t.me/somewhere')).status).toBe(400);
    const statuses: number[] = [];
    for (let at = 0; at < 7; at += 1) statuses.push((await ask(ada, `Question ${at}`)).status);
    expect(statuses.at(-1)).toBe(429);
    expect((await ask(bola, 'And mine?')).status).toBe(200);
  });

  it('rejects questions from a banned member, with the reason', async () => {
    await opened();
    await api.call(`/api/admin/posts/members/${ada.uid}`, {
      method: 'POST',
      token: staff.token,
      body: { restriction: 'ban', reason: 'Advertising' },
    });
    expect((await ask(ada, 'May I?')).status).toBe(403);
    expect((await look(ada)).me.silence).toContain('Advertising');
    expect((await look(bola)).me.silence).toBeNull();
  });

  it('empties questions removed by staff or deleted by their author', async () => {
    await opened();
    const [first, second] = [randomUUID(), randomUUID()];
    await ask(ada, 'To be removed', first);
    await ask(ada, 'To be deleted', second);
    expect((await act(bola, { action: 'delete', id: second })).status).toBe(404);
    await host({ action: 'remove', id: first });
    await act(ada, { action: 'delete', id: second });
    const left = await notes();
    expect(left.map(({ gone }) => gone).sort()).toEqual(['deleted', 'removed']);
    for (const note of left)
      expect(note).toMatchObject({ uid: null, content: { name: '', text: '', answer: null } });
  });

  it('counts its viewers at most once a minute', async () => {
    await opened();
    await Promise.all([look(ada), look(bola)]);
    now += ROOM_POLL_INTERVAL_MS;
    expect((await look(ada)).sessions[0]?.viewers).toBe(2);
    now += 2 * ROOM_POLL_INTERVAL_MS + 1;
    expect((await look(ada)).sessions[0]?.viewers).toBe(1);
  });

  it('is open only to the essential tier, and hosted only by staff', async () => {
    const starter = await logInNewMember(api, { tier: 'starter' });
    const body = { after: null };
    const response = await api.call('/api/live/look', {
      method: 'POST',
      token: starter.token,
      body,
    });
    expect(response.status).toBe(403);
    expect((await ask(starter, 'Hello?')).status).toBe(403);
    const hosting = { action: 'open', session: session() } as const;
    expect((await sent('/api/admin/live', ada, hosting, randomUUID())).status).toBe(403);
  });

  it('keeps only placeholders for questions from a deleted account', async () => {
    await opened();
    const id = randomUUID();
    await ask(ada, 'Remember me', id);
    const { token, uid } = ada;
    const body = { currentPassword: PASSWORD };
    const erased = await api.call('/api/account', { method: 'DELETE', token, body });
    expect(erased.status).toBe(200);
    expect((await notes()).find((note) => note.id === id)).toMatchObject({ gone: 'deleted' });
    expect((await api.firestore.doc(`liveViewers/${uid}`).get()).exists).toBe(false);
  });
});

describe('opened live session', () => {
  afterEach(() => api.firestore.doc('liveCalendar/plans').delete());

  const change = (body: CalendarChange) =>
    api.call('/api/admin/live/calendar', { method: 'POST', token: staff.token, body });
  const weekly = SPECIFIED_PLANS.find(({ id }) => id === 'european-open');
  if (!weekly) throw new Error('The specification names it');
  const save = (changes: Partial<typeof weekly>) =>
    change({ action: 'save', plan: { ...weekly, ...changes } });
  const today = () => new Date(now).toISOString().slice(0, 10);
  const at = (hour: number, minute = 0) =>
    Date.parse(`${today()}T00:00Z`) + (hour * 60 + minute) * 60_000;
  const move = (hour: number) =>
    change({ action: 'move', id: 'european-open', day: today(), to: today(), minute: hour * 60 });
  const findSession = async () => (await look(bola)).sessions.find(({ id }) => id === session());

  it('takes the calendar’s new name and end, and questions until then', async () => {
    await opened();
    now = at(9, 50);
    expect((await save({ name: 'European Morning', minutes: 240 })).status).toBe(200);
    const endsAt = new Date(at(12)).toISOString();
    expect(await findSession()).toMatchObject({ name: 'European Morning', endsAt });
    now = at(11, 30);
    expect((await ask(ada, 'Still here?')).status).toBe(200);
  });

  it('can be reopened with its questions if it moved to the afternoon', async () => {
    await opened();
    await ask(ada, 'Before it moved?');
    expect((await move(15)).status).toBe(200);
    expect(await findSession()).toBeUndefined();
    expect((await ask(ada, 'Anybody here?')).status).toBe(409);
    expect((await host({ action: 'open', session: session() })).status).toBe(409);
    now = at(14, 40);
    await opened();
    expect(await findSession()).toMatchObject({ startsAt: new Date(at(15)).toISOString() });
    expect((await ask(ada, 'And now?')).status).toBe(200);
    expect(await notes()).toHaveLength(2);
  });

  it('stays open if its new start is less than half an hour away', async () => {
    await opened();
    now = at(8, 35);
    expect((await move(9)).status).toBe(200);
    expect(await findSession()).toMatchObject({
      endsAt: new Date(at(11)).toISOString(),
      closedAt: null,
    });
  });

  it('can’t be moved by a change to its weekly plan', async () => {
    await opened();
    const reason =
      'Today’s session has already been opened. Let the change start tomorrow, or add another session.';
    expect(await save({ minute: 15 * 60 })).toMatchObject({
      status: 409,
      envelope: { error: reason },
    });
    expect(await findSession()).toMatchObject({ startsAt: new Date(at(8)).toISOString() });
  });

  it('can’t be moved or renamed once it has been closed', async () => {
    await opened();
    await host({ action: 'close', session: session() });
    const reason = 'This session has already taken place. Add another one instead.';
    expect(await move(15)).toMatchObject({ status: 409, envelope: { error: reason } });
    expect((await save({ name: 'European Morning' })).status).toBe(200);
    expect(await findSession()).toMatchObject({ name: 'European Open' });
  });

  it('can be reopened if it wasn’t closed and the calendar has it later', async () => {
    await opened();
    const before = { startsAt: new Date(at(3)), endsAt: new Date(at(5)) };
    await api.firestore.doc(`liveSessions/${session()}`).update(before);
    expect((await ask(ada, 'Too early?')).status).toBe(409);
    await opened();
    expect((await ask(ada, 'Now?')).status).toBe(200);
  });
});
