import { randomUUID } from 'node:crypto';
import {
  MAX_STORED_SUBMISSIONS,
  ownDocumentsSchema,
  proofSchema,
} from '@quantalgo/contracts/submissions/ownDocuments';
import {
  TICKET_MAX_MESSAGES,
  ticketDocumentSchema,
  ticketSchema,
} from '@quantalgo/contracts/tickets/ticket';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createFirestoreLimiter } from '../../../src/platform/core/rateLimiter';
import { LIMITS } from '../../../src/domain/core/limits';
import { logInNewMember } from '../http/members';
import { signalDocument, wonAtLevel1 } from '../signals/signalDocuments';
import { startApi, type Api } from '../http/suite';
import { mailsTo } from '../auth/visitor';
import { buildWaitingProof } from '../../storedSubmissions';

let api: Api;
let member: Awaited<ReturnType<typeof logInNewMember>>;

beforeAll(async () => {
  api = await startApi('demo-account-tickets');
});
beforeEach(async () => {
  member = await logInNewMember(api);
});
afterAll(() => api.close());

const TICKET = {
  category: 'signals',
  subject: 'A price',
  message: 'My broker showed different prices.',
};

const post = (path: string, body: object, key: string = randomUUID(), token = member.token) =>
  api.call(path, { method: 'POST', token, body, headers: { 'idempotency-key': key } });

const open = (changes: object = {}, key?: string, token?: string) =>
  post('/api/tickets', { ...TICKET, ...changes }, key, token);
const reply = (id: string, message: string, key?: string, token?: string) =>
  post(`/api/tickets/${id}/replies`, { message }, key, token);
const close = (id: string, token = member.token, headers = {}) =>
  api.call(`/api/tickets/${id}/close`, { method: 'POST', token, headers });

async function opened(changes: object = {}): Promise<string> {
  const { envelope } = await open(changes);
  return ticketSchema.parse(envelope?.data).id;
}

const stored = async (id: string) =>
  ticketDocumentSchema.parse((await api.firestore.doc(`tickets/${id}`).get()).data());

