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
  if (now.status === 'signed-out') return <p>nobody, {now.reason ?? 'not yet'}</p>;
  return <p>{member?.name}</p>;
}

/** What another tab's write looks like here. */
function otherTab(key: string, newValue: string | null) {
  if (newValue === null) localStorage.removeItem(key);
  else localStorage.setItem(key, newValue);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue })));
}

const USER = 'quantalgo.user';
const ZONE = 'quantalgo.zone';

describe('the session', () => {
  beforeAll(followOtherTabs);
  beforeEach(() => {
    session.set({ status: 'signed-out', reason: null });
  });

  it('is there in the first render, from what was stored', () => {
    storeUser(aUser());
    render(<Who />);
    expect(screen.getByText('Ada')).toBeInTheDocument();
  });

  it('follows what the server says of the member', () => {
    storeUser(aUser());
    render(<Who />);
    act(() => storeUser(aUser({ name: 'Adaeze' })));
    expect(screen.getByText('Adaeze')).toBeInTheDocument();
  });

  it('begins in every tab when one signs in', () => {
    render(<Who />);
    otherTab(USER, JSON.stringify(aUser()));
    expect(screen.getByText('Ada')).toBeInTheDocument();
  });

  it('takes along the screens that a tab kept as another ended it', () => {
    storeUser(aUser());
    localStorage.setItem(`${SCREEN_KEY}/dashboard`, 'what Ada saw');
    otherTab('quantalgo.ended', 'signed-out');
    expect(localStorage.getItem(`${SCREEN_KEY}/dashboard`)).toBeNull();
    storeScreen('/dashboard', 'what Ada saw');
    expect(localStorage.getItem(`${SCREEN_KEY}/dashboard`)).toBeNull();
  });

  it('takes along what was typed in a tab as another ended it', () => {
    storeUser(aUser());
    writeDraft('chat', 'what Ada typed');
    otherTab('quantalgo.ended', 'signed-out');
    expect(sessionStorage).toHaveLength(0);
  });

  it('that begins in another tab finds nothing that somebody else typed here', () => {
    storeUser(aUser());
    writeDraft('chat', 'what Ada typed');
    otherTab(USER, JSON.stringify(aUser({ name: 'Adaeze' })));
    expect(readDraft('chat')).toBe('what Ada typed');
    otherTab(USER, JSON.stringify(aUser({ id: 'uid-of-ben' })));
    expect(sessionStorage).toHaveLength(0);
  });

  it('reads nothing that somebody else typed in a tab that the system had discarded', async () => {
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

  it.each(['expired', 'signed-out'] as const)(
    'ends in every tab, and each knows why: %s',
    (reason) => {
      storeUser(aUser());
      render(<Who />);
      otherTab('quantalgo.ended', reason);
      otherTab('quantalgo.ended', null);
      otherTab(USER, null);
      expect(screen.getByText(`nobody, ${reason}`)).toBeInTheDocument();
    },
  );

  it('forgets the last contact when another tab ends the session or changes the member', () => {
    storeUser(aUser());
    lastContact.set(1000);
    otherTab(USER, JSON.stringify(aUser({ name: 'Adaeze' })));
    expect(lastContact.get()).toBe(1000);
    otherTab('quantalgo.ended', 'expired');
    otherTab(USER, null);
    expect(lastContact.get()).toBeNull();
  });

  it('shows times at once in the zone that was chosen in another tab', () => {
    storeUser(aUser());
    otherTab(ZONE, 'utc uid-of-another');
    expect(getZoneChoice()).toBe('wat');
    otherTab(ZONE, `utc ${aUser().id}`);
    expect(getZoneChoice()).toBe('utc');
    otherTab(ZONE, null);
    expect(getZoneChoice()).toBe('wat');
  });

  it('leaves nothing of itself in localStorage', () => {
    storeUser(aUser());
    storeUnsentZone(aUser().id, 'utc');
    clearUser('signed-out');
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it.each([
    ['is no JSON', '{'],
    ['is no user', JSON.stringify({ id: 1 })],
    ['lacks a field', JSON.stringify({ ...aUser(), email: undefined })],
  ])('is nobody when what was stored %s', (_, text) => {
    otherTab(USER, text);
    render(<Who />);
    expect(screen.getByText(/^nobody/)).toBeInTheDocument();
  });
});
