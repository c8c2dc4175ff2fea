import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@quantalgo/contracts/core/time';
import {
  EDIT_WINDOW_MS,
  MAX_ROOM_POSTS,
  ROOM_POLL_INTERVAL_MS,
} from '@quantalgo/contracts/network/post';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parsePost, postRef } from '../../../src/platform/network/documents';
import { PASSWORD } from '../auth/visitor';
import { logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';
import { writeOlderPosts, storePostCount } from './earlier';
import { createNetworkClient, type Member, saying } from './networkClient';

let api: Api;
let now = Date.parse('2026-11-20T12:00:00Z');
let ada: Member;
let bola: Member;
const { act, known, look, seenBy, written } = createNetworkClient(() => api);

beforeAll(async () => {
  api = await startApi('demo-network', { clock: () => now });
});
beforeEach(async () => {
  now += 10 * ROOM_POLL_INTERVAL_MS;
  [ada, bola] = [await known('Ada Obi'), await known('Bola Ade')];
});
afterAll(() => api.close());

describe('Trader’s Network', () => {
  it('shows a post to other members, signed with a first name', async () => {
    const id = await written(ada, 'Calm evening');
    expect(await seenBy(bola, id)).toMatchObject({
      name: 'Ada O.',
      text: 'Calm evening',
      to: null,
    });
    const answer = await written(bola, 'Here too', id);
    expect(await seenBy(ada, answer)).toMatchObject({ to: id, name: 'Bola A.' });
  });

  it.each([
    '@evil_signals Join',
    'Evil.com Signals',
    '+2348012345678 Call',
    'Staff QuantAlgo',
    'S.t.a.f.f',
    'Ada Support',
  ])('signs with a stable neutral name instead of “%s”', async (fullName) => {
    const member = await known(fullName);
    const first = await seenBy(bola, await written(member, 'Calm evening'));
    expect(first?.name).toMatch(/^Member [0-9A-F]{4}$/);
    expect(await seenBy(bola, await written(member, 'Still calm'))).toMatchObject({
      name: first?.name,
    });
  });

  it('signs with the current name, so that a later change can’t imitate staff', async () => {
    const rename = (fullName: string) =>
      api.call('/api/account', {
        method: 'PATCH',
        token: ada.token,
        body: { fullName },
        headers: { 'idempotency-key': randomUUID() },
      });
    const before = await written(ada, 'Before');
    expect((await rename('QuantAlgo Support')).status).toBe(200);
    expect((await seenBy(bola, before))?.name).toBe('Ada O.');
    const after = await written(ada, 'After');
    expect((await seenBy(bola, after))?.name).toMatch(/^Member /);
    expect((await act(ada, { action: 'edit', id: before, text: 'Edited' })).status).toBe(200);
    expect((await seenBy(bola, before))?.name).toMatch(/^Member /);
    expect((await rename('Ada Obi')).status).toBe(200);
    expect((await seenBy(bola, await written(ada, 'Again')))?.name).toBe('Ada O.');
  });

  it('removes the staff mark if a former staff member edits the post', async () => {
    const staff = await logInNewMember(api, {
      tier: 'starter',
      staff: true,
      fullName: 'Staff Desk',
    });
    const { uid } = staff;
    await storePostCount(api.firestore, uid);
    const id = await written(staff, 'Good evening');
    expect(await seenBy(bola, id)).toMatchObject({ name: 'Staff D.', staff: true });
    await api.firestore.doc(`users/${uid}`).update({ staff: false });
    expect((await act(staff, { action: 'edit', id, text: 'Pay me' })).status).toBe(200);
    const edited = await seenBy(bola, id);
    expect(edited).not.toHaveProperty('staff');
    expect(edited?.name).toMatch(/^Member /);
  });

  it('creates a post once if it is sent five times', async () => {
    const id = randomUUID();
    await Promise.all(Array.from({ length: 5 }, () => act(ada, saying('once'), id)));
    expect((await look(bola)).posts.filter(({ text }) => text === 'once')).toHaveLength(1);
    expect((await act(ada, saying('another'), id)).status).toBe(409);
  });

  it('rejects members with a locked dashboard', async () => {
    const guest = await logInNewMember(api, { tier: 'guest' });
    expect((await act(guest, saying('hello'))).status).toBe(403);
    const response = await api.call('/api/network/look', {
      method: 'POST',
      token: guest.token,
      body: { after: null },
    });
    expect([response.status, response.envelope?.data]).toEqual([403, undefined]);
  });

  it('lets only the author edit, for fifteen minutes', async () => {
    const id = await written(ada, 'Calm evening');
    expect((await act(bola, { action: 'edit', id, text: 'mine' })).status).toBe(404);
    expect((await act(ada, { action: 'edit', id, text: 'Calm night' })).status).toBe(200);
    now += EDIT_WINDOW_MS + 1;
    expect((await act(ada, { action: 'edit', id, text: 'late' })).status).toBe(409);
    expect(await seenBy(bola, id)).toMatchObject({ text: 'Calm night' });
  });

  it('keeps a placeholder for a deleted post, and its replies', async () => {
    const id = await written(ada, 'Calm evening');
    const answer = await written(bola, 'Here too', id);
    expect((await act(bola, { action: 'delete', id })).status).toBe(404);
    expect((await act(ada, { action: 'delete', id })).status).toBe(200);
    expect(await seenBy(bola, id)).toMatchObject({
      gone: 'deleted',
      text: '',
      uid: null,
      name: '',
    });
    expect(await seenBy(bola, answer)).toMatchObject({ text: 'Here too' });
    expect((await act(bola, saying('and again', id))).status).toBe(409);
  });

  it('counts one like per member, within a minute', async () => {
    const id = await written(ada, 'Calm evening');
    for (const on of [true, true, false, true]) await act(bola, { action: 'like', id, on });
    await act(ada, { action: 'like', id, on: true });
    now += ROOM_POLL_INTERVAL_MS;
    await look(bola);
    expect(await seenBy(bola, id)).toMatchObject({ likes: 2 });
    expect((await look(bola)).me.liked).toContain(id);
  });

  it('rejects a signal that isn’t settled', async () => {
    const body = { ...saying('This one'), signal: '20261120T1340Z' };
    expect((await act(ada, body)).status).toBe(409);
  });

  it('stores a member’s blocked authors for all devices', async () => {
    await act(ada, { action: 'block', author: bola.uid, on: true });
    expect((await look(ada)).me.blocked).toEqual([bola.uid]);
    await act(ada, { action: 'block', author: bola.uid, on: false });
    expect((await look(ada)).me.blocked).toEqual([]);
  });

  it('counts members, members online and today’s posts', async () => {
    const before = (await look(ada)).figures;
    await written(ada, 'Calm evening');
    now += ROOM_POLL_INTERVAL_MS;
    await look(ada);
    now += 1;
    const { figures } = await look(bola);
    expect(figures.postsToday).toBe(before.postsToday + 1);
    expect(figures.members).toBeGreaterThanOrEqual(2);
    expect(figures.online).toBeGreaterThanOrEqual(1);
  });

  it('counts countries hourly, with all unlisted ones as one', async () => {
    now = Math.ceil(now / HOUR_MS) * HOUR_MS;
    const { countries: before } = (await look(ada)).figures;
    const living = [
      [ada, 'Other'],
      [bola, 'Ghana'],
      [await known('Chidi Eze'), 'Other'],
    ] as const;
    for (const [{ uid }, country] of living)
      await api.firestore.doc(`users/${uid}`).update({ country });
    const recount = async () => {
      await look(ada);
      now += 1;
      return (await look(bola)).figures.countries;
    };
    now += ROOM_POLL_INTERVAL_MS;
    expect(await recount()).toBe(before);
    now += HOUR_MS;
    expect(await recount()).toBe(2);
  });

  it('returns posts changed after a given time', async () => {
    await written(ada, 'before');
    now += ROOM_POLL_INTERVAL_MS;
    const after = new Date(now).toISOString();
    now += ROOM_POLL_INTERVAL_MS;
    const id = await written(ada, 'since');
    expect((await look(bola, after)).posts.map((post) => post.id)).toEqual([id]);
  });
});

describe('deleted account', () => {
  it('removes its posts and likes and unblocks it, but keeps others’ replies', async () => {
    const id = await written(ada, 'Calm evening');
    const answer = await written(bola, 'Here too', id);
    await act(ada, { action: 'like', id: answer, on: true });
    await act(bola, { action: 'block', author: ada.uid, on: true });
    const body = { currentPassword: PASSWORD };
    const { status } = await api.call('/api/account', { method: 'DELETE', token: ada.token, body });
    expect(status).toBe(200);
    expect(await seenBy(bola, id)).toMatchObject({ gone: 'deleted', uid: null, text: '' });
    expect(await seenBy(bola, answer)).toMatchObject({ text: 'Here too', likes: 0 });
    expect((await look(bola)).me.blocked).toEqual([]);
  });

  it('removes its likes from old posts without marking them as changed', async () => {
    const room = 'network';
    const [old = ''] = await writeOlderPosts(api.firestore, {
      room,
      uid: bola.uid,
      from: 1,
      likes: 1,
    });
    await act(ada, { action: 'like', id: old, on: true });
    await writeOlderPosts(api.firestore, { room, uid: bola.uid, from: now }, MAX_ROOM_POSTS);
    const body = { currentPassword: PASSWORD };
    await api.call('/api/account', { method: 'DELETE', token: ada.token, body });
    const left = parsePost(await postRef(api.firestore, room, old).get());
    expect(left).toMatchObject({ likes: 0, updatedAt: 1 });
  });
});
