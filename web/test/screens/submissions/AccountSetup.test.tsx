import type { Setup } from '@quantalgo/contracts/submissions/submission';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { storeSetup } from '../../../src/data/submissions/submission';
import { openOutbox } from '../../../src/data/outbox/database';
import { enqueueItem } from '../../../src/data/outbox/outbox';
import { session, storeUser } from '../../../src/data/auth/currentSession';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import AccountSetup from '../../../src/screens/submissions/AccountSetup';
import LinkTraderScreen from '../../../src/screens/submissions/LinkTraderScreen';
import { guest, member } from '../../support/member';
import { renderAt } from '../../support/render';

const FUNDED = { brokerAccount: 'PO-77', depositAmount: 1250.5, accessPath: 'auto' } as const;
const AT = '2026-11-20T12:00:00.000Z';

let count = 0;
/** Every test has its own member, and so its own database. */
function logIn(): string {
  const id = `setup-${++count}`;
  act(() => storeUser(guest({ id })));
  return id;
}
const stored = (uid: string, state: Setup['state'], reason: string | null = null) => {
  const setup = { id: 's', ...FUNDED, state, reason, createdAt: AT, updatedAt: AT };
  return withDatabase(uid, (database) => storeSetup(database, setup));
};
const open = () => renderAt('/', <AccountSetup />);
const queryAccountField = () => screen.queryByLabelText('Broker account ID');

afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await (await openOutbox()).database.items.clear();
  act(() => session.set({ status: 'logged-out', reason: null }));
});

describe('account setup status', () => {
  it('shows the form if no setup was sent', async () => {
    logIn();
    open();
    expect(await screen.findByLabelText('Broker account ID')).toBeVisible();
    expect(screen.queryByText('Your account setup')).toBeNull();
  });

  it('explains its purpose to a member with an unlocked dashboard', async () => {
    const id = logIn();
    act(() => storeUser(member({ id })));
    open();
    expect(await screen.findByText(/^Your dashboard is unlocked/)).toBeVisible();
    expect(screen.queryByText(/Only want to unlock/)).toBeNull();
  });

  it('shows a queued setup as pending when offline', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await enqueueItem(logIn(), { kind: 'setup', ...FUNDED });
    open();
    expect(await screen.findByText('Your account setup is waiting to be sent')).toBeVisible();
    expect(screen.getByText(/^Saved on this device\. You are offline/)).toBeVisible();
    expect(screen.getByText('Waiting')).toBeVisible();
    expect(queryAccountField()).toBeNull();
  });

  it.each(['checking', 'waiting'] as const)('shows a setup in review (%s)', async (state) => {
    await stored(logIn(), state);
    open();
    expect(await screen.findByText('Your account setup is being checked')).toBeVisible();
    expect(screen.getByText('$1,250.50')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Set up another account' })).toBeVisible();
    expect(queryAccountField()).toBeNull();
  });

  it('shows an approved setup', async () => {
    await stored(logIn(), 'approved');
    open();
    expect(await screen.findByText('Your account setup is approved')).toBeVisible();
  });

  it('shows the rejection reason and prefills the form', async () => {
    await stored(logIn(), 'rejected', 'No deposit is on it');
    open();
    expect(await screen.findByText('Your account setup was not accepted')).toBeVisible();
    expect(screen.getByText('No deposit is on it.')).toBeVisible();
    expect(queryAccountField()).toHaveValue('PO-77');
  });
});

describe('copy trading on paper', () => {
  it('is described as available with manual access too', async () => {
    await stored(logIn(), 'rejected', 'No deposit is on it');
    open();
    expect(await screen.findByLabelText('Broker account ID')).toHaveValue('PO-77');
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
    const auto = await screen.findByRole('radio', { name: /^Auto copy trading/ });
    expect(auto).toHaveAccessibleName(
      /^Auto copy trading.*paper trading: it moves no money, and also works with manual access/,
    );
  });

  it('is not mentioned when linking a broker account', () => {
    logIn();
    renderAt('/link-trader-id', <LinkTraderScreen />);
    expect(screen.getByText(/our team opens your dashboard/)).not.toHaveTextContent(/cop(y|ies)/i);
  });
});
