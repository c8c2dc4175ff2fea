import type { MemberFigures, MemberWeek } from '@quantalgo/contracts/console/memberWeeks';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import Members from '../../../src/screens/console/Members';
import { renderAt } from '../../support/render';
import { atTheConsole, leaveTheConsole, Refused } from './console';

vi.mock('../../../src/data/auth/idTokens', () => import('../../support/fakeAuth'));

const week = (name: string, opened: number | null, signedUp: number | null): MemberWeek => ({
  week: name,
  steps: {
    opened,
    signedUp,
    confirmed: null,
    brokerLinked: null,
    proofSent: null,
    approved: null,
    activeAfter7: null,
    activeAfter28: null,
  },
  decisions: {},
});

const figures = (weeks: readonly MemberWeek[]): MemberFigures => ({
  weeks: [...weeks],
  countedAt: null,
  ticketsOpen: 3,
  ticketsAnswered: 2,
  devices: 41,
  demonstration: false,
});

const show = (reply: unknown) => {
  atTheConsole({ 'GET /api/admin/member-weeks': () => reply });
  renderAt('/', <Members />);
};

afterEach(leaveTheConsole);

describe('weekly member figures', () => {
  it('shows each step with its total and share of the previous step', async () => {
    const decided = { ...week('2026-W48', 50, 25), decisions: { to300000: 2 } };
    show(figures([week('2026-W47', 50, 25), decided]));
    const funnel = await screen.findByRole('list', { name: 'Funnel' });
    expect(funnel).toHaveTextContent(/Opened the sign-up page 100/);
    expect(funnel).toHaveTextContent(/Signed up 50\s*50% of the previous step/);
    expect(screen.getAllByText('5 minutes at most')[0]).toBeVisible();
    expect(screen.getByText('41')).toBeVisible();
    expect(screen.getByRole('table', { name: 'Funnel by week' })).toHaveTextContent(
      /2026-W47.*50.*25.*–/,
    );
  });

  it('shows no percentage for a previous step below ten', async () => {
    show(figures([week('2026-W48', 9, 3)]));
    const funnel = await screen.findByRole('list', { name: 'Funnel' });
    expect(funnel).toHaveTextContent(/Signed up 3/);
    expect(funnel).not.toHaveTextContent('%');
  });

  it('shows a dash for steps not counted yet', async () => {
    show(figures([week('2026-W48', null, null)]));
    const funnel = await screen.findByRole('list', { name: 'Funnel' });
    expect(funnel).toHaveTextContent(/Opened the sign-up page –/);
    expect(screen.getByText(/nightly count has not run yet/)).toBeVisible();
  });

  it('shows a loading state until the figures arrive', async () => {
    show(figures([week('2026-W48', 50, 25)]));
    expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Export as CSV' })).toBeNull();
    expect(await screen.findByRole('list', { name: 'Funnel' })).toBeVisible();
    expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull();
  });

  it('shows a load error and retries on request', async () => {
    let tries = 0;
    atTheConsole({
      'GET /api/admin/member-weeks': () => {
        tries += 1;
        const refusal = new Refused(500, 'Failed to fetch the figures');
        return tries === 1 ? refusal : figures([week('2026-W48', 50, 25)]);
      },
    });
    renderAt('/', <Members />);
    expect(await screen.findByText('Failed to fetch the figures')).toBeVisible();
    expect(screen.queryByRole('list', { name: 'Funnel' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('list', { name: 'Funnel' })).toHaveTextContent(
      /Opened the sign-up page 50/,
    );
    expect(screen.queryByText('Failed to fetch the figures')).toBeNull();
  });
});
