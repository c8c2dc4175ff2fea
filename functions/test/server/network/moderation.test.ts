import { randomUUID } from 'node:crypto';
import {
  MUTE_DURATION_MS,
  moderationEndpoints,
} from '@quantalgo/contracts/network/moderationEndpoints';
import { ROOM_POLL_INTERVAL_MS, STRANGER_INTERVAL_MS } from '@quantalgo/contracts/network/post';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';
import { post } from '../auth/visitor';
import { createNetworkClient, type Member, saying } from './networkClient';

let api: Api;
let now = Date.parse('2026-11-20T12:00:00Z');
let ada: Member;
let bola: Member;
const { act, known, look, seenBy, written } = createNetworkClient(() => api);

beforeAll(async () => {
  api = await startApi('demo-moderation', { clock: () => now });
});
beforeEach(async () => {
  now += 10 * ROOM_POLL_INTERVAL_MS;
  [ada, bola] = [await known('Ada Obi'), await known('Bola Ade')];
});
afterAll(() => api.close());

describe('new member', () => {
  const stranger = () => logInNewMember(api, { tier: 'starter', fullName: 'Chidi Eze' });

  it('is rate-limited, and has the first post reviewed', async () => {
    const chidi = await stranger();
    const id = await written(chidi, 'Hello all');
    const filed = await api.firestore.doc(`postCases/${id}`).get();
    expect(filed.data()).toMatchObject({ kinds: ['first'], state: 'open' });
    const key = randomUUID();
    const early = await act(chidi, saying('and me'), key);
    expect([early.status, early.headers.get('retry-after')]).toEqual([429, '60']);
    now += STRANGER_INTERVAL_MS;
    expect((await act(chidi, saying('and me'), key)).status).toBe(200);
  });

  it('has a link held, visible only to its author', async () => {
    const chidi = await stranger();
    const id = await written(chidi, 'see https://win.example');
    expect(await seenBy(bola, id)).toBeUndefined();
    expect((await look(chidi)).held).toMatchObject([{ id, open: false, reason: null }]);
    expect((await act(bola, { action: 'like', id, on: true })).status).toBe(404);
  });

  it('gets no post from a repeated call if it was held in the meantime', async () => {
    const id = await written(ada, 'Calm evening');
    const like = { action: 'like', id, on: true };
    const key = randomUUID();
    expect((await act(bola, like, key)).envelope?.data).toMatchObject({ post: { id } });
    await api.firestore.doc(`posts/${id}`).update({ open: false });
    expect((await act(bola, like, key)).envelope?.data).toEqual({ post: null });
  });

  it('can delete a held post on their own devices', async () => {
    const chidi = await stranger();
    const id = await written(chidi, 'see https://win.example');
    const { envelope } = await act(chidi, { action: 'delete', id });
    expect(envelope?.data).toMatchObject({ post: { id, open: true } });
    expect(await seenBy(chidi, id)).toMatchObject({ open: true });
  });
});

describe('post report', () => {
  it('opens a case, and counts once per member', async () => {
    const id = await written(ada, 'Sure wins');
    const report = { action: 'report', id, reason: 'A promise of profit' };
    await act(bola, report);
    await act(bola, report);
    const filed = await api.firestore.doc(`postCases/${id}`).get();
    expect(filed.data()).toMatchObject({ uid: ada.uid, kinds: ['report'], reports: 1 });
  });

  it('is rejected for the member’s own post', async () => {
    const id = await written(ada, 'Sure wins');
    const { status } = await act(ada, { action: 'report', id, reason: 'A promise of profit' });
    expect(status).toBe(403);
    expect((await api.firestore.doc(`postCases/${id}`).get()).exists).toBe(false);
  });
});

