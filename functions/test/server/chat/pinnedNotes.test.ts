import { randomUUID } from 'node:crypto';
import { chatEndpoints } from '@quantalgo/contracts/chat/endpoints';
import { pinnedNotesEndpoints } from '@quantalgo/contracts/chat/pinnedNotesEndpoints';
import { ROOM_POLL_INTERVAL_MS } from '@quantalgo/contracts/network/post';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';

let api: Api;
let now = Date.parse('2026-11-20T12:00:00Z');
type Member = Awaited<ReturnType<typeof logInNewMember>>;
let ada: Member;
let staff: Member;

beforeAll(async () => {
  api = await startApi('demo-pinned', { clock: () => now });
  ada = await logInNewMember(api, { tier: 'essential', fullName: 'Ada Obi' });
  staff = await logInNewMember(api, { staff: true });
});
beforeEach(() => {
  now += ROOM_POLL_INTERVAL_MS;
});
afterAll(() => api.close());

const change = ({ token }: Member, body: object, key: string = randomUUID()) =>
  api.call('/api/admin/pinned', {
    method: 'POST',
    token,
    body,
    headers: { 'idempotency-key': key },
  });

async function pinned(text: string): Promise<string> {
  const id = randomUUID();
  expect((await change(staff, { action: 'pin', text }, id)).status).toBe(200);
  return id;
}

async function look(after: string | null = null) {
  const { token } = ada;
  const { envelope } = await api.call('/api/essential/look', {
    method: 'POST',
    token,
    body: { after },
  });
  return chatEndpoints.chatUpdates.data.parse(envelope?.data);
}

const texts = async () => ((await look()).board?.notes ?? []).map(({ text }) => text);

afterEach(async () => {
  for (const { id } of (await look()).board?.notes ?? [])
    await change(staff, { action: 'unpin', id });
});

describe('pinned note', () => {
  it('is above the chat until it is unpinned, without its author’s name', async () => {
    const id = await pinned('The desk is back on Monday');
    const updates = await look();
    expect(updates.board?.notes).toMatchObject([{ id, text: 'The desk is back on Monday' }]);
    expect(JSON.stringify(updates)).not.toContain(staff.uid);
    now += 1;
    expect((await change(staff, { action: 'unpin', id })).status).toBe(200);
    expect(await texts()).toEqual([]);
  });

  it('reaches open chats as a message, which is updated and finally emptied', async () => {
    const id = await pinned('The desk is back on Monday');
    const message = async () => (await look()).messages.find((one) => one.id === id);
    expect(await message()).toMatchObject({ pinned: true, uid: null, name: 'Staff' });
    now += 1;
    await change(staff, { action: 'edit', id, text: 'On Tuesday' });
    expect(await message()).toMatchObject({
      text: 'On Tuesday',
      updatedAt: new Date(now).toISOString(),
    });
    now += 1;
    await change(staff, { action: 'unpin', id });
    expect(await message()).toMatchObject({ pinned: true, gone: 'deleted', text: '' });
  });

  it('survives a recount of the room', async () => {
    await pinned('Stays');
    now += 2 * ROOM_POLL_INTERVAL_MS;
    await look();
    now += 2 * ROOM_POLL_INTERVAL_MS;
    expect(await texts()).toEqual(['Stays']);
    expect((await look()).figures.members).toBeGreaterThan(0);
  });

  it('isn’t counted as a message', async () => {
    await pinned('One');
    await pinned('Two');
    now += 2 * ROOM_POLL_INTERVAL_MS;
    expect((await look()).figures.messages).toBe(0);
    const { status } = await api.call('/api/essential/chat', {
      method: 'POST',
      token: ada.token,
      body: { action: 'write', text: 'Good morning', mentions: [] },
      headers: { 'idempotency-key': randomUUID() },
    });
    expect(status).toBe(200);
    now += 2 * ROOM_POLL_INTERVAL_MS;
    expect((await look()).figures.messages).toBe(1);
  });

  it('is pinned once per key, even if it was unpinned since', async () => {
    const id = randomUUID();
    const body = { action: 'pin', text: 'Once' };
    await Promise.all(Array.from({ length: 5 }, () => change(staff, body, id)));
    expect(await texts()).toEqual(['Once']);
    await change(staff, { action: 'unpin', id });
    await change(staff, body, id);
    expect(await texts()).toEqual([]);
  });

  it('is rejected as the fourth, even for concurrent calls', async () => {
    const bodies = ['a', 'b', 'c', 'd', 'e'].map((text) => ({ action: 'pin', text }));
    const answers = await Promise.all(bodies.map((body) => change(staff, body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(await texts()).toHaveLength(3);
    const { envelope } = await change(staff, { action: 'pin', text: 'f' });
    expect(envelope?.error).toBe('3 notes are already pinned. Take one down first.');
  });

  it('can be pinned only by staff, and can’t be reported or deleted by members', async () => {
    expect((await change(ada, { action: 'pin', text: 'Mine' })).status).toBe(403);
    expect((await api.call('/api/admin/pinned', { token: ada.token })).status).toBe(403);
    const id = await pinned('Staff’s');
    const { token } = ada;
    for (const body of [
      { action: 'report', id, reason: 'Advertising' },
      { action: 'delete', id },
    ]) {
      const headers = { 'idempotency-key': randomUUID() };
      const { status } = await api.call('/api/essential/chat', {
        method: 'POST',
        token,
        body,
        headers,
      });
      expect(status).toBe(404);
    }
    expect(await texts()).toEqual(['Staff’s']);
  });

  it('has an audit entry for each change, with author and text', async () => {
    const id = await pinned('First words');
    await change(staff, { action: 'edit', id, text: 'Second words' });
    await change(staff, { action: 'unpin', id });
    const { docs } = await api.firestore
      .collection('staffActions')
      .where('by', '==', staff.uid)
      .get();
    const events = docs.map((one) => [String(one.get('action')), String(one.get('reason'))]);
    expect(events.filter(([, reason]) => reason?.includes(id) === true)).toEqual(
      expect.arrayContaining([
        ['note pinned', `note ${id}: First words`],
        ['pinned note edited', `note ${id}: Second words`],
        ['note unpinned', `note ${id}: Second words`],
      ]),
    );
  });

  it('is listed for staff', async () => {
    const id = await pinned('Seen by staff');
    const { envelope } = await api.call('/api/admin/pinned', { token: staff.token });
    const { board } = pinnedNotesEndpoints.pinnedNotes.data.parse(envelope?.data);
    expect(board?.notes).toMatchObject([{ id, text: 'Seen by staff' }]);
  });
});
