import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import VerificationQueue from '../../../../src/screens/console/submissions/VerificationQueue';
import { renderAt } from '../../../support/render';
import { atTheConsole, leavePage, leaveTheConsole, Refused } from '../console';
import { FIRST, KINDS, kofi, openCase, OTHER_PROOF, proof, SECOND } from './reviewedKinds';

vi.mock('../../../../src/data/auth/idTokens', () => import('../../../support/fakeAuth'));
vi.mock('../../../../src/data/auth/fileStorage', () => ({
  download: () => Promise.reject(new Error('There is no file store here')),
}));

afterEach(leaveTheConsole);

describe.each(KINDS)('$review.noun queue', (kind) => {
  const { review, Screen, path, row, approved } = kind;

  /** Another submission in the queue, sent `minutesAgo`. */
  const another = (account: string, minutesAgo: number, changes: object = {}) => ({
    ...row,
    id: SECOND,
    traderId: account,
    brokerAccount: account,
    createdAt: new Date(Date.now() - minutesAgo * MINUTE_MS).toISOString(),
    ...changes,
  });

  it('shows a new submission within five seconds without moving focus or selection', async () => {
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

  it('does not bring back a submission that was decided here', async () => {
    const granted = { ...kofi, tier: 'essential', dashboardUnlocked: true };
    const made = await openCase(kind, {
      [`POST ${path}/${FIRST}/approve`]: () => approved(granted),
    });
    await userEvent.keyboard('s');
    await screen.findByText('Kofi Mensah is Starter');
    leavePage();
    await waitFor(() => expect(screen.queryByRole('button', { name: /PO-1/ })).toBeNull());
    const requestCount = made.length;
    await waitFor(() => expect(made.length).toBeGreaterThan(requestCount), { timeout: 5000 });
    expect(screen.queryByRole('button', { name: /PO-1/ })).toBeNull();
  });

  it('does not poll while the page is hidden', async () => {
    const made = atTheConsole({ [`GET ${path}`]: () => [row] });
    renderAt('/', <Screen />);
    await screen.findByRole('list', { name: `Pending ${review.noun}s` });
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    document.dispatchEvent(new Event('visibilitychange'));
    const requestCount = made.length;
    await new Promise((resolve) => setTimeout(resolve, 3500));
    expect(made).toHaveLength(requestCount);
  });

  it('names the member of an overdue inspection, which can’t be opened', async () => {
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

  it('marks a new submission as being inspected', async () => {
    const inspected = { state: 'checking', member: { fullName: 'Ada Obi', email: 'ada@x.test' } };
    atTheConsole({ [`GET ${path}`]: () => [another('PO-3', 1, inspected)] });
    renderAt('/', <Screen />);
    const row3 = await screen.findByRole('button', { name: /PO-3/ });
    expect(row3).toHaveTextContent('Being inspected · Ada Obi');
    expect(screen.getByText(review.none)).toBeVisible();
  });

  it('shows an empty state', async () => {
    atTheConsole({ [`GET ${path}`]: () => [] });
    renderAt('/', <Screen />);
    expect(await screen.findByText(review.none)).toBeVisible();
  });
});

describe('bulk proof decisions', () => {
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
  const PARTLY_SAVED =
    '1 of 2 was saved. The other wasn’t: a colleague has it, it changed, or saving failed.';

  it('reports how many proofs were not rejected because a colleague has them', async () => {
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

  it('reports how many proofs were not approved', async () => {
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
