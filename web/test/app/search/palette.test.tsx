import type { AdminUser } from '@quantalgo/contracts/account/adminUser';
import type { User } from '@quantalgo/contracts/account/member';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SearchButton } from '../../../src/app/shell/SearchButton';
import { clearUser, storeUser } from '../../../src/data/auth/currentSession';
import { ApiError, NetworkError } from '../../../src/data/core/errors';
import * as users from '../../../src/data/console/users';
import { theme } from '../../../src/data/core/theme';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import { pruneToAudiences, storeSignals } from '../../../src/data/storage/signalTable';
import { storeVault } from '../../../src/data/vault/rows';
import { aSettlement, aSignal, createBatch, SLOT } from '../../support/aSignal';
import { guest, member } from '../../support/member';
import { renderAt } from '../../support/render';

let ada: User;
let count = 0;

beforeEach(() => {
  ada = member({ id: `palette-${++count}` });
});
afterEach(() => {
  vi.restoreAllMocks();
  act(() => clearUser('logged-out'));
});

async function open(user: User = ada) {
  act(() => storeUser(user));
  renderAt('/dashboard', <SearchButton />);
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  return screen.findByRole('combobox', { name: 'Search' });
}

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const here = () => screen.getByTestId('here');
const active = (field: HTMLElement) => {
  const id = field.getAttribute('aria-activedescendant') ?? '';
  return document.getElementById(id)?.textContent;
};

