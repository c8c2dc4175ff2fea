import type { User } from '@quantalgo/contracts/account/member';
import { slotStart } from '@quantalgo/contracts/core/slots';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clockOffset, lastContact } from '../../../src/data/core/clock';
import { closeTopWindow, isAppVisible, topWindow } from '../../../src/data/core/topWindow';
import { session, storeUser } from '../../../src/data/auth/currentSession';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import { syncState } from '../../../src/data/sync/freshness';
import { createSyncState } from '../../../src/data/sync/state';
import { BesideBroker } from '../../../src/screens/signals/BesideBroker';
import { TopWindow } from '../../../src/screens/signals/TopWindow';
import { guest, member } from '../../support/member';
import { ENTRY, received } from './signals';

/** A stand-in for a picture-in-picture window. */
function aWindow(): Window {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const opened = frame.contentWindow;
  if (!opened) throw new Error('No window');
  opened.close = () => {
    opened.dispatchEvent(new Event('pagehide'));
    frame.remove();
  };
  return opened;
}

const requestWindow = vi.fn(() => Promise.resolve(aWindow()));

let ada: User;
let count = 0;

const atServer = (now: number) =>
  act(() => {
    clockOffset.set({ offset: now - Date.now(), roundTrip: 0 });
    lastContact.set(now);
    syncState.set({
      ...createSyncState(true),
      mode: 'streaming',
      since: now,
      heartbeat: slotStart(now),
      whole: true,
    });
  });

async function open(user: User = ada): Promise<HTMLElement> {
  const { rerender } = render(<BesideBroker />, { wrapper: MemoryRouter });
  await userEvent.click(screen.getByRole('button', { name: 'Keep on top' }));
  await waitFor(() => expect(topWindow.get()).not.toBeNull());
  const top = topWindow.get();
  if (!top) throw new Error('No window');
  rerender(
    <>
      <BesideBroker />
      <TopWindow top={top} member={user} />
    </>,
  );
  return top.document.body;
}

beforeEach(() => {
  ada = member({ id: `top-${++count}`, tier: 'essential' });
  act(() => storeUser(ada));
  vi.stubGlobal('documentPictureInPicture', { requestWindow });
  requestWindow.mockClear();
});

afterEach(() => {
  act(closeTopWindow);
  act(() => session.set({ status: 'logged-out', reason: null }));
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('always-on-top window', () => {
  it('shows the signal to enter with its countdown, worst price and levels', async () => {
    atServer(ENTRY - 60_000);
    await withDatabase(ada.id, ({ signals }) => signals.put(received(0)));
    const body = within(await open());
    const card = within(await body.findByRole('article'));
    expect(card.getByText(/^(1:00|0:5\d)$/)).toBeInTheDocument();
    expect(card.getByText(/^Not (above|below)$/)).toBeInTheDocument();
    expect(card.getByRole('list', { name: 'Entry times by level' }).children).toHaveLength(4);
    expect(body.queryByText(/Not live/)).toBeNull();
  });

  it('updates with new signals and reports when it is not live', async () => {
    atServer(ENTRY - 60_000);
    const body = within(await open());
    expect(await body.findByText(/No signal to enter/)).toBeInTheDocument();
    await withDatabase(ada.id, ({ signals }) => signals.put(received(0)));
    expect(await body.findByRole('article')).toBeInTheDocument();
    act(() => syncState.set(createSyncState(false)));
    expect(await body.findByText(/^Not live, as of/)).toBeInTheDocument();
  });

  it('closes when access is lost', async () => {
    atServer(ENTRY - 60_000);
    const body = await open(guest({ id: ada.id }));
    await waitFor(() => expect(topWindow.get()).toBeNull());
    expect(body).toBeEmptyDOMElement();
    expect(screen.getByRole('button', { name: 'Keep on top' })).toBeInTheDocument();
  });

  it('closes when the member stops for today on any device', async () => {
    atServer(ENTRY - 60_000);
    const body = await open();
    act(() => storeUser({ ...ada, stoppedUntil: new Date(ENTRY + 60_000).toISOString() }));
    await waitFor(() => expect(topWindow.get()).toBeNull());
    expect(body).toBeEmptyDOMElement();
  });

  it('keeps the hidden page active and closes with its button', async () => {
    atServer(ENTRY - 60_000);
    await open();
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    expect(isAppVisible()).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Close the small window' }));
    expect(topWindow.get()).toBeNull();
    expect(isAppVisible()).toBe(false);
  });

  it('shows an error if the browser refuses to open the window', async () => {
    requestWindow.mockRejectedValueOnce(new DOMException('No', 'NotAllowedError'));
    render(<BesideBroker />, { wrapper: MemoryRouter });
    await userEvent.click(screen.getByRole('button', { name: 'Keep on top' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('did not open');
  });

  it('is not offered if the browser doesn’t support it', () => {
    vi.unstubAllGlobals();
    render(<BesideBroker />, { wrapper: MemoryRouter });
    expect(screen.queryByRole('button')).toBeNull();
  });
});
