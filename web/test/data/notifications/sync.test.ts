// @vitest-environment jsdom
import type { User } from '@quantalgo/contracts/account/member';
import {
  joinReadMarks,
  NOTHING_READ,
  parseReadMark,
  type ReadMark,
} from '@quantalgo/contracts/account/readMark';
import type { Notification } from '@quantalgo/contracts/notifications/notification';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getCurrentUser, session, storeUser } from '../../../src/data/auth/currentSession';
import * as rows from '../../../src/data/notifications/rows';
import {
  markAllRead,
  markRead,
  refreshIfStale,
  refreshNotifications,
  syncReadMark,
} from '../../../src/data/notifications/sync';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import { member } from '../../support/member';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');

let ada: User;
let count = 0;

/** The account’s mark on the server; null simulates being offline. */
let account: ReadMark | null;
const requests: string[] = [];

const reply = (data: unknown) =>
  new Response(JSON.stringify({ success: true, timestamp: new Date(NOW).toISOString(), data }), {
    headers: { 'Content-Type': 'application/json' },
  });

async function answer(url: string, init?: RequestInit): Promise<Response> {
  await Promise.resolve();
  requests.push(`${init?.method ?? 'GET'} ${url}`);
  if (account === null) throw new TypeError('No connection');
  if (init?.method === 'POST') {
    account = joinReadMarks(
      account,
      parseReadMark(JSON.parse(typeof init.body === 'string' ? init.body : '')),
    );
    return reply({ read: account });
  }
  const events = [{ id: 'a', event: 'ticket', about: null, at: NOW - 1 }];
  return reply({ events, news: [], read: account });
}

const notification = (id: string, at: number): Notification => ({
  id,
  at,
  to: '/dashboard/support',
  content: { kind: 'ticket', ticket: null },
  pushes: [id],
});

function logInNext(): User {
  const user = member({ id: `reader-${++count}` });
  const issued = { uid: user.id, idToken: 'token', refreshToken: 'renews', lifetimeMs: 3_600_000 };
  localStorage.setItem('quantalgo.tokens', JSON.stringify({ ...issued, issuedAt: Date.now() }));
  storeUser(user);
  return user;
}

beforeEach(() => {
  ada = logInNext();
  account = NOTHING_READ;
  requests.length = 0;
  vi.stubGlobal('fetch', answer);
});
afterEach(() => {
  vi.restoreAllMocks();
  session.set({ status: 'logged-out', reason: null });
  vi.unstubAllGlobals();
});

const onDevice = () => withDatabase(ada.id, rows.readDeviceMark);

describe('read mark', () => {
  it('is stored on the device and sent to the account', async () => {
    await markRead(ada.id, [notification('a', NOW - 1)]);
    expect(await onDevice()).toEqual({ until: 0, items: [{ id: 'a', at: NOW - 1 }] });
    expect(account).toEqual({ until: 0, items: [{ id: 'a', at: NOW - 1 }] });
  });

  it('is sent if it changes while another request is pending', async () => {
    const replies = Promise.withResolvers<undefined>();
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      const response = await answer(url, init);
      await replies.promise;
      return response;
    });
    const first = markRead(ada.id, [notification('a', NOW - 2)]);
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    const second = markRead(ada.id, [notification('b', NOW - 1)]);
    await vi.waitFor(async () => expect((await onDevice()).items).toHaveLength(2));
    replies.resolve(undefined);
    await Promise.all([first, second]);
    expect(account?.items.map(({ id }) => id).sort()).toEqual(['a', 'b']);
    expect(getCurrentUser()?.readMark).toEqual(account);
  });

  it('stays on the device while offline and is sent in one request later', async () => {
    account = null;
    await markRead(ada.id, [notification('a', NOW - 2)]);
    await markRead(ada.id, [notification('b', NOW - 1)]);
    expect((await onDevice()).items).toHaveLength(2);
    account = NOTHING_READ;
    requests.length = 0;
    await syncReadMark(ada.id);
    expect(requests).toEqual(['POST /api/notifications/read']);
    expect(account).toMatchObject({ items: [{ id: 'b' }, { id: 'a' }] });
  });

  it('is not sent again once the account has it', async () => {
    await markAllRead(ada.id, [notification('a', NOW - 1)]);
    requests.length = 0;
    await syncReadMark(ada.id);
    expect(requests).toEqual([]);
  });

  it('is not sent to the account of the next member', async () => {
    await withDatabase(ada.id, (database) =>
      rows.addDeviceMark(database, { until: NOW - 1, items: [] }),
    );
    const readMark = rows.readDeviceMark;
    vi.spyOn(rows, 'readDeviceMark').mockImplementationOnce(async (database) => {
      const mark = await readMark(database);
      logInNext();
      return mark;
    });
    await syncReadMark(ada.id);
    expect(requests).toEqual([]);
  });

  it('is merged with another device’s', async () => {
    account = { until: NOW - 50, items: [{ id: 'other', at: NOW - 10 }] };
    await markRead(ada.id, [notification('a', NOW - 1)]);
    expect(getCurrentUser()?.readMark).toMatchObject({
      until: NOW - 50,
      items: [{ id: 'a' }, { id: 'other' }],
    });
  });
});

describe('fetching notifications', () => {
  it('stores the events', async () => {
    expect(await refreshNotifications(ada.id)).toBe(true);
    const { events } = await withDatabase(ada.id, rows.readStored);
    expect(events.map(({ id }) => id)).toEqual(['a']);
  });

  it('sends one request for repeated refreshes', async () => {
    await refreshIfStale(ada.id);
    await refreshIfStale(ada.id);
    expect(requests).toEqual(['GET /api/notifications']);
  });

  it('returns false offline and keeps the stored events', async () => {
    await refreshNotifications(ada.id);
    account = null;
    expect(await refreshNotifications(ada.id)).toBe(false);
    expect((await withDatabase(ada.id, rows.readStored)).events).toHaveLength(1);
  });
});