describe('search palette', () => {
  it.each([
    ['Ctrl K', { key: 'k', ctrlKey: true }],
    ['⌘ K', { key: 'K', metaKey: true }],
    ['/', { key: '/' }],
  ])('opens with %s', async (_, init) => {
    act(() => storeUser(ada));
    renderAt('/dashboard', <SearchButton />);
    fireEvent.keyDown(document.body, init);
    expect(await screen.findByRole('combobox')).toHaveFocus();
  });

  it('captures typing while it loads, without triggering the screen’s shortcuts', async () => {
    const shortcut = vi.fn();
    window.addEventListener('keydown', shortcut);
    act(() => storeUser(ada));
    renderAt('/dashboard', <SearchButton />);
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    for (const key of ['s', 'e']) fireEvent.keyDown(document.body, { key });
    expect(await screen.findByRole('combobox')).toHaveValue('se');
    expect(shortcut).not.toHaveBeenCalled();
    window.removeEventListener('keydown', shortcut);
  });

  it('releases the keyboard on Escape while it is still loading', () => {
    act(() => storeUser(ada));
    renderAt('/dashboard', <SearchButton />);
    const press = (key: string) => fireEvent.keyDown(document.body, { key });
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    expect([press('Tab'), press('a')]).toEqual([true, false]);
    expect(press('Escape')).toBe(true);
    expect(press('a')).toBe(true);
  });

  it('doesn’t open when / is typed into a field', () => {
    act(() => storeUser(ada));
    renderAt(
      '/dashboard',
      <>
        <SearchButton />
        <input aria-label="Note" />
      </>,
    );
    fireEvent.keyDown(screen.getByLabelText('Note'), { key: '/' });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('opens a screen by keyboard', async () => {
    const field = await open();
    type(field, 'journ');
    await waitFor(() => expect(active(field)).toBe('Journal'));
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(here()).toHaveTextContent('/dashboard/performance/journal');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('moves through the results with the arrow keys and wraps around', async () => {
    const field = await open();
    type(field, 'theme');
    await waitFor(() => expect(options().length).toBeGreaterThan(2));
    const [first, second] = options();
    expect(active(field)).toBe(first);
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    expect(active(field)).toBe(second);
    fireEvent.keyDown(field, { key: 'ArrowUp' });
    fireEvent.keyDown(field, { key: 'ArrowUp' });
    expect(active(field)).toBe(options().at(-1));
  });

  it('finds signals, lessons and settings offline', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => storeUser(ada));
    await withDatabase(ada.id, async (database) => {
      const signal = aSignal(SLOT, { pair: 'XAUUSD', settlement: aSettlement(), entered: true });
      const arrival = { receivedAt: SLOT, live: false };
      await pruneToAudiences(database, ['basic']);
      await storeSignals(database, ['basic'], createBatch(signal), arrival, true);
      const lesson = { id: 'gold', title: 'Gold moves: XAU at news', minutes: 7, blocks: [] };
      const course = { id: 'risk', title: 'Risk', category: 'risk', about: '' } as const;
      await storeVault(database, { version: '1', courses: [{ ...course, lessons: [lesson] }] });
    });
    const field = await open();
    type(field, 'xau');
    await waitFor(() =>
      expect(options()[0]).toMatch(/^XAU\/USD, 20 Nov 15:10CALL, won at level 0$/),
    );
    expect(options()).toContain('Performance Matrix, XAU/USD only');
    await waitFor(() => expect(options()).toContain('Gold moves: XAU at newsRisk, 7 minutes'));
    expect(options()).toContain('Notify me about certain pairs onlyAccount Hub');
    type(field, 'xau 15:10');
    await waitFor(() => expect(options()).toHaveLength(1));
    fireEvent.click(screen.getByRole('option'));
    expect(here()).toHaveTextContent('/dashboard/signals/20261120T1405Z');
  });

  it('offers recent searches when the field is empty', async () => {
    const field = await open();
    type(field, 'payout');
    fireEvent.keyDown(field, { key: 'Enter' });
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    const again = await screen.findByRole('combobox');
    const earlier = await screen.findByRole('group', { name: 'Recent searches' });
    fireEvent.click(within(earlier).getByRole('option', { name: 'payout' }));
    expect(again).toHaveValue('payout');
  });

  it('marks locked screens and links them to the Control Center', async () => {
    const field = await open(guest({ id: `palette-guest-${count}` }));
    type(field, 'platinum');
    await waitFor(() => expect(options()).toContain('Platinum StreamLocked'));
    const option = screen.getByText('Locked');
    fireEvent.click(option);
    expect(here()).toHaveTextContent(
      '{"pathname":"/dashboard","state":{"locked":"Platinum Stream"}}',
    );
  });

  it('changes the theme and stays open', async () => {
    const field = await open();
    type(field, 'dark theme');
    await waitFor(() => expect(active(field)).toMatch(/^Use the dark theme/));
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(await screen.findByText('The app now uses the dark theme')).toBeVisible();
    expect(theme.get()).toBe('dark');
    type(field, 'zzz');
    expect(await screen.findByText(/^Nothing found\./)).toBeVisible();
  });
});

describe('search palette for staff', () => {
  const staff = () => member({ id: `palette-staff-${count}`, staff: true });
  const amara: AdminUser = {
    ...guest({ id: 'amara', fullName: 'Amara Eze', admissionCode: 'QA-KXM-H9F' }),
    confirmed: true,
    proofWaitingSince: new Date(Date.now() - 130 * 60_000).toISOString(),
  };

  it('finds members, proofs and actions, and confirms an access change once', async () => {
    vi.spyOn(users, 'searchUsersUnprompted').mockResolvedValue([amara]);
    const change = vi
      .spyOn(users, 'changeAccessUnprompted')
      .mockResolvedValue({ row: amara, stale: false });
    const field = await open(staff());
    type(field, 'qa-kxm');
    await waitFor(() =>
      expect(options()).toEqual([
        'QA-KXM-H9F Amara EzeGuest, proof in review',
        'Proof from Amara Eze, QA-KXM-H9FWaiting 2 h',
        'Make Amara Eze Starter…Asks you to confirm first',
        'Make Amara Eze Essential…Asks you to confirm first',
        'Audit log for QA-KXM-H9F',
      ]),
    );
    for (let step = 0; step < 2; step += 1) fireEvent.keyDown(field, { key: 'ArrowDown' });
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(change).not.toHaveBeenCalled();
    expect(screen.getAllByText('Make Amara Eze Starter? Press Enter again.')).toHaveLength(2);
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(await screen.findByText('Amara Eze is now Starter')).toBeVisible();
    expect(change).toHaveBeenCalledOnce();
  });

  it('resets the confirmation when another entry is selected', async () => {
    vi.spyOn(users, 'searchUsersUnprompted').mockResolvedValue([amara]);
    const change = vi.spyOn(users, 'changeAccessUnprompted');
    const field = await open(staff());
    type(field, 'qa-kxm');
    fireEvent.click(await screen.findByRole('option', { name: /^Make Amara Eze Starter/ }));
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    fireEvent.keyDown(field, { key: 'ArrowUp' });
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(change).not.toHaveBeenCalled();
  });

  const requestStarter = async (field: HTMLElement) => {
    type(field, 'qa-kxm');
    const option = await screen.findByRole('option', { name: /^Make Amara Eze Starter/ });
    fireEvent.click(option);
    return option;
  };

  it('doesn’t confirm on a held key or a double click', async () => {
    vi.spyOn(users, 'searchUsersUnprompted').mockResolvedValue([amara]);
    const change = vi.spyOn(users, 'changeAccessUnprompted');
    const field = await open(staff());
    const option = await requestStarter(field);
    fireEvent.click(option, { detail: 2 });
    fireEvent.keyDown(field, { key: 'Enter', repeat: true });
    expect(change).not.toHaveBeenCalled();
  });

  it('sends a change once while it is in flight, and bases the next one on its result', async () => {
    vi.spyOn(users, 'searchUsersUnprompted').mockResolvedValue([amara]);
    const changed = { ...amara, accessVersion: amara.accessVersion + 1 };
    const response = Promise.withResolvers<{ row: AdminUser; stale: boolean }>();
    const change = vi.spyOn(users, 'changeAccessUnprompted').mockReturnValue(response.promise);
    const option = await requestStarter(await open(staff()));
    for (let press = 0; press < 3; press += 1) fireEvent.click(option);
    expect(change).toHaveBeenCalledOnce();
    response.resolve({ row: changed, stale: false });
    expect(await screen.findByText('Amara Eze is now Starter')).toBeVisible();
    for (let press = 0; press < 2; press += 1) fireEvent.click(option);
    await waitFor(() => expect(change).toHaveBeenCalledTimes(2));
    expect(change.mock.lastCall?.[0]).toBe(changed);
  });

  it('repeats an unanswered change with its key, and a refused one with another', async () => {
    vi.spyOn(users, 'searchUsersUnprompted').mockResolvedValue([amara]);
    const change = vi
      .spyOn(users, 'changeAccessUnprompted')
      .mockRejectedValueOnce(new NetworkError('No answer'))
      .mockRejectedValueOnce(new ApiError('Refused', 400))
      .mockResolvedValue({ row: amara, stale: false });
    const option = await requestStarter(await open(staff()));
    fireEvent.click(option);
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await waitFor(() => expect(change).toHaveBeenCalledTimes(attempt));
      await act(async () => {
        await vi.waitFor(() => expect(change.mock.settledResults).toHaveLength(attempt));
      });
      for (let press = 0; press < 2; press += 1) fireEvent.click(option);
    }
    const keys = change.mock.calls.map(([, , , key]) => key).slice(0, 4);
    expect(keys[1]).toBe(keys[0]);
    expect(new Set(keys).size).toBe(3);
  });

  it('keeps the selected entry when member results arrive', async () => {
    const found = Promise.withResolvers<AdminUser[]>();
    vi.spyOn(users, 'searchUsersUnprompted').mockReturnValue(found.promise);
    const field = await open(staff());
    type(field, 'theme');
    await waitFor(() => expect(options().length).toBeGreaterThan(1));
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    const chosen = active(field);
    await waitFor(() => expect(users.searchUsersUnprompted).toHaveBeenCalled());
    await act(async () => {
      found.resolve([amara]);
      await found.promise;
    });
    expect(options()[0]).toMatch(/^QA-KXM-H9F/);
    expect(active(field)).toBe(chosen);
  });

  it('removes member results when the device goes offline', async () => {
    vi.spyOn(users, 'searchUsersUnprompted').mockResolvedValue([amara]);
    const field = await open(staff());
    type(field, 'qa-kxm');
    await screen.findByRole('option', { name: /^QA-KXM-H9F/ });
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void dispatchEvent(new Event('offline')));
    expect(screen.queryByRole('option', { name: /^QA-KXM-H9F/ })).not.toBeInTheDocument();
  });

  it('says that searching members needs a connection, and sends no request offline', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const search = vi.spyOn(users, 'searchUsersUnprompted');
    const field = await open(staff());
    type(field, 'qa-kxm');
    expect(
      await screen.findByText('You need a connection to search members, proofs and tickets.'),
    ).toBeVisible();
    expect(search).not.toHaveBeenCalled();
  });
});
