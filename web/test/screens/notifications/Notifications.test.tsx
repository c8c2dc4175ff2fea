import type { User } from '@quantalgo/contracts/account/member';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Bell } from '../../../src/app/shell/Bell';
import { NotificationEffects } from '../../../src/app/shell/NotificationEffects';
import { clearUser, storeUser } from '../../../src/data/auth/currentSession';
import { PUSH_MESSAGE } from '../../../src/data/core/workerProtocol';
import { readDeviceMark, storeResponse } from '../../../src/data/notifications/rows';
import * as sync from '../../../src/data/notifications/sync';
import { unreadCount } from '../../../src/data/notifications/unread';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import { storeTicket } from '../../../src/data/tickets/tickets';
import Notifications from '../../../src/screens/notifications/Notifications';
import { member } from '../../support/member';
import { renderAt } from '../../support/render';

const PATH = '/dashboard/notifications';

let ada: User;
let count = 0;
let now = 0;

beforeEach(async () => {
  now = Date.now();
  ada = member({ id: `bell-${++count}` });
  act(() => storeUser(ada));
  vi.spyOn(window, 'scrollTo').mockReturnValue();
  await withDatabase(ada.id, async (database) => {
    await storeTicket(database, {
      id: 'ticket-1',
      category: 'billing',
      priority: 'low',
      subject: 'A question',
      state: 'answered',
      messages: [{ id: 'm1', from: 'staff', text: 'It is on\nits way.', at: iso(now - 60_000) }],
      signal: null,
      createdAt: iso(now - 90_000),
      updatedAt: iso(now - 60_000),
    });
    await storeResponse(database, {
      events: [
        { id: 'e1', event: 'ticket', about: 'ticket-1', at: now - 60_000 },
        { id: 'e2', event: 'access', about: 'essential', at: now - 120_000 },
        { id: 'e3', event: 'answer', about: 'gone', at: now - 180_000 },
      ],
      news: [
        { id: 'n1', title: 'A new course', text: 'On Monday.', to: '/dashboard', at: now - 4 },
      ],
    });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  act(() => clearUser('logged-out'));
});

const iso = (at: number) => new Date(at).toISOString();
const titles = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('notifications', () => {
  it('are listed newest first with quotes of stored content', async () => {
    renderAt(PATH, <Notifications />);
    await screen.findByRole('heading', { level: 2, name: 'Now' });
    expect(titles()).toEqual([
      expect.stringMatching(/^Unread: A new course.*On Monday\.$/),
      expect.stringMatching(/^Unread: Support has replied.*“It is on its way\.”$/),
      expect.stringMatching(/^Unread: Your tier is now Essential.*All rooms are open\.$/),
      expect.stringMatching(/^Unread: Someone replied to your post.*In the Trader’s Network\.$/),
    ]);
  });

  it('load the document that news links to, as the router has no such screen', async () => {
    await withDatabase(ada.id, (database) =>
      storeResponse(database, {
        events: [],
        news: [{ id: 'n2', title: 'New terms', text: 'Please read.', to: '/terms', at: now }],
      }),
    );
    renderAt(PATH, <Notifications />);
    fireEvent.click(await screen.findByRole('link', { name: /New terms/ }));
    expect(screen.getByTestId('here')).toHaveTextContent(PATH);
  });

  it('open their page and are marked as read', async () => {
    renderAt(PATH, <Notifications />);
    const ticket = await screen.findByRole('link', { name: /Support has replied/ });
    fireEvent.click(ticket);
    expect(screen.getByTestId('here')).toHaveTextContent('/dashboard/support');
    await waitFor(() => expect(ticket).not.toHaveTextContent('Unread'));
    const mark = await withDatabase(ada.id, readDeviceMark);
    expect(mark.items.map(({ id }) => id)).toEqual(['e1']);
  });

  it('can be filtered and marked as read all at once', async () => {
    renderAt(PATH, <Notifications />);
    await screen.findByRole('heading', { level: 2, name: 'Now' });
    press('Account');
    expect(titles()).toHaveLength(2);
    press('Signals');
    expect(screen.getByText('No signals or live sessions in the last few days.')).toBeVisible();
    press('Unread 4');
    expect(titles()).toHaveLength(4);
    press('Mark all as read');
    expect(await screen.findByText('You’ve read everything.')).toBeVisible();
    press('All');
    await waitFor(() => expect(titles().join()).not.toContain('Unread'));
  });

  it('show an empty state', async () => {
    const bola = member({ id: `bell-none-${count}` });
    act(() => storeUser(bola));
    renderAt(PATH, <Notifications />);
    expect(await screen.findByText(/^Nothing yet\./)).toBeVisible();
  });

  it('are shown from the device with a notice when offline', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    renderAt(PATH, <Notifications />);
    expect(await screen.findByText(/^You are offline\./)).toBeVisible();
    expect(await screen.findByText('Support has replied')).toBeVisible();
  });
});

describe('bell', () => {
  const open = (path = '/dashboard/performance') =>
    renderAt(
      path,
      <>
        <Bell member={ada} />
        <NotificationEffects member={ada} />
      </>,
    );

  it('counts unread notifications without opening the list', async () => {
    open();
    const bell = await screen.findByRole('button', { name: 'Notifications, 4 unread' });
    expect(bell).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('opens a focused popover that Escape closes', async () => {
    open();
    const bell = await screen.findByRole('button', { name: 'Notifications, 4 unread' });
    fireEvent.click(bell);
    const dialog = await screen.findByRole('dialog', { name: 'Notifications' });
    await waitFor(() => expect(dialog).toHaveFocus());
    expect(await within(dialog).findByText('Support has replied')).toBeVisible();
    expect(within(dialog).getByRole('link', { name: 'All notifications' })).toHaveAttribute(
      'href',
      PATH,
    );
    fireEvent.keyDown(dialog, { key: 'Escape' });
    expect(dialog).not.toBeInTheDocument();
    expect(bell).toHaveFocus();
  });

  it('marks notifications of the current page as read', async () => {
    open('/dashboard/support');
    await waitFor(() => expect(unreadCount.get()).toBe(3));
    const mark = await withDatabase(ada.id, readDeviceMark);
    expect(mark.items.map(({ id }) => id)).toEqual(['e1']);
  });

  it('fetches once per push, and once for all pushes received while hidden', async () => {
    const serviceWorker = Object.assign(new EventTarget(), {
      getRegistration: () => Promise.resolve(undefined),
    });
    Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
    const post = (message: object) => {
      const data = { type: PUSH_MESSAGE.shown, ...message };
      serviceWorker.dispatchEvent(new MessageEvent('message', { data }));
    };
    const push = (id: string) => [{ id, tookMs: null }, { stored: id }, { tookMs: 9 }].map(post);
    const refresh = vi.spyOn(sync, 'refreshNotifications').mockResolvedValue(true);
    open();
    await screen.findByRole('button', { name: 'Notifications, 4 unread' });
    refresh.mockClear();
    push('e1');
    expect(refresh).toHaveBeenCalledOnce();
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    push('e2');
    push('e3');
    expect(refresh).toHaveBeenCalledOnce();
    hidden.mockReturnValue(false);
    fireEvent(document, new Event('visibilitychange'));
    expect(refresh).toHaveBeenCalledTimes(2);
    fireEvent(document, new Event('visibilitychange'));
    expect(refresh).toHaveBeenCalledTimes(2);
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });

  it('closes system notifications that were read', async () => {
    const closed: string[] = [];
    const trayNotifications = ['e1', 'e2', '20261120T1405Z'].map((tag) => ({
      tag,
      data: { to: '/', until: null, isSignal: false },
      close: () => closed.push(tag),
    }));
    const registration = { getNotifications: () => Promise.resolve(trayNotifications) };
    const serviceWorker = Object.assign(new EventTarget(), {
      getRegistration: () => Promise.resolve(registration),
    });
    Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
    open('/dashboard/support');
    await waitFor(() => expect(closed).toContain('e1'));
    expect(closed).not.toContain('e2');
    expect(closed).not.toContain('20261120T1405Z');
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });
});
