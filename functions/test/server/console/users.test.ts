import { adminUserSchema } from '@quantalgo/contracts/account/adminUser';
import { toSearchName } from '@quantalgo/contracts/account/searchName';
import { paginationSchema } from '@quantalgo/contracts/core/endpoint';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { extendAnchors, rebuildAnchors } from '../../../src/platform/console/userAnchors';
import { buildWaitingProof, buildWaitingSetup } from '../../storedSubmissions';
import { logInNewMember } from '../http/members';
import { type Answer, startApi, type Api } from '../http/suite';
import { post } from '../auth/visitor';

let api: Api;
let token: string;
const MADE = 229;
/** The members’ ids, newest first. */
const ids = Array.from(
  { length: MADE },
  (_, index) => `user-${String(MADE - 1 - index).padStart(4, '0')}`,
);
const JOINED = Date.parse('2026-11-02T08:00:00Z');

const NAMES: Readonly<Record<number, string>> = { 7: '=cmd() <b>Zoë</b>', 8: 'Ọlá O’Neil' };

const nameAt = (index: number) => NAMES[index] ?? `Member ${index}`;

const user = (index: number) => ({
  fullName: nameAt(index),
  nameLower: toSearchName(nameAt(index)),
  email: `member${index}@example.test`,
  admissionCode: `QA-M${index}-ABC`,
  tier: index % 10 === 0 ? 'starter' : 'guest',
  dashboardUnlocked: index % 10 === 0,
  hasDeposited: index % 10 === 0,
  staff: false,
  accessVersion: 1,
  accessPath: null,
  codeActivated: false,
  createdAt: Timestamp.fromMillis(JOINED + Math.floor(index / 3) * 1000),
  lockExpiresAt: null,
  proofWaitingSince: index < 60 ? Timestamp.fromMillis(JOINED + index) : null,
});

beforeAll(async () => {
  api = await startApi('demo-admin-users');
  ({ token } = await logInNewMember(api, { staff: true }));
  const batch = api.firestore.batch();
  for (let index = 0; index < MADE; index += 1)
    batch.set(api.firestore.doc(`users/user-${String(index).padStart(4, '0')}`), user(index));
  await batch.commit();
});
afterAll(() => api.close());

const list = async (query: string) =>
  listIn(await api.call(`/api/admin/users?${query}`, { token }));

function listIn({ status, envelope }: Answer) {
  expect(status).toBe(200);
  const rows = z.array(adminUserSchema).parse(envelope?.data);
  return {
    ids: rows.map(({ id }) => id),
    rows,
    pagination: paginationSchema.parse(envelope?.pagination),
  };
}

async function expectAllPages() {
  const total = MADE + 1;
  const seen: string[] = [];
  for (let page = 1; page <= 5; page += 1) {
    const found = await list(`page=${page}&limit=50`);
    expect(found.pagination).toEqual({ total, pages: 5, current: page });
    expect(found.ids).toHaveLength(page < 5 ? 50 : 30);
    seen.push(...found.ids);
  }
  // The staff member joined before everyone else.
  expect(seen.slice(0, MADE)).toEqual(ids);
  expect(new Set(seen).size).toBe(total);
}

describe('user pages', () => {
  it('list each user once, newest first, without anchors', expectAllPages);

  it('list each user once with anchors, which can be extended repeatedly', async () => {
    expect(await extendAnchors(api.firestore)).toBe(5);
    expect(await extendAnchors(api.firestore)).toBe(5);
    await expectAllPages();
  });

  it('support other page lengths', async () => {
    expect((await list('page=7&limit=7')).ids).toEqual(ids.slice(42, 49));
    expect((await list('page=2&limit=100')).ids).toEqual(ids.slice(100, 200));
  });

  it('are empty beyond the last page', async () => {
    expect((await list('page=6&limit=50')).ids).toEqual([]);
  });

  it.each(['page=0', 'page=one', 'limit=0', 'limit=101', 'filter=pro', 'order=asc'])(
    'reject %s',
    async (query) => {
      expect((await api.call(`/api/admin/users?${query}`, { token })).status).toBe(400);
    },
  );
});

