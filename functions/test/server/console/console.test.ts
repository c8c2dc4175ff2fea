import { randomUUID } from 'node:crypto';
import { SETTABLE_ACCESS } from '@quantalgo/contracts/access/access';
import {
  adminCodeSchema,
  adminTicketSchema,
  auditEntrySchema,
  systemSchema,
} from '@quantalgo/contracts/console/console';
import { slotId, slotStart } from '@quantalgo/contracts/core/slots';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';
import { readMailSecret, post } from '../auth/visitor';

let api: Api;
let staff: Awaited<ReturnType<typeof logInNewMember>>;

beforeAll(async () => {
  api = await startApi('demo-admin-desk');
  staff = await logInNewMember(api, { staff: true });
});
afterAll(() => api.close());

const get = async (path: string) => (await api.call(path, { token: staff.token })).envelope?.data;
const audit = async (body: object) =>
  (await post(api, '/api/admin/audit/search', body, staff.token)).envelope?.data;
const issue = (userId: string, mail = false) =>
  post(api, '/api/admin/codes', { userId, tier: 'starter', mail }, staff.token);
const issuedSchema = z.object({ code: z.string(), issued: adminCodeSchema });

describe('dashboard code from the console', () => {
  it('is shown once, emailed on request and used by its member', async () => {
    const { uid, email, token } = await logInNewMember(api);
    const { code } = issuedSchema.parse((await issue(uid, true)).envelope?.data);
    expect(await readMailSecret(api, email, 'code')).toBe(code);
    expect(JSON.stringify(await get('/api/admin/codes'))).not.toContain(code);
    expect(await get('/api/admin/codes')).toMatchObject([
      { userId: uid, state: 'open', member: { fullName: 'Ada Obi', email } },
    ]);
    await post(api, '/auth/validate-dashboard-code', { dashboardCode: code }, token);
    expect(await get('/api/admin/codes')).toMatchObject([{ userId: uid, state: 'used' }]);
  });

  it('is rejected once it is void', async () => {
    const { uid, token } = await logInNewMember(api);
    const { code } = issuedSchema.parse((await issue(uid)).envelope?.data);
    const voided = { method: 'DELETE', token: staff.token };
    const { envelope } = await api.call(`/api/admin/codes/${uid}`, voided);
    expect(envelope?.data).toMatchObject({ state: 'void' });
    const use = await post(api, '/auth/validate-dashboard-code', { dashboardCode: code }, token);
    expect(use.status).toBe(400);
  });

  it('is voided only if no newer code was issued', async () => {
    const { uid, token } = await logInNewMember(api);
    const shown = issuedSchema.parse((await issue(uid)).envelope?.data);
    const newer = issuedSchema.parse((await issue(uid)).envelope?.data);
    const voidIssued = (issuedAt: string) =>
      api.call(`/api/admin/codes/${uid}`, {
        method: 'DELETE',
        token: staff.token,
        body: { issuedAt },
      });
    const { status, envelope } = await voidIssued(shown.issued.issuedAt);
    expect([status, envelope?.message]).toEqual([409, 'A newer code was issued to this member']);
    const answer = await voidIssued(newer.issued.issuedAt);
    expect(answer.envelope?.data).toMatchObject({ state: 'void' });
    const { code: dashboardCode } = newer;
    const use = await post(api, '/auth/validate-dashboard-code', { dashboardCode }, token);
    expect(use.status).toBe(400);
  });

  it('can’t be issued to a missing member or to oneself', async () => {
    expect((await issue('nobody')).status).toBe(404);
    expect((await issue(staff.uid)).status).toBe(403);
  });
});

