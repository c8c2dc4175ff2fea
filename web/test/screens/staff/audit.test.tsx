import type { AuditEntry } from '@quantalgo/contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import Audit from '../../../src/screens/staff/Audit';
import { renderAt } from '../../support/render';
import { atTheDesk, leaveTheDesk } from './desk';

const saved = vi.fn<(file: File) => void>();
vi.mock('../../../src/data/session/firebaseAuth', () => import('../../support/fakeAuth'));
vi.mock('../../../src/data/core/saveFile', () => ({ saveFile: (file: File) => saved(file) }));

const guest = {
  tier: 'guest',
  dashboardUnlocked: false,
  hasDeposited: false,
  staff: false,
  codeActivated: false,
  accessVersion: 1,
} as const;
const starter = { ...guest, tier: 'starter', dashboardUnlocked: true, accessVersion: 2 } as const;

const entry = (id: string, changes: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  by: { id: 'ama', email: 'ama@example.test' },
  user: { id: 'ada', email: 'ada@example.test' },
  action: 'access changed',
  reason: 'proof p1 approved',
  change: { before: guest, after: starter },
  at: '2026-11-20T08:00:00.000Z',
  ...changes,
});

afterEach(() => {
  leaveTheDesk();
  saved.mockReset();
});

describe('the audit', () => {
  it('says who did what to whom, and why', async () => {
    atTheDesk({
      'GET /api/admin/audit': () => [
        entry('e1'),
        entry('e2', { action: 'countdown reset', change: null, user: null, reason: '=1+1' }),
        entry('e3', { by: { id: 'deleted-abc', email: null } }),
      ],
    });
    renderAt('/', <Audit />);
    const [first, second, third] = await screen.findAllByRole('listitem');
    expect(first).toHaveTextContent(/Guest, locked → Starter, unlocked.*proof p1 approved/);
    expect(first).toHaveTextContent(/by ama@example\.test.* to ada@example\.test/);
    expect(second).toHaveTextContent(/countdown reset.*=1\+1/);
    expect(third).toHaveTextContent('by deleted-abc');
  });

  it('is narrowed to whom it names, and to who is typed', async () => {
    const made = atTheDesk({ 'GET /api/admin/audit': () => [entry('e1')] });
    renderAt('/', <Audit />);
    await userEvent.click(await screen.findByRole('button', { name: /ada@example\.test/ }));
    await waitFor(() => expect(made.at(-1)?.line).toBe('GET /api/admin/audit?userId=ada'));
    expect(screen.getByLabelText('To whom')).toHaveValue('ada');
    await userEvent.type(screen.getByLabelText('Who did it'), ' ama@example.test{Enter}');
    await waitFor(() =>
      expect(made.at(-1)?.line).toBe('GET /api/admin/audit?by=ama%40example.test&userId=ada'),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Everything' }));
    expect(screen.getByLabelText('To whom')).toHaveValue('');
  });

  it('goes on behind the last entry of a full page', async () => {
    const page = Array.from({ length: 50 }, (_, index) => entry(`e${index}`));
    const made = atTheDesk({
      'GET /api/admin/audit?after=e49': () => [entry('older', { reason: 'the first ever' })],
      'GET /api/admin/audit': () => page,
    });
    renderAt('/', <Audit />);
    await screen.findAllByText('proof p1 approved');
    await userEvent.click(screen.getByText('Older'));
    expect(await screen.findByText('the first ever')).toBeVisible();
    expect(made.at(-1)?.line).toBe('GET /api/admin/audit?after=e49');
    expect(screen.getByText('Older')).toHaveAttribute('aria-disabled', 'true');
  });

  it('is saved whole as CSV', async () => {
    atTheDesk({
      'GET /api/admin/audit/export?after=e2': () => ({ csv: 'c\r\n', next: null }),
      'GET /api/admin/audit/export': () => ({ csv: 'a\r\nb\r\n', next: 'e2' }),
      'GET /api/admin/audit': () => [],
    });
    renderAt('/', <Audit />);
    expect(await screen.findByText('Nothing of this kind is on record.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Export as CSV' }));
    await waitFor(() => expect(saved).toHaveBeenCalled());
    const file = saved.mock.calls[0]?.[0];
    expect([file?.name, file?.size]).toEqual(['audit.csv', 9]);
  });
});