describe('moderator', () => {
  const asStaff = (path: string, body?: object) =>
    logInNewMember(api, { staff: true }).then(({ token }) =>
      api.call(`/api/admin/posts${path}`, {
        token,
        ...(body && { method: 'POST', body }),
      }),
    );
  const getCases = async (id: string) => {
    const { envelope } = await asStaff('');
    const cases = moderationEndpoints.postCases.data.parse(envelope?.data);
    return cases.filter(({ post }) => post.id === id);
  };

  it('sees reports with their reasons, and removes the post for everyone', async () => {
    const id = await written(ada, 'Sure wins');
    await act(bola, { action: 'report', id, reason: 'A promise of profit' });
    expect(await getCases(id)).toMatchObject([
      { kinds: ['report'], reports: ['A promise of profit'], author: { fullName: 'Ada Obi' } },
    ]);
    expect((await asStaff(`/${id}`, { removalReason: 'A promise of profit' })).status).toBe(200);
    expect(await seenBy(bola, id)).toMatchObject({
      gone: 'removed',
      text: '',
      uid: null,
      reason: 'A promise of profit',
    });
    expect(await getCases(id)).toEqual([]);
    const { docs } = await api.firestore
      .collection('staffActions')
      .where('uid', '==', ada.uid)
      .get();
    expect(docs.map((one) => one.data())).toMatchObject([
      { action: 'post removed', reason: `post ${id}: A promise of profit` },
    ]);
  });

  it('publishes a held link, or rejects it visibly only to its author', async () => {
    const chidi = await logInNewMember(api, { tier: 'starter', fullName: 'Chidi Eze' });
    const id = await written(chidi, 'see https://fine.example');
    await asStaff(`/${id}`, { removalReason: null });
    expect(await seenBy(bola, id)).toMatchObject({ open: true });
    now += STRANGER_INTERVAL_MS;
    const bad = await written(chidi, 'see https://win.example');
    await asStaff(`/${bad}`, { removalReason: 'Advertising' });
    expect(await seenBy(bola, bad)).toBeUndefined();
    expect((await look(chidi)).held).toMatchObject([{ id: bad, reason: 'Advertising' }]);
  });

  it('bans a member from posting until the ban is lifted', async () => {
    const path = `/members/${ada.uid}`;
    await asStaff(path, { restriction: 'ban', reason: 'Advertising' });
    const { status, envelope } = await act(ada, saying('and another thing'));
    expect([status, envelope?.message]).toEqual([403, 'You can no longer post here: Advertising.']);
    expect((await look(ada)).me).toMatchObject({ banned: true, reason: 'Advertising' });
    await asStaff(path, { restriction: 'lift', reason: 'Advertising' });
    expect((await act(ada, saying('thank you'))).status).toBe(200);
  });

  it('mutes a member for a day', async () => {
    const body = { restriction: 'mute', reason: 'Not about trading' };
    await asStaff(`/members/${ada.uid}`, body);
    expect((await act(ada, saying('and another thing'))).status).toBe(403);
    now += MUTE_DURATION_MS;
    expect((await act(ada, saying('good morning'))).status).toBe(200);
  });

  it('must be staff to read the queue or decide', async () => {
    const { token } = ada;
    for (const path of ['', `/${randomUUID()}`, `/members/${bola.uid}`]) {
      const how = path === '' ? {} : { method: 'POST', body: {} };
      expect((await api.call(`/api/admin/posts${path}`, { token, ...how })).status).toBe(403);
    }
  });

  it('can’t publish a post that a colleague rejected', async () => {
    const chidi = await logInNewMember(api, { tier: 'starter', fullName: 'Chidi Eze' });
    const id = await written(chidi, 'see https://win.example');
    await asStaff(`/${id}`, { removalReason: 'Advertising' });
    const { status, envelope } = await asStaff(`/${id}`, { removalReason: null });
    expect([status, envelope?.message]).toEqual([
      409,
      'A colleague has already rejected this post',
    ]);
    expect(await seenBy(bola, id)).toBeUndefined();
    expect((await look(chidi)).held).toMatchObject([{ id, open: false, reason: 'Advertising' }]);
  });

  it('can’t keep a post that a colleague removed', async () => {
    const id = await written(ada, 'Profit for everybody');
    await asStaff(`/${id}`, { removalReason: 'A promise of profit' });
    const { status, envelope } = await asStaff(`/${id}`, { removalReason: null });
    expect([status, envelope?.message]).toEqual([409, 'A colleague has already removed this post']);
    expect(await seenBy(bola, id)).toMatchObject({ gone: 'removed', text: '' });
  });
});

describe('a held answer', () => {
  it('notifies the author of the post once it is published', async () => {
    const question = await written(ada, 'Which broker pays out fastest?');
    const chidi = await logInNewMember(api, { tier: 'starter', fullName: 'Chidi Eze' });
    const answer = await written(chidi, 'see https://win.example', question);
    const readPushes = async () => {
      const { docs } = await api.firestore.collection('pushes').where('uid', '==', ada.uid).get();
      return docs.map((push): unknown => push.get('about'));
    };
    expect(await readPushes()).not.toContain(answer);
    const { token } = await logInNewMember(api, { staff: true });
    const publish = () => post(api, `/api/admin/posts/${answer}`, { removalReason: null }, token);
    expect((await publish()).status).toBe(200);
    await publish();
    expect((await readPushes()).filter((about) => about === answer)).toHaveLength(1);
  });
});