describe('ticket', () => {
  it('is opened with the idempotency key as its id', async () => {
    const key = randomUUID();
    const { status, envelope } = await open({}, key);
    expect(status).toBe(200);
    const ticket = ticketSchema.parse(envelope?.data);
    expect(ticket).toMatchObject({ id: key, state: 'open', priority: 'medium', signal: null });
    expect(ticket.messages).toMatchObject([{ id: key, from: 'member', text: TICKET.message }]);
    expect(await stored(key)).toMatchObject({ uid: member.uid, subject: 'A price' });
  });

  it('is opened once if it is sent five times', async () => {
    const before = (await api.firestore.collection('tickets').get()).size;
    const key = randomUUID();
    const sent = await Promise.all(Array.from({ length: 5 }, () => open({}, key)));
    const late = await open({}, key);
    expect(new Set([...sent, late].map(({ status }) => status))).toEqual(new Set([200]));
    expect((await api.firestore.collection('tickets').get()).size).toBe(before + 1);
    expect((await stored(key)).messages).toHaveLength(1);
  });

  it('is not replaced by a call with the same key and different content', async () => {
    const key = randomUUID();
    await open({}, key);
    const { status, envelope } = await open({ subject: 'Another' }, key);
    expect(status).toBe(409);
    expect(envelope?.message).toBe('This request was already sent with different content');
  });

  it('is rejected if its id belongs to another member’s ticket', async () => {
    const key = randomUUID();
    await open({}, key);
    const other = await logInNewMember(api);
    expect((await open({}, key, other.token)).status).toBe(409);
    expect((await stored(key)).uid).toBe(member.uid);
  });

  it('is answered by staff anonymously, and its member gets an email', async () => {
    const id = await opened();
    const staff = await logInNewMember(api, { staff: true });
    const { envelope } = await reply(id, 'We looked into it.', undefined, staff.token);
    expect(ticketSchema.parse(envelope?.data)).toMatchObject({ state: 'answered' });
    const ticket = await stored(id);
    expect(ticket.messages.map(({ from }) => from)).toEqual(['member', 'staff']);
    expect(JSON.stringify(ticket)).not.toContain(staff.uid);
    const [mail] = await mailsTo(api, member.email);
    expect(mail).toMatchObject({ template: 'ticketAnswered', given: { subject: 'A price' } });
  });

  it('stays open if its member writes while staff answer', async () => {
    const id = await opened();
    const staff = await logInNewMember(api, { staff: true });
    await reply(id, 'Wrong ID, it is 456.');
    const key = randomUUID();
    const answer = () =>
      api.call(`/api/tickets/${id}/replies`, {
        method: 'POST',
        token: staff.token,
        body: { message: '123 is fine.' },
        headers: { 'idempotency-key': key, 'if-match': '"1"' },
      });
    const { envelope } = await answer();
    const ticket = ticketSchema.parse(envelope?.data);
    expect(ticket.state).toBe('open');
    expect(ticket.messages.map(({ text }) => text)).toEqual([
      TICKET.message,
      'Wrong ID, it is 456.',
      '123 is fine.',
    ]);
    expect(await mailsTo(api, member.email)).toMatchObject([{ template: 'ticketAnswered' }]);
    expect((await answer()).envelope?.data).toEqual(ticket);
    await close(id, staff.token, { 'if-match': '"3"' });
    expect(await stored(id)).toMatchObject({ state: 'closed' });
  });

  it('can’t be closed by staff who haven’t seen its member’s last message', async () => {
    const id = await opened();
    const staff = await logInNewMember(api, { staff: true });
    await reply(id, 'One more thing');
    const { status, envelope } = await close(id, staff.token, { 'if-match': '"1"' });
    expect([status, envelope?.message]).toEqual([
      409,
      'The member has written in the meantime. Read the new message before you close the ticket.',
    ]);
    expect(ticketSchema.parse(envelope?.data).messages).toHaveLength(2);
    expect(await stored(id)).toMatchObject({ state: 'open' });
    expect((await close(id, staff.token, { 'if-match': '"2"' })).status).toBe(200);
  });

  it('stores a repeated reply once, can be closed and is reopened by a reply', async () => {
    const id = await opened();
    const key = randomUUID();
    await Promise.all([reply(id, 'One more thing', key), reply(id, 'One more thing', key)]);
    expect((await stored(id)).messages).toHaveLength(2);
    for (let times = 0; times < 2; times += 1) {
      const { status, envelope } = await close(id);
      expect([status, envelope?.data]).toMatchObject([200, { state: 'closed' }]);
    }
    await reply(id, 'It is not solved');
    expect(await stored(id)).toMatchObject({ state: 'open' });
  });

  it('stays reopened if the closing call is repeated', async () => {
    const [id, closing] = [await opened(), { 'idempotency-key': randomUUID() }];
    await close(id, member.token, closing);
    await reply(id, 'It is not solved');
    expect((await close(id, member.token, closing)).status).toBe(200);
    expect(await stored(id)).toMatchObject({ state: 'open' });
  });

  it('rejects replies beyond the message limit, whose last place is for staff', async () => {
    const id = await opened();
    const staff = await logInNewMember(api, { staff: true });
    const ticket = await api.firestore.doc(`tickets/${id}`).get();
    const [first] = z.array(z.unknown()).parse(ticket.get('messages'));
    await ticket.ref.update({ messages: Array(TICKET_MAX_MESSAGES - 2).fill(first) });
    expect((await reply(id, 'One last thing')).status).toBe(200);
    const { status, envelope } = await reply(id, 'And yet');
    expect(status).toBe(409);
    expect(envelope?.message).toBe('This ticket is full. Please open a new one.');
    expect((await reply(id, 'We looked into it.', undefined, staff.token)).status).toBe(200);
    expect(await stored(id)).toMatchObject({ state: 'answered' });
    expect((await reply(id, 'And this', undefined, staff.token)).status).toBe(409);
  });

  it('is not found for other members', async () => {
    const id = await opened();
    const other = await logInNewMember(api);
    for (const answer of [
      await reply(id, 'Hello?', undefined, other.token),
      await close(id, other.token),
      await reply(randomUUID(), 'Hello?'),
      await close(randomUUID()),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.envelope?.message).toBe('Ticket not found');
    }
    expect((await stored(id)).messages).toHaveLength(1);
  });

  it('is limited in number per member', async () => {
    for (let times = 0; times < LIMITS.memberTickets.max; times += 1) await opened();
    const { status, headers } = await open();
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('rate-limits closing and listing for members, but not replies by staff', async () => {
    const id = await opened();
    const limiter = createFirestoreLimiter({ ...api, factor: 1 });
    const staff = await logInNewMember(api, { staff: true });
    for (const name of ['memberReplies', 'memberOwnDocuments'] as const)
      for (let taken = 0; taken < LIMITS[name].max; taken += 1) {
        await limiter.take(name, member.uid);
        await limiter.take(name, staff.uid);
      }
    expect((await close(id)).status).toBe(429);
    expect((await api.call('/api/tickets', { token: member.token })).status).toBe(429);
    expect((await reply(id, 'We look into it', randomUUID(), staff.token)).status).toBe(200);
    expect((await close(id, staff.token)).status).toBe(200);
  });
});

describe('member’s open requests', () => {
  const fetchOwnDocuments = async (token?: string) => {
    const { status, envelope } = await api.call(
      '/api/tickets',
      token === undefined ? {} : { token },
    );
    return { status, data: envelope?.data };
  };

  it('are only their own tickets, newest first, and their newest proofs and setups', async () => {
    expect(await fetchOwnDocuments(member.token)).toEqual({
      status: 200,
      data: { tickets: [], proofs: [], setups: [] },
    });
    const first = await opened();
    const second = await opened();
    await open({}, randomUUID(), (await logInNewMember(api)).token);
    const ids = Array.from({ length: MAX_STORED_SUBMISSIONS + 2 }, () => randomUUID());
    for (const [index, id] of ids.entries()) {
      const proof = buildWaitingProof(
        { id, uid: member.uid, at: Date.now() + index },
        `PO-${index}`,
      );
      await api.firestore.doc(`proofs/${id}`).set(proof);
    }
    const newestIds = ids.toReversed().slice(0, MAX_STORED_SUBMISSIONS);
    const { data } = await fetchOwnDocuments(member.token);
    const { tickets, proofs, setups } = ownDocumentsSchema.parse(data);
    expect(
      z
        .array(ticketSchema)
        .parse(tickets)
        .map(({ id }) => id),
    ).toEqual([second, first]);
    expect(proofs.map((proof) => proofSchema.parse(proof).id)).toEqual(newestIds);
    expect(setups).toEqual([]);
  });

  it('require a session', async () => {
    expect((await fetchOwnDocuments()).status).toBe(401);
  });
});

describe('ticket about a signal', () => {
  it('has the seen and the recorded prices if the signal is settled', async () => {
    const slot = Date.parse('2026-11-20T12:00:00Z');
    const settled = { ...signalDocument(slot, 'basic'), settlement: wonAtLevel1(slot) };
    await api.firestore.doc(`signals/${settled.id}`).set(settled);
    const id = await opened({ signal: { id: settled.id, entrySeen: 1.0853, exitSeen: null } });
    const { signal } = await stored(id);
    expect(signal).toMatchObject({ id: settled.id, entrySeen: 1.0853, exitSeen: null });
    expect(signal?.recorded).toMatchObject({ pair: 'EURUSD', direction: 'CALL' });
    expect(signal?.recorded?.closes.map(({ price }) => price)).toEqual([1.085, 1.0849, 1.0852]);
  });

  it('has no recorded prices if the signal is unsettled or unknown', async () => {
    const live = signalDocument(Date.parse('2026-11-20T12:05:00Z'), 'order-flow');
    await api.firestore.doc(`signals/${live.id}`).set(live);
    for (const signalId of [live.id, '20200101T0000Z']) {
      const id = await opened({ signal: { id: signalId, entrySeen: 1, exitSeen: 1 } });
      expect((await stored(id)).signal).toMatchObject({ id: signalId, recorded: null });
    }
  });
});
