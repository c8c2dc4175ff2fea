import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { logOut } from '../../../../src/data/auth/session';
import { member } from '../../../support/member';
import { renderAt } from '../../../support/render';
import { leavePage, leaveTheConsole, online, Refused } from '../console';
import { FIRST, KINDS, kofi, openCase } from './reviewedKinds';

vi.mock('../../../../src/data/auth/idTokens', () => import('../../../support/fakeAuth'));
vi.mock('../../../../src/data/auth/fileStorage', () => ({
  download: () => Promise.reject(new Error('There is no file store here')),
}));

afterEach(leaveTheConsole);

describe.each(KINDS)('$review.noun review', (kind) => {
  const { review, Screen, path, row, approved } = kind;
  const open = (replies: Record<string, () => unknown> = {}, changes: object = {}) =>
    openCase(kind, replies, changes);
  const posted = (made: Awaited<ReturnType<typeof open>>, verb: string) =>
    made.filter(({ line }) => line === `POST ${path}/${FIRST}/${verb}`).map(({ body }) => body);

  it('shows the broker’s data and the member', async () => {
    await open();
    expect(screen.getByText('yes, under our link')).toBeVisible();
    expect(screen.getByText('Starter ($20–$99)')).toBeVisible();
    expect(screen.getByText(/h promised$/)).toBeVisible();
    expect(screen.getAllByText('Kofi Mensah')).not.toHaveLength(0);
    expect(screen.queryByRole('region', { name: 'Warnings' })).toBeVisible();
    expect(screen.queryByText(/does not include this account/)).toBeNull();
  });

  it('reports an account missing from the broker’s list', async () => {
    await open({}, { broker: null });
    expect(screen.getByText(/does not include this account/)).toBeVisible();
    expect(screen.getByText('No suggestion: check by hand')).toBeVisible();
  });

  it('approves by key, delays the request for undo and sends it on page leave', async () => {
    const granted = { ...kofi, tier: 'starter', dashboardUnlocked: true };
    const made = await open({ [`POST ${path}/${FIRST}/approve`]: () => approved(granted) });
    await userEvent.keyboard('s');
    expect(await screen.findByText('Kofi Mensah is Starter')).toBeVisible();
    expect(posted(made, 'approve')).toEqual([]);
    leavePage();
    await waitFor(() => expect(screen.queryByRole('button', { name: /PO-1/ })).toBeNull());
    expect(posted(made, 'approve')).toEqual([{ tier: 'starter', answered: [], overridden: [] }]);
  });

  it('sends a pending decision when the page is hidden, because phones may end it then', async () => {
    const granted = { ...kofi, tier: 'starter', dashboardUnlocked: true };
    const made = await open({ [`POST ${path}/${FIRST}/approve`]: () => approved(granted) });
    await userEvent.keyboard('s');
    await screen.findByText('Kofi Mensah is Starter');
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(posted(made, 'approve')).toHaveLength(1));
  });

  it('sends a pending decision before staff log out', async () => {
    const granted = { ...kofi, tier: 'starter', dashboardUnlocked: true };
    const made = await open({ [`POST ${path}/${FIRST}/approve`]: () => approved(granted) });
    await userEvent.keyboard('s');
    await screen.findByText('Kofi Mensah is Starter');
    await act(logOut);
    const sent = made.map(({ line }) => line).filter((line) => line.startsWith('POST'));
    expect(sent.slice(-2)).toEqual([`POST ${path}/${FIRST}/approve`, 'POST /auth/logout']);
  });

  it('undoes a decision by key', async () => {
    const made = await open();
    await userEvent.keyboard('s');
    await screen.findByText('Kofi Mensah is Starter');
    await userEvent.keyboard('z');
    expect(await screen.findByRole('button', { name: /^Approve as Starter/ })).toBeVisible();
    leavePage();
    expect(posted(made, 'approve')).toEqual([]);
  });

  it('requires a second press while a warning is open', async () => {
    const made = await open({}, { broker: null });
    await userEvent.keyboard('s');
    expect(screen.getByRole('button', { name: /^Press again to approve/ })).toBeVisible();
    await userEvent.keyboard('s');
    expect(await screen.findByText('Kofi Mensah is Starter')).toBeVisible();
    leavePage();
    await waitFor(() =>
      expect(posted(made, 'approve')).toEqual([
        { tier: 'starter', answered: [], overridden: ['Not on the broker’s list'] },
      ]),
    );
  });

  it('counts a double click as one press', async () => {
    await open({}, { broker: null });
    await userEvent.dblClick(screen.getByRole('button', { name: /^Approve anyway as Starter/ }));
    expect(screen.getByRole('button', { name: /^Press again to approve/ })).toBeVisible();
    expect(screen.queryByText('Kofi Mensah is Starter')).toBeNull();
  });

  it('needs no second press once every warning is answered', async () => {
    const made = await open({}, { broker: null });
    await userEvent.click(screen.getByRole('button', { name: 'Opened after the list was made' }));
    await userEvent.keyboard('s');
    expect(await screen.findByText('Kofi Mensah is Starter')).toBeVisible();
    leavePage();
    await waitFor(() =>
      expect(posted(made, 'approve')).toEqual([
        { tier: 'starter', answered: ['Not on the broker’s list'], overridden: [] },
      ]),
    );
  });

  it('warns of an amount below the minimum only for that tier', async () => {
    await open();
    expect(screen.getByText('$64 is below the Essential minimum')).toBeVisible();
    expect(screen.getByRole('button', { name: /^Approve as Starter/ })).toBeVisible();
    expect(screen.getByRole('button', { name: /^Approve anyway as Essential/ })).toBeVisible();
  });

  const [chosen = ''] = review.reasons;

  it('rejects by key with one of the kind’s reasons', async () => {
    const made = await open({
      [`POST ${path}/${FIRST}/reject`]: () => ({ ...row, state: 'rejected', reason: chosen }),
    });
    await userEvent.keyboard('r');
    const reasons = within(screen.getByRole('list', { name: 'Common reasons' }));
    const offered = reasons.getAllByRole('button').map(({ textContent }) => textContent);
    expect(offered).toEqual(review.reasons);
    await userEvent.click(screen.getByRole('button', { name: 'Reject' }));
    expect(screen.getByLabelText('Reason')).toHaveAccessibleDescription(/Please say why/);
    await userEvent.click(reasons.getByRole('button', { name: chosen }));
    await userEvent.click(screen.getByRole('button', { name: 'Reject' }));
    expect(await screen.findByText('Kofi Mensah is rejected')).toBeVisible();
    leavePage();
    await waitFor(() => expect(posted(made, 'reject')).toEqual([{ reason: chosen }]));
  });

  it('reopens the case after a colleague decided it first', async () => {
    await open({ [`POST ${path}/${FIRST}/approve`]: () => new Refused(409, 'Decided by Ama') });
    await userEvent.click(screen.getByRole('button', { name: /^Approve as Starter/ }));
    await screen.findByText('Kofi Mensah is Starter');
    leavePage();
    expect(await screen.findByText('Decided by Ama')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Reopen' }));
    expect(await screen.findByRole('button', { name: /^Approve as Starter/ })).toBeVisible();
    expect(screen.queryByText('Decided by Ama')).toBeNull();
  });

  it('still shows a failed decision after the screen is left and reopened', async () => {
    await open({ [`POST ${path}/${FIRST}/approve`]: () => new Refused(409, 'Decided by Ama') });
    await userEvent.keyboard('s');
    await screen.findByText('Kofi Mensah is Starter');
    cleanup();
    renderAt('/', <Screen />);
    expect(await screen.findByText('Decided by Ama')).toBeVisible();
    expect(screen.getByText('Not saved: Kofi Mensah is Starter.')).toBeVisible();
  });

  it('prevents staff from reviewing their own submission', async () => {
    const own = { ...member({ id: 'ama' }), confirmed: true, proofWaitingSince: null };
    const made = await open({}, { user: own });
    expect(screen.getByText(`You can’t review your own ${review.noun}.`)).toBeVisible();
    await userEvent.keyboard('s');
    await userEvent.keyboard('r');
    expect(posted(made, 'approve')).toEqual([]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('disables tiers below the member’s current tier', async () => {
    const essential = {
      ...member({ tier: 'essential' }),
      confirmed: true,
      proofWaitingSince: null,
    };
    const made = await open({}, { user: essential });
    const starter = screen.getByRole('button', { name: /^Approve as Starter/ });
    expect(starter).toHaveAttribute('aria-disabled', 'true');
    expect(starter).toHaveAttribute('title', 'This member has a higher tier');
    await userEvent.keyboard('s');
    expect(posted(made, 'approve')).toEqual([]);
    expect(
      screen.getByRole('button', { name: /^Approve anyway as Essential/ }),
    ).not.toHaveAttribute('aria-disabled', 'true');
  });

  it('sends no decision offline', async () => {
    const made = await open();
    online(false);
    await waitFor(() =>
      expect(screen.getByRole('button', { name: /^Reject with/ })).toHaveAttribute(
        'aria-disabled',
        'true',
      ),
    );
    await userEvent.keyboard('s');
    expect(posted(made, 'approve')).toEqual([]);
  });

  it('closes by key and releases the claim', async () => {
    const made = await open();
    await userEvent.keyboard('{Escape}');
    expect(await screen.findByRole('button', { name: /oldest/ })).toBeVisible();
    expect(posted(made, 'release')).toHaveLength(review.isClaimed ? 1 : 0);
  });

  it('ignores keys while shortcuts are off', async () => {
    const made = await open();
    await userEvent.click(screen.getByLabelText(/^Single-key shortcuts/));
    await userEvent.keyboard('s');
    expect(posted(made, 'approve')).toEqual([]);
    await userEvent.click(screen.getByLabelText(/^Single-key shortcuts/));
  });
});
