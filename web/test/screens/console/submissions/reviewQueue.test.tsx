import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signOut } from '../../../../src/data/auth/session';
import { PROOF_REVIEW, SETUP_REVIEW } from '../../../../src/screens/console/submissions/kinds';
import Setups from '../../../../src/screens/console/submissions/Setups';
import VerificationQueue from '../../../../src/screens/console/submissions/VerificationQueue';
import { guest, member } from '../../../support/member';
import { renderAt } from '../../../support/render';
import { atTheConsole, leaveTheConsole, online, openDialogs, Refused } from '../console';

vi.mock('../../../../src/data/auth/idTokens', () => import('../../../support/fakeAuth'));
vi.mock('../../../../src/data/auth/fileStorage', () => ({
  download: () => Promise.reject(new Error('There is no file store here')),
}));

const FIRST = '11111111-1111-4111-8111-111111111111';
const SECOND = '22222222-2222-4222-8222-222222222222';
const at = '2026-11-20T08:00:00.000Z';
const kofi = { ...guest({ fullName: 'Kofi Mensah' }), confirmed: true, proofWaitingSince: null };
const progress = { state: 'waiting', reason: null, createdAt: at, updatedAt: at } as const;
const broker = {
  traderId: 'PO-1',
  underOurLink: true,
  funded: true,
  amount: 64,
  importedAt: '2026-11-20T07:00:00.000Z',
};
const facts = { user: kofi, history: [], duplicates: [], broker };

const proof = {
  id: FIRST,
  userId: kofi.id,
  traderId: 'PO-1',
  file: 'proofs/kofi/1',
  claim: null,
  ...progress,
};
const setup = {
  id: FIRST,
  userId: kofi.id,
  brokerAccount: 'PO-1',
  file: 'setupProofs/kofi/1',
  depositAmount: 500,
  accessPath: 'auto',
  ...progress,
};

/** A kind with its screen, and what the server says: the queue, and the case for the way in which it is opened. */
const KINDS = [
  {
    review: PROOF_REVIEW,
    Screen: VerificationQueue,
    path: '/api/admin/proofs',
    row: proof,
    opens: `POST /api/admin/proofs/${FIRST}/claim`,
    caseOf: (changes: object) => ({ ...facts, proof, earlier: [], ...changes }),
    approved: (user: object) => ({ proof: { ...proof, state: 'approved' }, user }),
  },
  {
    review: SETUP_REVIEW,
    Screen: Setups,
    path: '/api/admin/setups',
    row: setup,
    opens: `GET /api/admin/setups/${FIRST}`,
    caseOf: (changes: object) => ({ ...facts, setup, ...changes }),
    approved: (user: object) => ({ setup: { ...setup, state: 'approved' }, user }),
  },
] as const;

const OTHER_PROOF = { ...proof, id: SECOND, traderId: 'PO-2' };

/** As when the page is left: what waits for its undo is sent at once. */
const leavePage = () => window.dispatchEvent(new Event('pagehide'));

beforeEach(openDialogs);
afterEach(leaveTheConsole);

