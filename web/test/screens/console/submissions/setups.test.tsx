import type { AdminSetup, SetupCase } from '@quantalgo/contracts/submissions/review';
import {
  adminSetupsEndpoints,
  MAX_WARNINGS,
} from '@quantalgo/contracts/submissions/reviewEndpoints';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import Setups from '../../../../src/screens/console/submissions/Setups';
import { renderAt } from '../../../support/render';
import { guest } from '../../../support/member';
import { atTheConsole, leavePage, leaveTheConsole, Refused } from '../console';

vi.mock('../../../../src/data/auth/idTokens', () => import('../../../support/fakeAuth'));
vi.mock('../../../../src/data/auth/fileStorage', () => ({
  download: () => Promise.reject(new Error('There is no file store here')),
}));

const FIRST = '11111111-1111-4111-8111-111111111111';
const SECOND = '22222222-2222-4222-8222-222222222222';
const at = '2026-11-20T08:00:00.000Z';

const setup = (id: string, brokerAccount: string): AdminSetup => ({
  id,
  userId: 'kofi',
  file: `setupProofs/kofi/${id}`,
  brokerAccount,
  depositAmount: 1250.5,
  accessPath: 'auto',
  state: 'waiting',
  reason: null,
  createdAt: at,
  updatedAt: at,
  member: null,
});
const WAITING = [setup(FIRST, 'PO-1'), setup(SECOND, 'PO-2')];
const whoever = { ...guest({ fullName: 'Kofi Mensah' }), confirmed: true, proofWaitingSince: null };

const aCase = (changes: Partial<SetupCase> = {}): SetupCase => ({
  setup: setup(FIRST, 'PO-1'),
  user: whoever,
  history: [],
  duplicates: [],
  broker: null,
  ...changes,
});
const atTheQueue = (replies: Record<string, () => unknown> = {}) =>
  atTheConsole({
    ...replies,
    [`GET /api/admin/setups/${FIRST}`]: () => aCase(),
    [`GET /api/admin/setups/${SECOND}`]: () => aCase({ setup: setup(SECOND, 'PO-2') }),
    'GET /api/admin/setups': () => WAITING,
  });
const open = async () => userEvent.click(await screen.findByRole('button', { name: /PO-1/ }));
const approve = (tier: string) =>
  screen.findByRole('button', { name: new RegExp(`^Approve anyway as ${tier}`) });

afterEach(leaveTheConsole);

describe('account setup queue', () => {
  it('approves a setup by key and opens the next one', async () => {
    const granted = { ...whoever, tier: 'starter', dashboardUnlocked: true, hasDeposited: true };
    const made = atTheQueue({
      [`POST /api/admin/setups/${FIRST}/approve`]: () => ({
        setup: { ...setup(FIRST, 'PO-1'), state: 'approved' },
        user: granted,
      }),
    });
    renderAt('/', <Setups />);
    await open();
    expect(screen.getAllByText('$1,250.50')).not.toHaveLength(0);
    await approve('Starter');
    await userEvent.keyboard('ss');
    expect(await screen.findByText('Kofi Mensah is Starter')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'PO-2' })).toHaveFocus();
    leavePage();
    await waitFor(() => expect(screen.queryByRole('button', { name: /PO-1/ })).toBeNull());
    expect(made.find(({ line }) => line.startsWith('POST'))?.body).toEqual({
      tier: 'starter',
      answered: [],
      overridden: ['Not on the broker’s list'],
    });
  });

  it('rejects a setup only with a reason', async () => {
    const made = atTheQueue({
      [`POST /api/admin/setups/${FIRST}/reject`]: () => ({
        ...setup(FIRST, 'PO-1'),
        state: 'rejected',
      }),
    });
    renderAt('/', <Setups />);
    await open();
    await userEvent.click(await screen.findByRole('button', { name: /^Reject with a reason/ }));
    const reason = await screen.findByLabelText('Reason');
    await userEvent.click(screen.getByRole('button', { name: 'Reject' }));
    expect(reason).toHaveAccessibleDescription(/Please say why/);
    await userEvent.type(reason, 'The deposit is not on it');
    await userEvent.click(screen.getByRole('button', { name: 'Reject' }));
    expect(await screen.findByText('Kofi Mensah is rejected')).toBeVisible();
    leavePage();
    await waitFor(() =>
      expect(made.find(({ line }) => line.startsWith('POST'))?.body).toEqual({
        reason: 'The deposit is not on it',
      }),
    );
  });

  it('shows the server’s message if a colleague decided first', async () => {
    atTheQueue({
      [`POST /api/admin/setups/${FIRST}/approve`]: () =>
        new Refused(409, 'This account setup has already been decided differently'),
    });
    renderAt('/', <Setups />);
    await open();
    const essential = await approve('Essential');
    await userEvent.click(essential);
    await userEvent.click(essential);
    await screen.findByText('Kofi Mensah is Essential');
    leavePage();
    expect(
      await screen.findByText('This account setup has already been decided differently'),
    ).toBeVisible();
  });

  it('warns of a file sent by another account and an account unknown to the broker', async () => {
    atTheConsole({
      [`GET /api/admin/setups/${FIRST}`]: () =>
        aCase({ duplicates: [{ match: 'file', kind: 'setup', id: SECOND, userId: 'ada' }] }),
      'GET /api/admin/setups': () => WAITING,
    });
    renderAt(`/?setup=${FIRST}`, <Setups />);
    expect(
      await screen.findByText('The same file is in a setup from another account'),
    ).toBeVisible();
    expect(screen.getByText('Account ada')).toBeVisible();
    expect(screen.getByText(/does not include this account/)).toBeVisible();
    expect(await screen.findByText('The file could not be loaded.')).toBeVisible();
  });

  it('records each overridden warning once, without the other account', async () => {
    const duplicates = Array.from({ length: 2 * MAX_WARNINGS }, (_, index) => ({
      match: 'file' as const,
      kind: 'setup' as const,
      id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      userId: `member-${index >> 1}`,
    }));
    const made = atTheConsole({
      [`GET /api/admin/setups/${FIRST}`]: () => aCase({ duplicates }),
      'GET /api/admin/setups': () => WAITING,
    });
    renderAt(`/?setup=${FIRST}`, <Setups />);
    await approve('Starter');
    await userEvent.keyboard('ss');
    await screen.findByText('Kofi Mensah is Starter');
    leavePage();
    await waitFor(() => expect(made.some(({ line }) => line.startsWith('POST'))).toBe(true));
    const sent = made.find(({ line }) => line.startsWith('POST'))?.body;
    const { overridden } = adminSetupsEndpoints.approveSetup.body.parse(sent);
    expect(overridden).toEqual([
      'Not on the broker’s list',
      'The same file is in a setup from another account',
    ]);
  });

  it('shows an empty state', async () => {
    atTheConsole({ 'GET /api/admin/setups': () => [] });
    renderAt('/', <Setups />);
    expect(await screen.findByText('No account setups are waiting.')).toBeVisible();
  });
});