describe('user filters', () => {
  it('page through a tier forward and backward', async () => {
    const starters = ids.filter((id) => Number(id.slice(5)) % 10 === 0);
    const first = await list('filter=starter&limit=10');
    expect(first.pagination).toEqual({ total: 23, pages: 3, current: 1 });
    expect(first.ids).toEqual(starters.slice(0, 10));
    const second = await list(`filter=starter&limit=10&page=2&after=${first.ids.at(-1)}`);
    expect(second.ids).toEqual(starters.slice(10, 20));
    expect((await list('filter=starter&limit=10&page=3')).ids).toEqual(starters.slice(20));
    expect((await list(`filter=starter&limit=10&before=${second.ids[0]}`)).ids).toEqual(
      starters.slice(0, 10),
    );
    const { status } = await api.call('/api/admin/users?filter=starter&limit=5&page=3', { token });
    expect(status).toBe(400);
  });

  it('list members with pending proofs, longest waiting first', async () => {
    const { rows, pagination } = await list('filter=pending');
    expect(pagination).toEqual({ total: 60, pages: 2, current: 1 });
    expect(rows[0]).toMatchObject({
      id: 'user-0000',
      proofWaitingSince: '2026-11-02T08:00:00.000Z',
    });
    expect((await list('filter=pending&page=2')).ids).toHaveLength(10);
    const last = rows.at(-1)?.id ?? '';
    await api.firestore.doc(`users/${last}`).update({ proofWaitingSince: null });
    const path = `/api/admin/users?filter=pending&page=2&after=${last}`;
    expect((await api.call(path, { token })).status).toBe(400);
  });

  it('list unconfirmed registrations without their passwords', async () => {
    await api.firestore.doc('registrations/new-one').set({
      fullName: 'New One',
      email: 'new@example.test',
      password: 'sealed',
      createdAt: Timestamp.now(),
      expireAt: Timestamp.now(),
    });
    const { rows } = await list('filter=unconfirmed');
    expect(rows).toMatchObject([{ id: 'new-one', confirmed: false, email: 'new@example.test' }]);
    expect(JSON.stringify(rows)).not.toContain('sealed');
  });
});

describe('user search', () => {
  const search = (body: unknown) => post(api, '/api/admin/users/search', body, token);
  const resultSchema = z.object({ users: z.array(adminUserSchema), hasMore: z.boolean() });
  async function find(text: string) {
    const { users, hasMore } = resultSchema.parse((await search({ search: text })).envelope?.data);
    return { ids: users.map(({ id }) => id), hasMore };
  }

  it.each([
    ['MEMBER17@', ['user-0017']],
    ['=CMD() <b>zoË', ['user-0007']],
    ['=cmd() <b>zoe', ['user-0007']],
    ["ola o'neil", ['user-0008']],
    ['Ọla\u0301  O’', ['user-0008']],
    ['\u0301', []],
    ['qa-m42-', ['user-0042']],
    ['nobody', []],
  ])('finds %s by prefix, in any case', async (text, found) => {
    expect(await find(text)).toEqual({ ids: found, hasMore: false });
  });

  it('reports that more users match than it returns', async () => {
    const { ids, hasMore } = await find('member1');
    expect([ids.length, hasMore]).toEqual([18, true]);
  });

  it.each(['QAM42ABC', 'qa m42 abc', 'QA–M42–ABC', 'QA-M42-ABC.'])(
    'finds an admission code in any spelling: %s',
    async (text) => {
      expect((await find(text)).ids).toEqual(['user-0042']);
    },
  );

  it.each(['PO8812345', 'po-8812345', 'Trader ID: PO 8812345.'])(
    'finds members by the account of their proof or setup: %s',
    async (text) => {
      const proof = api.firestore.doc('proofs/by-trader');
      const setup = api.firestore.doc('setups/by-account');
      const [id, at] = ['one', Date.now()];
      await proof.set(buildWaitingProof({ id, uid: 'user-0009', at }, 'PO8812345'));
      await setup.set(buildWaitingSetup({ id, uid: 'user-0012', at }, 'PO-8812345'));
      expect((await find(text)).ids.sort()).toEqual(['user-0009', 'user-0012']);
      expect((await find(text.slice(0, -3))).ids).toEqual([]);
      await Promise.all([proof.delete(), setup.delete()]);
    },
  );

  it.each([
    {},
    { search: ' ' },
    { search: 7 },
    { search: 'x'.repeat(255) },
    { search: 'a', page: 1 },
  ])('rejects %j', async (body) => {
    expect((await search(body)).status).toBe(400);
  });
});

describe('user details', () => {
  it('include the access history, and are not found for an unknown user', async () => {
    const { envelope } = await api.call('/api/admin/users/user-0010', { token });
    expect(envelope?.data).toMatchObject({
      user: { id: 'user-0010', tier: 'starter' },
      history: [],
    });
    expect((await api.call('/api/admin/users/nobody', { token })).status).toBe(404);
  });
});

describe('deleted users', () => {
  it('cause anchors to be rebuilt once, without removing the head', async () => {
    await api.firestore.doc('users/user-0003').delete();
    await api.firestore.doc('users/user-0120').delete();
    // Without a head in the meantime, each page would read all users before it.
    const heads: boolean[] = [];
    const head = api.firestore.doc('userAnchors/head');
    const stop = head.onSnapshot(({ exists }) => heads.push(exists));
    await vi.waitFor(() => expect(heads).toEqual([true]));
    expect(await rebuildAnchors(api.firestore)).toBe(true);
    expect(await rebuildAnchors(api.firestore)).toBe(false);
    stop();
    expect(heads).not.toContain(false);
    expect((await list('page=2')).ids).toEqual(
      ids.filter((id) => !/0120|0003/.test(id)).slice(50, 100),
    );
  });
});
