import type { User } from '@quantalgo/contracts/account/member';
import { act, render, screen } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { lastContact } from '../../../src/data/core/clock';
import { storeScreen } from '../../../src/data/core/firstPaint';
import { readDraft, SCREEN_KEY, writeDraft } from '../../../src/data/core/webStorage';
import {
  followOtherTabs,
  clearUser,
  session,
  storeUser,
  storeUnsentZone,
  useMember,
  useSession,
  getZoneChoice,
} from '../../../src/data/auth/currentSession';
import { aUser } from '../../support/aUser';

function Who() {
  const now = useSession();
  const member = useMember();
  if (now.status === 'logged-out') return <p>nobody, {now.reason ?? 'not yet'}</p>;
  return <p>{member?.name}</p>;
}

/** Simulates another tab's write. */
function otherTab(key: string, newValue: string | null) {
  if (newValue === null) localStorage.removeItem(key);
  else localStorage.setItem(key, newValue);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue })));
}

const USER = 'quantalgo.user';
const ZONE = 'quantalgo.zone';

describe('session store', () => {
  beforeAll(followOtherTabs);
  beforeEach(() => {
    session.set({ status: 'logged-out', reason: null });
  });

  it('restores the stored session in the first render', () => {
    storeUser(aUser());
    render(<Who />);
    expect(screen.getByText('Ada')).toBeInTheDocument();
  });

  it('re-renders when the stored member changes', () => {
    storeUser(aUser());
    render(<Who />);
    act(() => storeUser(aUser({ name: 'Adaeze' })));
    expect(screen.getByText('Adaeze')).toBeInTheDocument();
  });

  it('logs every tab in when one logs in', () => {
    render(<Who />);
    otherTab(USER, JSON.stringify(aUser()));
    expect(screen.getByText('Ada')).toBeInTheDocument();
  });

  it('deletes stored screens when another tab ends the session, and stores no more', () => {
    storeUser(aUser());
    localStorage.setItem(`${SCREEN_KEY}/dashboard`, 'what Ada saw');
    otherTab('quantalgo.ended', 'logged-out');
    expect(localStorage.getItem(`${SCREEN_KEY}/dashboard`)).toBeNull();
    storeScreen('/dashboard', 'what Ada saw');
    expect(localStorage.getItem(`${SCREEN_KEY}/dashboard`)).toBeNull();
  });

  it('deletes drafts when another tab ends the session', () => {
    storeUser(aUser());
    writeDraft('chat', 'what Ada typed');
    otherTab('quantalgo.ended', 'logged-out');
    expect(sessionStorage).toHaveLength(0);
  });

  it('deletes drafts when another member logs in in another tab, and keeps the member’s own', () => {
    storeUser(aUser());
    writeDraft('chat', 'what Ada typed');
    otherTab(USER, JSON.stringify(aUser({ name: 'Adaeze' })));
    expect(readDraft('chat')).toBe('what Ada typed');
    otherTab(USER, JSON.stringify(aUser({ id: 'uid-of-ben' })));
    expect(sessionStorage).toHaveLength(0);
  });

  it('hides another member’s drafts in a tab restored after being discarded', async () => {
    storeUser(aUser());
    writeDraft('chat', 'what Ada typed');
    const readReopened = async (member: User) => {
      localStorage.setItem(USER, JSON.stringify(member));
      vi.resetModules();
      await import('../../../src/data/auth/currentSession');
      return (await import('../../../src/data/core/webStorage')).readDraft('chat');
    };
    expect(await readReopened(aUser())).toBe('what Ada typed');
    expect(await readReopened(aUser({ id: 'uid-of-ben' }))).toBeUndefined();
  });

  it.each(['expired', 'logged-out'] as const)('logs every tab out with the reason %s', (reason) => {
    storeUser(aUser());
    render(<Who />);
    otherTab('quantalgo.ended', reason);
    otherTab('quantalgo.ended', null);
    otherTab(USER, null);
    expect(screen.getByText(`nobody, ${reason}`)).toBeInTheDocument();
  });

  it('drops the drafts of an expired session when another member logs in in another tab', () => {
    storeUser(aUser());
    writeDraft('chat', 'what Ada typed');
    otherTab('quantalgo.ended', 'expired');
    otherTab(USER, null);
    expect(Object.keys(sessionStorage)).toHaveLength(1);
    otherTab(USER, JSON.stringify(aUser({ id: 'uid-of-ben' })));
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  it('forgets the last contact when another tab ends the session or changes the member', () => {
    storeUser(aUser());
    lastContact.set(1000);
    otherTab(USER, JSON.stringify(aUser({ name: 'Adaeze' })));
    expect(lastContact.get()).toBe(1000);
    otherTab('quantalgo.ended', 'expired');
    otherTab(USER, null);
    expect(lastContact.get()).toBeNull();
  });

  it('applies the same member’s zone choice from another tab at once', () => {
    storeUser(aUser());
    otherTab(ZONE, 'utc uid-of-another');
    expect(getZoneChoice()).toBe('wat');
    otherTab(ZONE, `utc ${aUser().id}`);
    expect(getZoneChoice()).toBe('utc');
    otherTab(ZONE, null);
    expect(getZoneChoice()).toBe('wat');
  });

  it('clears localStorage on logout', () => {
    storeUser(aUser());
    storeUnsentZone(aUser().id, 'utc');
    clearUser('logged-out');
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it.each([
    ['is not JSON', '{'],
    ['is not a user', JSON.stringify({ id: 1 })],
    ['lacks a field', JSON.stringify({ ...aUser(), email: undefined })],
  ])('is logged out if the stored user %s', (_, text) => {
    otherTab(USER, text);
    render(<Who />);
    expect(screen.getByText(/^nobody/)).toBeInTheDocument();
  });
});