describe.each(KINDS)(
  'the desk of each $review.noun',
  ({ review, Screen, path, row, opens, caseOf, approved }) => {
    const open = async (replies: Record<string, () => unknown> = {}, changes: object = {}) => {
      const made = atTheConsole({
        ...replies,
        [opens]: () => caseOf(changes),
        [`GET ${path}`]: () => [row],
        'POST ': () => ({}),
      });
      renderAt('/', <Screen />);
      const list = await screen.findByRole('list', { name: `Pending ${review.noun}s` });
      await userEvent.click(within(list).getByRole('button', { name: /PO-1/ }));
      await screen.findByRole('button', { name: /^Approve (as|anyway as) Starter/ });
      return made;
    };
    const posted = (made: Awaited<ReturnType<typeof open>>, verb: string) =>
      made.filter(({ line }) => line === `POST ${path}/${FIRST}/${verb}`).map(({ body }) => body);

    it('says what the broker says, and whose it is', async () => {
      await open();
      expect(screen.getByText('yes, under our link')).toBeVisible();
      expect(screen.getByText('Starter ($20–$99)')).toBeVisible();
      expect(screen.getByText(/h promised$/)).toBeVisible();
      expect(screen.getAllByText('Kofi Mensah')).not.toHaveLength(0);
      expect(screen.queryByRole('region', { name: 'Warnings' })).toBeVisible();
      expect(screen.queryByText(/does not include this account/)).toBeNull();
    });

    it('says where the broker’s list does not name the account', async () => {
      await open({}, { broker: null });
      expect(screen.getByText(/does not include this account/)).toBeVisible();
      expect(screen.getByText('No suggestion: check by hand')).toBeVisible();
    });

    it('approves by a key, holds the decision for its undo, and sends it when the page is left', async () => {
      const granted = { ...kofi, tier: 'starter', dashboardUnlocked: true };
      const made = await open({ [`POST ${path}/${FIRST}/approve`]: () => approved(granted) });
      await userEvent.keyboard('s');
      expect(await screen.findByText('Kofi Mensah is Starter')).toBeVisible();
      expect(posted(made, 'approve')).toEqual([]);
      leavePage();
      await waitFor(() => expect(screen.queryByRole('button', { name: /PO-1/ })).toBeNull());
      expect(posted(made, 'approve')).toEqual([{ tier: 'starter', answered: [], overridden: [] }]);
    });

    it('sends a decision before its member of staff logs out', async () => {
      const granted = { ...kofi, tier: 'starter', dashboardUnlocked: true };
      const made = await open({ [`POST ${path}/${FIRST}/approve`]: () => approved(granted) });
      await userEvent.keyboard('s');
      await screen.findByText('Kofi Mensah is Starter');
      await act(signOut);
      const sent = made.map(({ line }) => line).filter((line) => line.startsWith('POST'));
      expect(sent.slice(-2)).toEqual([`POST ${path}/${FIRST}/approve`, 'POST /auth/logout']);
    });

    it('takes a decision back by a key', async () => {
      const made = await open();
      await userEvent.keyboard('s');
      await screen.findByText('Kofi Mensah is Starter');
      await userEvent.keyboard('z');
      expect(await screen.findByRole('button', { name: /^Approve as Starter/ })).toBeVisible();
      leavePage();
      expect(posted(made, 'approve')).toEqual([]);
    });

    it('asks for a second press while a warning is open', async () => {
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

    it('takes a double click for one press', async () => {
      await open({}, { broker: null });
      await userEvent.dblClick(screen.getByRole('button', { name: /^Approve anyway as Starter/ }));
      expect(screen.getByRole('button', { name: /^Press again to approve/ })).toBeVisible();
      expect(screen.queryByText('Kofi Mensah is Starter')).toBeNull();
    });

    it('needs no second press once each warning is answered', async () => {
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

    it('warns of an amount below the tier that is chosen, and of no other', async () => {
      await open();
      expect(screen.getByText('$64 is below the Essential minimum')).toBeVisible();
      expect(screen.getByRole('button', { name: /^Approve as Starter/ })).toBeVisible();
      expect(screen.getByRole('button', { name: /^Approve anyway as Essential/ })).toBeVisible();
    });

    const [chosen = ''] = review.reasons;

    it('rejects by a key, with one of the reasons of its kind', async () => {
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

    it('brings the case back when a colleague was quicker', async () => {
      await open({ [`POST ${path}/${FIRST}/approve`]: () => new Refused(409, 'Decided by Ama') });
      await userEvent.click(screen.getByRole('button', { name: /^Approve as Starter/ }));
      await screen.findByText('Kofi Mensah is Starter');
      leavePage();
      expect(await screen.findByText('Decided by Ama')).toBeVisible();
      await userEvent.click(screen.getByRole('button', { name: 'Reopen' }));
      expect(await screen.findByRole('button', { name: /^Approve as Starter/ })).toBeVisible();
      expect(screen.queryByText('Decided by Ama')).toBeNull();
    });

    it('still says what was not saved after the screen was left and opened again', async () => {
      await open({ [`POST ${path}/${FIRST}/approve`]: () => new Refused(409, 'Decided by Ama') });
      await userEvent.keyboard('s');
      await screen.findByText('Kofi Mensah is Starter');
      cleanup();
      renderAt('/', <Screen />);
      expect(await screen.findByText('Decided by Ama')).toBeVisible();
      expect(screen.getByText('Not saved: Kofi Mensah is Starter.')).toBeVisible();
    });

    it('leaves the own submission of one of staff to others', async () => {
      const own = { ...member({ id: 'ama' }), confirmed: true, proofWaitingSince: null };
      const made = await open({}, { user: own });
      expect(screen.getByText(`You can’t review your own ${review.noun}.`)).toBeVisible();
      await userEvent.keyboard('s');
      await userEvent.keyboard('r');
      expect(posted(made, 'approve')).toEqual([]);
      expect(screen.queryByRole('dialog')).toBeNull();
    });

    it('offers no tier below the one that the member has: they would keep it', async () => {
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

    it('decides nothing offline', async () => {
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

    it('is closed by a key, and gives back what was taken', async () => {
      const made = await open();
      await userEvent.keyboard('{Escape}');
      expect(await screen.findByRole('button', { name: /oldest/ })).toBeVisible();
      expect(posted(made, 'release')).toHaveLength(review.isClaimed ? 1 : 0);
    });

    it('has no keys where they are not wanted', async () => {
      const made = await open();
      await userEvent.click(screen.getByLabelText(/^Single-key shortcuts/));
      await userEvent.keyboard('s');
      expect(posted(made, 'approve')).toEqual([]);
      await userEvent.click(screen.getByLabelText(/^Single-key shortcuts/));
    });

    /** A row of the queue: another submission, sent so many minutes ago. */
    const another = (account: string, minutesAgo: number, changes: object = {}) => ({
      ...row,
      id: SECOND,
      traderId: account,
      brokerAccount: account,
      createdAt: new Date(Date.now() - minutesAgo * MINUTE_MS).toISOString(),
      ...changes,
    });

    it('shows a new one within five seconds, and leaves focus and selection where they are', async () => {
      let sent: readonly object[] = [row];
      const made = atTheConsole({ [`GET ${path}`]: () => sent });
      renderAt('/', <Screen />);
      const list = await screen.findByRole('list', { name: `Pending ${review.noun}s` });
      const first = within(list).getByRole('button', { name: /PO-1/ });
      const select = within(list).queryByRole('checkbox');
      if (select) await userEvent.click(select);
      act(() => first.focus());
      sent = [row, another('PO-2', 0)];
      const added = await within(list).findByRole('button', { name: /PO-2/ }, { timeout: 5000 });
      expect(added).toBeVisible();
      expect(first).toHaveFocus();
      expect(within(list).getAllByRole('button')[0]).toBe(first);
      if (select) expect(select).toBeChecked();
      expect(screen.getByRole('button', { name: 'Refresh' })).toBeEnabled();
      expect(made.filter(({ line }) => line.startsWith(`GET ${path}`)).length).toBeGreaterThan(1);
    });

    it('never brings back one that was decided here', async () => {
      const granted = { ...kofi, tier: 'essential', dashboardUnlocked: true };
      const made = await open({ [`POST ${path}/${FIRST}/approve`]: () => approved(granted) });
      await userEvent.keyboard('s');
      await screen.findByText('Kofi Mensah is Starter');
      leavePage();
      await waitFor(() => expect(screen.queryByRole('button', { name: /PO-1/ })).toBeNull());
      const asked = made.length;
      await waitFor(() => expect(made.length).toBeGreaterThan(asked), { timeout: 5000 });
      expect(screen.queryByRole('button', { name: /PO-1/ })).toBeNull();
    });

    it('asks nothing while the page is hidden', async () => {
      const made = atTheConsole({ [`GET ${path}`]: () => [row] });
      renderAt('/', <Screen />);
      await screen.findByRole('list', { name: `Pending ${review.noun}s` });
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
      vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
      document.dispatchEvent(new Event('visibilitychange'));
      const asked = made.length;
      await new Promise((resolve) => setTimeout(resolve, 3500));
      expect(made).toHaveLength(asked);
    });

    it('names the member of one whose inspection is overdue, which can’t be opened', async () => {
      const inspected = { state: 'checking', member: { fullName: 'Ada Obi', email: 'ada@x.test' } };
      const made = atTheConsole({
        [`GET ${path}`]: () => [another('PO-3', 16, inspected), row],
        'POST ': () => null,
      });
      renderAt('/', <Screen />);
      const overdue = await screen.findByRole('button', { name: /PO-3/ });
      expect(overdue).toHaveTextContent('Inspection overdue · Ada Obi');
      expect(overdue).toHaveAttribute('aria-disabled', 'true');
      await userEvent.click(overdue);
      expect(made.filter(({ line }) => line.includes(SECOND))).toEqual([]);
    });

    it('says of one that was just sent that it is being inspected', async () => {
      const inspected = { state: 'checking', member: { fullName: 'Ada Obi', email: 'ada@x.test' } };
      atTheConsole({ [`GET ${path}`]: () => [another('PO-3', 1, inspected)] });
      renderAt('/', <Screen />);
      const row3 = await screen.findByRole('button', { name: /PO-3/ });
      expect(row3).toHaveTextContent('Being inspected · Ada Obi');
      expect(screen.getByText(review.none)).toBeVisible();
    });

    it('says that none waits', async () => {
      atTheConsole({ [`GET ${path}`]: () => [] });
      renderAt('/', <Screen />);
      expect(await screen.findByText(review.none)).toBeVisible();
    });
  },
);

describe('several proofs', () => {
  const select = async (replies: Record<string, () => unknown>) => {
    const made = atTheConsole({
      ...replies,
      'GET /api/admin/proofs': () => [proof, OTHER_PROOF],
    });
    renderAt('/', <VerificationQueue />);
    for (const box of await screen.findAllByRole('checkbox', { name: /^Select/ }))
      await userEvent.click(box);
    return made;
  };
  const PARTLY_SAVED = '1 of 2 was saved. A colleague has the other, or it changed.';

  it('says how many of several were not rejected, because a colleague has them', async () => {
    await select({
      'POST /api/admin/proofs/reject': () => ({ rejected: [FIRST] }),
      [`POST /api/admin/proofs/${SECOND}/claim`]: () => new Refused(409, 'Ama is reviewing it'),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Reject 2 selected…' }));
    await userEvent.type(screen.getByLabelText('Reason'), 'Not legible');
    await userEvent.click(screen.getByRole('button', { name: 'Reject' }));
    leavePage();
    expect(await screen.findByText(PARTLY_SAVED)).toBeVisible();
    expect(screen.queryByRole('button', { name: /PO-1/ })).toBeNull();
    expect(screen.getByRole('button', { name: /PO-2/ })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Reopen' }));
    expect(await screen.findByText('Ama is reviewing it')).toBeVisible();
  });

  it('says how many of several were not approved', async () => {
    const confirmed = [FIRST, SECOND].map((id) => ({ id, fullName: 'Kofi', tier: 'starter' }));
    let approved = confirmed;
    await select({ 'POST /api/admin/proofs/approve': () => ({ confirmed: approved }) });
    await userEvent.click(screen.getByRole('button', { name: /^Approve 2 using/ }));
    approved = confirmed.slice(0, 1);
    await userEvent.click(await screen.findByRole('button', { name: 'Approve 2' }));
    leavePage();
    expect(await screen.findByText(PARTLY_SAVED)).toBeVisible();
  });
});
