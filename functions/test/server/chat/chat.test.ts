import { randomUUID } from 'node:crypto';
import { HISTORY_PAGE_SIZE } from '@quantalgo/contracts/chat/chat';
import { chatEndpoints } from '@quantalgo/contracts/chat/endpoints';
import {
  MUTE_DURATION_MS,
  moderationEndpoints,
} from '@quantalgo/contracts/network/moderationEndpoints';
import { MAX_ROOM_POSTS, ROOM_POLL_INTERVAL_MS } from '@quantalgo/contracts/network/post';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { postRef, parsePost } from '../../../src/platform/network/documents';
import { PASSWORD } from '../auth/visitor';
import { logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';
import { writeOlderPosts, storePostCount } from '../network/earlier';

const YEAR_MS = 365 * 24 * 60 * 60_000;

let api: Api;
let now = Date.parse('2026-11-20T12:00:00Z');
type Member = Awaited<ReturnType<typeof logInNewMember>>;
let ada: Member;
let bola: Member;

/** An essential member with earlier posts, so not subject to the limits for new members. */
async function createEstablishedMember(fullName: string): Promise<Member> {
  const member = await logInNewMember(api, { tier: 'essential', fullName });
  const { uid } = member;
  await storePostCount(api.firestore, uid);
  return member;
}

beforeAll(async () => {
  api = await startApi('demo-chat', { clock: () => now });
});
beforeEach(async () => {
  now += 10 * ROOM_POLL_INTERVAL_MS;
  [ada, bola] = [
    await createEstablishedMember('Ada Obi'),
    await createEstablishedMember('Bola Ade'),
  ];
});
afterAll(() => api.close());

const callRoom = ({ token }: Member, path: string, body: object) =>
  api.call(`/api/essential/${path}`, { method: 'POST', token, body });

const act = ({ token }: Member, body: object, key: string = randomUUID()) =>
  api.call('/api/essential/chat', {
    method: 'POST',
    token,
    body,
    headers: { 'idempotency-key': key },
  });

const saying = (text: string, ...mentions: string[]) => ({ action: 'write', text, mentions });

async function writeMessage(member: Member, text: string): Promise<string> {
  const id = randomUUID();
  expect((await act(member, saying(text), id)).status).toBe(200);
  now += 1;
  return id;
}

async function look(member: Member, after: string | null = null) {
  const { envelope } = await callRoom(member, 'look', { after });
  return chatEndpoints.chatUpdates.data.parse(envelope?.data);
}

const seenBy = async (member: Member, id: string) =>
  (await look(member)).messages.find((message) => message.id === id);

const texts = (messages: readonly { text: string }[]) => messages.map(({ text }) => text);

describe('Essential Room chat', () => {
  it('shows a message to other members, on one line, signed with a first name', async () => {
    await writeMessage(ada, '  Half out\nat the first target ');
    expect((await look(bola)).messages[0]).toMatchObject({
      name: 'Ada O.',
      tier: 'essential',
      text: 'Half out at the first target',
    });
  });

  it('shows the tier of the author’s own account, even for staff', async () => {
    for (const tier of ['guest', 'essential'] as const) {
      const staff = await logInNewMember(api, { tier, staff: true, fullName: 'Sola Ade' });
      const id = await writeMessage(staff, 'Good evening');
      expect(await seenBy(bola, id)).toMatchObject({ name: 'Sola A.', tier });
    }
  });

  it('marks only staff as staff, whatever others call themselves', async () => {
    const impostor = await createEstablishedMember('QuantАlgo_Support');
    const staff = await logInNewMember(api, {
      tier: 'essential',
      staff: true,
      fullName: 'Sola Ade',
    });
    const [theirs, ours] = [
      await writeMessage(impostor, 'Write to me'),
      await writeMessage(staff, 'Good evening'),
    ];
    const forged = await seenBy(bola, theirs);
    expect(forged?.name).toMatch(/^Member [0-9A-F]{4}$/);
    expect(forged).not.toHaveProperty('staff');
    expect(await seenBy(bola, ours)).toMatchObject({ name: 'Sola A.', staff: true });
    const claimed = { ...saying('I am staff'), staff: true };
    expect((await act(impostor, claimed)).status).toBe(400);
    expect(await seenBy(bola, await writeMessage(ada, 'Hello'))).not.toHaveProperty('staff');
  });

  it('creates a message once if it is sent five times', async () => {
    const id = randomUUID();
    await Promise.all(Array.from({ length: 5 }, () => act(ada, saying('once'), id)));
    expect(texts((await look(bola)).messages).filter((text) => text === 'once')).toHaveLength(1);
    expect((await act(ada, saying('another'), id)).status).toBe(409);
  });

  it('returns messages changed after a given time', async () => {
    await writeMessage(ada, 'before');
    now += ROOM_POLL_INTERVAL_MS;
    const after = new Date(now).toISOString();
    now += ROOM_POLL_INTERVAL_MS;
    for (const text of ['one', 'two', 'three']) await writeMessage(ada, text);
    expect(texts((await look(bola, after)).messages)).toEqual(['three', 'two', 'one']);
  });

  it('is separate from the network', async () => {
    const id = await writeMessage(ada, 'For the room alone');
    const { envelope } = await api.call('/api/network/look', {
      method: 'POST',
      token: bola.token,
      body: { after: null },
    });
    expect(JSON.stringify(envelope?.data)).not.toContain(id);
    const wanted = { action: 'like', id, on: true };
    expect((await act(bola, wanted)).status).toBe(400);
  });

  it('rejects empty messages and messages over 280 characters', async () => {
    expect((await act(ada, saying('   '))).status).toBe(400);
    expect((await act(ada, saying('x'.repeat(281)))).status).toBe(400);
  });

  it('rejects members without the essential tier, even after losing it', async () => {
    await writeMessage(ada, 'For the room alone');
    const starter = await logInNewMember(api, { tier: 'starter' });
    await api.firestore.doc(`users/${bola.uid}`).update({ tier: 'starter' });
    for (const member of [starter, bola]) {
      const answers = await Promise.all([
        act(member, saying('hello')),
        callRoom(member, 'look', { after: null }),
        callRoom(member, 'history', { before: new Date(now).toISOString() }),
      ]);
      for (const { status, envelope } of answers)
        expect([status, envelope?.data]).toEqual([403, undefined]);
    }
  });

  it('pages back through its history without gaps', async () => {
    const from = now;
    const count = HISTORY_PAGE_SIZE + 3;
    for (let index = 0; index < count; index += 1) await writeMessage(ada, `Number ${index}`);
    let before = new Date(now).toISOString();
    const seen: string[] = [];
    for (const length of [HISTORY_PAGE_SIZE, 3]) {
      const { envelope } = await callRoom(bola, 'history', { before });
      const page = chatEndpoints.chatHistory.data
        .parse(envelope?.data)
        .filter(({ createdAt }) => Date.parse(createdAt) >= from);
      expect(page).toHaveLength(length);
      seen.push(...texts(page));
      before = page.at(-1)?.createdAt ?? before;
    }
    expect(seen).toEqual(
      Array.from({ length: count }, (_, index) => `Number ${count - 1 - index}`),
    );
  });

  it('counts essential members and visible messages', async () => {
    await writeMessage(ada, 'one');
    const id = await writeMessage(ada, 'two');
    now += ROOM_POLL_INTERVAL_MS;
    const before = (await look(bola)).figures;
    await act(ada, { action: 'delete', id });
    now += ROOM_POLL_INTERVAL_MS;
    const { members, messages } = (await look(bola)).figures;
    expect(members).toBe(before.members);
    expect(messages).toBe(before.messages - 1);
  });

  it('keeps only placeholders of deleted messages, also for a deleted account', async () => {
    const [id, other] = [
      await writeMessage(ada, 'Calm evening'),
      await writeMessage(ada, 'And night'),
    ];
    expect((await act(bola, { action: 'delete', id })).status).toBe(404);
    expect((await act(ada, { action: 'delete', id })).status).toBe(200);
    const body = { currentPassword: PASSWORD };
    await api.call('/api/account', { method: 'DELETE', token: ada.token, body });
    const { messages } = await look(bola);
    for (const gone of [id, other])
      expect(messages.find((one) => one.id === gone)).toMatchObject({
        gone: 'deleted',
        uid: null,
        name: '',
        text: '',
      });
  });

  it('keeps others’ recent messages if a deleted account had very many', async () => {
    const room = 'essential';
    const old = { room, uid: ada.uid, from: now - YEAR_MS } as const;
    const newer = { room, uid: bola.uid, from: now - ROOM_POLL_INTERVAL_MS } as const;
    const ids = await writeOlderPosts(api.firestore, old, MAX_ROOM_POSTS + 5);
    const newest = await writeOlderPosts(api.firestore, newer, MAX_ROOM_POSTS - 2);
    const last = await writeMessage(ada, 'And night');
    const body = { currentPassword: PASSWORD };
    await api.call('/api/account', { method: 'DELETE', token: ada.token, body });
    const left = await api.firestore.getAll(...ids.map((id) => postRef(api.firestore, room, id)));
    for (const [index, message] of left.map(parsePost).entries()) {
      const updatedAt = old.from + index;
      expect(message).toMatchObject({ gone: 'deleted', uid: null, text: '', updatedAt });
    }
    const { messages } = await look(bola);
    expect(messages.map(({ id }) => id)).toEqual(expect.arrayContaining([...newest, last]));
    expect(messages.find(({ id }) => id === last)).toMatchObject({ gone: 'deleted', text: '' });
  });

  it('returns recent messages even if more changed than one response holds', async () => {
    const after = new Date(now).toISOString();
    now += ROOM_POLL_INTERVAL_MS;
    const id = await writeMessage(ada, 'Written before so much else changed');
    const old = {
      room: 'essential',
      uid: bola.uid,
      from: now - YEAR_MS,
      changed: now + 1,
    } as const;
    await writeOlderPosts(api.firestore, old, MAX_ROOM_POSTS);
    expect((await look(bola, after)).messages.map((message) => message.id)).toContain(id);
  });

  it('is included in the member’s data export', async () => {
    await writeMessage(ada, 'Calm evening');
    const { envelope } = await api.call('/api/account/export', { token: ada.token });
    expect(envelope?.data).toMatchObject({ messages: [{ text: 'Calm evening' }] });
  });
});

describe('moderators', () => {
  const asStaff = (path: string, body?: object) =>
    logInNewMember(api, { staff: true }).then(({ token }) =>
      api.call(`/api/admin/posts${path}`, { token, ...(body && { method: 'POST', body }) }),
    );

  it('see a reported message in the queue, and remove it for everyone', async () => {
    const id = await writeMessage(ada, 'Sure wins');
    await act(bola, { action: 'report', id, reason: 'A promise of profit' });
    const { envelope } = await asStaff('');
    const cases = moderationEndpoints.postCases.data.parse(envelope?.data);
    expect(cases.find(({ post }) => post.id === id)).toMatchObject({
      room: 'essential',
      reports: ['A promise of profit'],
    });
    await asStaff(`/${id}`, { removalReason: 'A promise of profit' });
    expect(await seenBy(bola, id)).toMatchObject({ gone: 'removed', text: '' });
  });

  it('keep the case of a network post if a message has the same id', async () => {
    const inNetwork = (member: Member, wanted: object, key: string = randomUUID()) =>
      api.call('/api/network', {
        method: 'POST',
        token: member.token,
        body: wanted,
        headers: { 'idempotency-key': key },
      });
    const id = randomUUID();
    const wanted = { action: 'write', to: null, text: 'Sure wins', signal: null };
    expect((await inNetwork(ada, wanted, id)).status).toBe(200);
    const report = { action: 'report', id, reason: 'A promise of profit' };
    expect((await inNetwork(bola, report)).status).toBe(200);
    const filed = () => api.firestore.doc(`postCases/${id}`).get();
    const before = (await filed()).data();
    expect((await act(ada, saying('Nothing to see here'), id)).status).toBe(409);
    expect((await filed()).data()).toEqual(before);
    // Ids are unique across rooms: no call could write this one.
    await writeOlderPosts(api.firestore, { room: 'essential', uid: ada.uid, from: now }, [id]);
    expect((await act(bola, report)).status).toBe(200);
    expect((await act(ada, { action: 'delete', id })).status).toBe(200);
    expect((await filed()).data()).toEqual(before);
  });

  it('ban and mute in both rooms immediately', async () => {
    const path = `/members/${ada.uid}`;
    await asStaff(path, { restriction: 'ban', reason: 'Advertising' });
    expect((await act(ada, saying('and another thing'))).status).toBe(403);
    expect((await look(ada)).me).toMatchObject({ banned: true, reason: 'Advertising' });
    await asStaff(path, { restriction: 'mute', reason: 'Not about trading' });
    now += MUTE_DURATION_MS;
    expect((await act(ada, saying('and another thing'))).status).toBe(403);
    expect((await look(ada)).me).toMatchObject({ banned: true, reason: 'Advertising' });
    await asStaff(path, { restriction: 'lift', reason: 'Advertising' });
    expect((await act(ada, saying('thank you'))).status).toBe(200);
  });

  it('review a new member’s link before others see it', async () => {
    const chidi = await logInNewMember(api, { tier: 'essential', fullName: 'Chidi Eze' });
    const id = randomUUID();
    await act(chidi, saying('see https://win.example', bola.uid), id);
    expect(await seenBy(bola, id)).toBeUndefined();
    expect((await look(chidi)).held).toMatchObject([{ id, open: false }]);
    await asStaff(`/${id}`, { removalReason: null });
    expect(await seenBy(bola, id)).toMatchObject({ open: true });
  });
});

describe('mention', () => {
  const pushesTo = async ({ uid }: Member) => {
    const { docs } = await api.firestore.collection('pushes').where('uid', '==', uid).get();
    return docs.map((one): unknown => one.get('event')).filter((event) => event === 'mention');
  };

  it('notifies the mentioned member at most once in five minutes', async () => {
    await act(ada, saying('What do you say, @Bola A.?', bola.uid));
    await act(ada, saying('@Bola A.!', bola.uid));
    expect(await pushesTo(bola)).toHaveLength(1);
    now += 5 * 60_000;
    await act(ada, saying('@Bola A.!', bola.uid));
    expect(await pushesTo(bola)).toHaveLength(2);
  });

  it('notifies a member by the neutral name that others see', async () => {
    const hidden = await createEstablishedMember('Evil.com Signals');
    const name = (await seenBy(bola, await writeMessage(hidden, 'Hello')))?.name ?? '';
    await act(ada, saying(`What do you say, @${name}?`, hidden.uid));
    expect(await pushesTo(hidden)).toHaveLength(1);
  });

  it('from a new member is delivered at once, unless it has a messenger handle', async () => {
    const chidi = await logInNewMember(api, { tier: 'essential', fullName: 'Chidi Eze' });
    const [thanks, offer] = [randomUUID(), randomUUID()];
    await act(chidi, saying('@Bola A. thank you', bola.uid), thanks);
    expect(await seenBy(bola, thanks)).toMatchObject({ open: true });
    expect(await pushesTo(bola)).toHaveLength(1);
    now += 5 * 60_000;
    await act(chidi, saying('@Bola A. ask @surewins', bola.uid), offer);
    expect(await seenBy(bola, offer)).toBeUndefined();
    expect(await pushesTo(bola)).toHaveLength(1);
  });

  it('doesn’t notify members who aren’t named, block the author or lack access', async () => {
    await act(ada, saying('Hello all', bola.uid));
    const chidi = await createEstablishedMember('Chidi Eze');
    await api.firestore.doc(`networkMembers/${chidi.uid}`).update({ blocked: [ada.uid] });
    await act(ada, saying('Hello @Chidi E.', chidi.uid));
    const starter = await logInNewMember(api, { tier: 'starter', fullName: 'Dayo Ola' });
    await act(ada, saying('Hello @Dayo O.', starter.uid));
    for (const member of [bola, chidi, starter]) expect(await pushesTo(member)).toEqual([]);
  });
});
