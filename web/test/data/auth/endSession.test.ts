// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { changeRow, readRow } from '../../../src/data/database/plain';
import { SHARED_FILE_ROW } from '../../../src/data/database/databases';
import { endSession } from '../../../src/data/auth/endSession';
import { readDraft, writeDraft } from '../../../src/data/core/webStorage';
import { storeUser } from '../../../src/data/auth/currentSession';
import { member } from '../../support/member';

vi.mock('../../../src/data/auth/idTokens', () => import('../../support/fakeAuth'));

const closed: string[] = [];
const clearAppBadge = vi.fn(() => Promise.resolve());

const createNotification = (tag: string) => ({
  tag,
  data: { to: '/' },
  close: () => closed.push(tag),
});

beforeEach(() => {
  closed.length = 0;
  const registration = {
    getNotifications: () =>
      Promise.resolve([createNotification('a-signal'), createNotification('a-ticket')]),
    pushManager: { getSubscription: () => Promise.resolve(null) },
  };
  vi.stubGlobal('navigator', {
    clearAppBadge,
    serviceWorker: { getRegistration: () => Promise.resolve(registration) },
  });
  storeUser(member({ id: 'leaves' }));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it.each(['logged-out', 'expired'] as const)(
  'removes the member’s notifications, badge and shared file (%s)',
  async (reason) => {
    await changeRow(SHARED_FILE_ROW, () => ({ name: 'account.png' }));
    await endSession(reason);
    expect(new Set(closed)).toEqual(new Set(['a-signal', 'a-ticket']));
    expect(clearAppBadge).toHaveBeenCalled();
    expect(await readRow(SHARED_FILE_ROW)).toBeUndefined();
  },
);

it.each([
  ['logged-out', undefined],
  ['expired', 'My deposit'],
] as const)('keeps drafts for the next login only if it expired (%s)', async (reason, kept) => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  writeDraft('ticket', 'My deposit');
  await endSession(reason);
  storeUser(member({ id: 'leaves' }));
  expect(readDraft('ticket')).toBe(kept);
});
