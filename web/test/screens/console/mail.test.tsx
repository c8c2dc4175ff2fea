import type { FailedEmail } from '@quantalgo/contracts/console/console';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import Mail from '../../../src/screens/console/Mail';
import { renderAt } from '../../support/render';
import { atTheConsole, leaveTheConsole, Refused } from './console';

vi.mock('../../../src/data/auth/idTokens', () => import('../../support/fakeAuth'));

const at = '2026-11-20T08:00:00.000Z';
const mail = (id: string, changes: Partial<FailedEmail> = {}): FailedEmail => ({
  id,
  template: 'ticketAnswered',
  to: 'ada@example.test',
  attempts: 10,
  problem: 'The mailbox is full',
  createdAt: at,
  updatedAt: at,
  canRetry: true,
  ...changes,
});
const again = () => screen.getByRole('button', { name: /^Try again/ });

afterEach(leaveTheConsole);

describe('failed emails', () => {
  it('shows recipient, attempts and reason, and retries an email that can be resent', async () => {
    const made = atTheConsole({
      'GET /api/admin/mails': () => [
        mail('m1'),
        mail('m2', { template: 'passwordReset', canRetry: false }),
      ],
      'POST /api/admin/mails/m1/retry': () => ({}),
    });
    renderAt('/', <Mail />);
    expect(await screen.findByText('Ticket answered')).toBeVisible();
    expect(screen.getAllByText(/tried 10 times · The mailbox is full/)).toHaveLength(2);
    expect(screen.getByText('Can’t be resent')).toBeVisible();
    await userEvent.click(again());
    await waitFor(() => expect(screen.queryByText('Ticket answered')).toBeNull());
    expect(await screen.findByText(/will be sent again within five minutes/)).toBeVisible();
    expect(made.at(-1)?.line).toBe('POST /api/admin/mails/m1/retry');
  });

  it('keeps the email and shows the error if a retry is refused', async () => {
    atTheConsole({
      'GET /api/admin/mails': () => [mail('m1')],
      'POST /api/admin/mails/m1/retry': () => new Refused(409, 'It has expired'),
    });
    renderAt('/', <Mail />);
    await screen.findByText('Ticket answered');
    await userEvent.click(again());
    expect(await screen.findByRole('alert')).toHaveTextContent('It has expired');
    expect(screen.getByText('Ticket answered')).toBeVisible();
  });

  it('shows an empty state', async () => {
    atTheConsole({ 'GET /api/admin/mails': () => [] });
    renderAt('/', <Mail />);
    expect(await screen.findByText('No emails have failed.')).toBeVisible();
  });
});