describe('support inbox', () => {
  it('sorts tickets by priority, and filters answered and closed ones', async () => {
    const member = await logInNewMember(api);
    for (const priority of ['low', 'urgent', 'medium'] as const)
      await api.call('/api/tickets', {
        method: 'POST',
        token: member.token,
        headers: { 'idempotency-key': randomUUID() },
        body: { category: 'billing', subject: priority, message: '=cmd() <b>help</b>', priority },
      });
    const tickets = z.array(adminTicketSchema).parse(await get('/api/admin/tickets'));
    expect(tickets.map(({ priority }) => priority)).toEqual(['urgent', 'medium', 'low']);
    const [urgent] = tickets;
    expect(urgent?.member).toEqual({ fullName: 'Ada Obi', email: member.email });
    const { envelope } = await api.call(`/api/tickets/${urgent?.id}/replies`, {
      method: 'POST',
      token: staff.token,
      headers: { 'idempotency-key': randomUUID() },
      body: { message: 'We look into it' },
    });
    expect(envelope?.data).toMatchObject({ state: 'answered' });
    expect(await get('/api/admin/tickets?state=answered')).toMatchObject([{ id: urgent?.id }]);
    expect(await get(`/api/admin/tickets/${urgent?.id}`)).toMatchObject({
      state: 'answered',
      member: { fullName: 'Ada Obi' },
    });
    expect((await api.call(`/api/admin/tickets/${randomUUID()}`, staff)).status).toBe(404);
    for (const ticket of tickets)
      await api.call(`/api/tickets/${ticket.id}/close`, { method: 'POST', token: staff.token });
    const closed = z.array(adminTicketSchema).parse(await get('/api/admin/tickets?state=closed'));
    expect(closed.map(({ id }) => id)).toEqual(tickets.map(({ id }) => id).reverse());
    const olderOnes = await get(`/api/admin/tickets?state=closed&before=${closed[0]?.updatedAt}`);
    expect(olderOnes).toMatchObject(closed.slice(1).map(({ id }) => ({ id })));
  });

  it('lists the last changed of the answered tickets first', async () => {
    const { uid } = await logInNewMember(api);
    const answered = async (createdAt: string, updatedAt: string) => {
      const id = randomUUID();
      const times = {
        createdAt: Timestamp.fromDate(new Date(createdAt)),
        updatedAt: Timestamp.fromDate(new Date(updatedAt)),
      };
      const fields = { category: 'billing', priority: 'low', subject: 'Fees', signal: null };
      const message = { id, from: 'member', text: 'What does it cost?', at: times.createdAt };
      const ticket = { uid, ...fields, state: 'answered', messages: [message], ...times };
      await api.firestore.doc(`tickets/${id}`).set(ticket);
      return id;
    };
    const late = await answered('2026-11-01T08:00:00Z', '2026-11-20T08:00:00Z');
    const early = await answered('2026-11-02T08:00:00Z', '2026-11-10T08:00:00Z');
    const list = await get('/api/admin/tickets?state=answered');
    expect(list).toMatchObject([{ id: late }, { id: early }]);
  });

  it('saves and deletes a canned answer once per key, with audit entries', async () => {
    const id = randomUUID();
    const body = { title: 'Deposit', text: 'Please send a screenshot' };
    const headers = { 'idempotency-key': id };
    const save = { method: 'POST', token: staff.token, headers, body };
    await api.call('/api/admin/canned-answers', save);
    await api.call('/api/admin/canned-answers', save);
    expect(await get('/api/admin/canned-answers')).toEqual([{ id, ...body }]);
    await api.call(`/api/admin/canned-answers/${id}`, { method: 'DELETE', token: staff.token });
    expect(await get('/api/admin/canned-answers')).toEqual([]);
    expect((await api.call('/api/admin/canned-answers', save)).status).toBe(200);
    expect(await get('/api/admin/canned-answers')).toEqual([]);
    const entries = z.array(z.unknown()).parse(await audit({ by: staff.uid }));
    expect(entries.slice(0, 2)).toMatchObject([
      { action: 'answer deleted', reason: `answer ${id}: ${body.title}` },
      { action: 'answer saved', reason: `answer ${id}: ${body.title}` },
    ]);
  });
});

describe('abandoned emails', () => {
  const mail = (template: string, parameters: object) => ({
    template,
    parameters,
    to: 'ada@example.test',
    uid: null,
    sealed: null,
    state: 'dead',
    attempts: 10,
    dueAt: null,
    validUntil: null,
    problem: 'attempts: refused',
    createdAt: Timestamp.now(),
    updatedAt: Timestamp.now(),
    expireAt: Timestamp.now(),
  });

  it('can be retried once, unless their secrets were erased', async () => {
    await api.firestore.doc('mail/whole').set(mail('accountExists', { fullName: 'Ada' }));
    await api.firestore.doc('mail/erased').set(mail('passwordReset', { fullName: 'Ada' }));
    const retry = (id: string) => post(api, `/api/admin/mails/${id}/retry`, {}, staff.token);
    expect((await retry('erased')).status).toBe(409);
    expect((await retry('whole')).status).toBe(200);
    expect((await retry('whole')).status).toBe(404);
    expect((await api.firestore.doc('mail/whole').get()).get('dueAt')).toBeInstanceOf(Timestamp);
    expect(await get('/api/admin/mails')).toMatchObject([{ id: 'erased', canRetry: false }]);
  });
});

describe('audit log', () => {
  it('can be filtered by staff and member, and is exported without formulas', async () => {
    const { uid, email } = await logInNewMember(api);
    const body = { ...SETTABLE_ACCESS.starter, reason: '=HYPERLINK("x")' };
    const path = `/api/admin/users/${uid}/access`;
    await api.call(path, { method: 'PATCH', token: staff.token, body });
    const changed = {
      action: 'access changed',
      user: { id: uid, email },
      by: { id: staff.uid, email: staff.email },
      reason: body.reason,
      change: { before: { tier: 'guest' }, after: { tier: 'starter' } },
    };
    expect(await audit({ userId: uid, by: staff.uid })).toMatchObject([changed]);
    expect(await audit({ userId: email.toUpperCase() })).toMatchObject([changed]);
    expect(await audit({ by: 'nobody' })).toEqual([]);
    const exported = await post(api, '/api/admin/audit/export', {}, staff.token);
    const { csv } = z.object({ csv: z.string() }).parse(exported.envelope?.data);
    expect(csv).toContain(`"'=HYPERLINK(""x"")"`);
    expect(csv.split('\r\n')[0]).toBe(
      'at,by,by email,action,user,user email,reason,before,after,version',
    );
  });

  it('records who issued a code, answered a ticket and reset the countdown', async () => {
    const member = await logInNewMember(api);
    await issue(member.uid);
    await api.call(`/api/admin/codes/${member.uid}`, { method: 'DELETE', token: staff.token });
    const id = randomUUID();
    await api.call('/api/tickets', {
      method: 'POST',
      token: member.token,
      headers: { 'idempotency-key': id },
      body: { category: 'billing', subject: 'Fees', message: 'What does it cost?' },
    });
    const headers = { 'idempotency-key': randomUUID() };
    const answer = { method: 'POST', token: staff.token, headers, body: { message: 'Nothing' } };
    await api.call(`/api/tickets/${id}/replies`, answer);
    await api.call(`/api/tickets/${id}/replies`, answer);
    await post(api, `/api/tickets/${id}/close`, {}, staff.token);
    const actions = (found: unknown) =>
      z
        .array(auditEntrySchema)
        .parse(found)
        .map(({ action }) => action);
    expect(actions(await audit({ userId: member.uid }))).toEqual([
      'ticket closed',
      'ticket answered',
      'code voided',
      'code issued',
    ]);
    await post(api, '/countdown/reset', {}, staff.token);
    const ofStaff = await audit({ by: staff.email });
    const reset = { action: 'countdown reset', user: null, reason: 'a round of 480 minutes' };
    expect(z.array(auditEntrySchema).parse(ofStaff)[0]).toMatchObject({ ...reset, change: null });
  });

  it('pages through entries from both collections without gaps or repeats', async () => {
    const member = await logInNewMember(api);
    const at = Timestamp.fromMillis(Date.parse('2026-11-01T00:00:00Z'));
    const before = {
      ...SETTABLE_ACCESS.guest,
      staff: false,
      codeActivated: false,
      accessVersion: 1,
    };
    const event = { uid: member.uid, by: 'Ama', reason: '', before, after: before, at };
    const action = { uid: member.uid, by: 'Ama', reason: '', action: 'mail retried', at };
    const batch = api.firestore.batch();
    for (let index = 0; index < 60; index += 1) {
      const id = `entry${String(index).padStart(2, '0')}`;
      const [collection, entry] = index % 2 ? ['accessEvents', event] : ['staffActions', action];
      batch.set(api.firestore.doc(`${collection}/${id}`), entry);
    }
    await batch.commit();
    const page = async (after?: string) =>
      z.array(auditEntrySchema).parse(await audit({ by: 'Ama', after }));
    const first = await page();
    const second = await page(first.at(-1)?.id);
    expect([first.length, second.length]).toEqual([50, 10]);
    expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(60);
  });
});

describe('system status', () => {
  it('is reported before and after the first publication', async () => {
    expect(systemSchema.parse(await get('/api/admin/system'))).toMatchObject({
      source: 'simulated',
      heartbeat: null,
      ledger: null,
      market: null,
      missedLast24Hours: 0,
      off: ['approve-matches'],
    });
    await api.firestore.doc('publications/20261120').set({
      day: '20261120',
      published: 20,
      delays: { to250: 18, to500: 1, longer: 1 },
    });
    for (const shard of [0, 1])
      await api.firestore.doc(`pushDelays/20261120-${shard}`).set({
        day: '20261120',
        shown: 10,
        delays: { to1000: 10 },
      });
    expect(await get('/api/admin/system')).toMatchObject({
      delays: [{ day: '20261120', published: 20, p95Ms: 500 }],
      pushDelays: [{ day: '20261120', shown: 20, p95Ms: 1000 }],
    });
  });

  it('lists disabled flags and strategies', async () => {
    const off = { push: false, signUp: true, strategiesOff: ['trend'], approveMatches: false };
    await api.firestore.doc('config/flags').set(off);
    expect(await get('/api/admin/system')).toMatchObject({
      off: ['push', 'approve-matches', 'trend'],
    });
    await api.firestore.doc('config/flags').delete();
  });

  it('reports why the latest slot was missed, and the misses in a day', async () => {
    const [long, now] = [Date.now() - 25 * 3_600_000, Date.now() - 60_000];
    for (const slot of [slotId(slotStart(long)), slotId(slotStart(now))])
      await api.firestore.doc(`misses/${slot}`).set({ slot, reason: 'The source did not answer' });
    const at = Timestamp.now();
    const beat = { slot: slotId(slotStart(now)), state: 'missed', at, opensAt: null };
    await api.firestore.doc('status/heartbeat').set(beat);
    expect(await get('/api/admin/system')).toMatchObject({
      market: { state: 'failing', problem: 'The source did not answer' },
      missedLast24Hours: 1,
    });
    await api.firestore.doc('status/heartbeat').update({ state: 'closed' });
    expect(await get('/api/admin/system')).toMatchObject({
      market: { state: 'closed', problem: null },
    });
  });
});
