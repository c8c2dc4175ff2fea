import { isDeepStrictEqual } from 'node:util';
import type { AuditEntry } from '@quantalgo/contracts/console/console';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import Audit from '../../../src/screens/console/Audit';
import { renderAt } from '../../support/render';
import { atTheConsole, leaveTheConsole } from './console';

const saveFileMock = vi.fn<(file: File) => void>();
vi.mock('../../../src/data/auth/idTokens', () => import('../../support/fakeAuth'));
vi.mock(import('../../../src/data/core/saveFile'), async (original) => ({
  ...(await original()),
  saveFile: (file: File) => saveFileMock(file),
}));

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
  leaveTheConsole();
  saveFileMock.mockReset();
});

describe('audit log', () => {
  it('shows who did what to whom and why', async () => {
    atTheConsole({
      'POST /api/admin/audit/search': () => [
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

  it('filters by a clicked member and a typed author', async () => {
    const made = atTheConsole({ 'POST /api/admin/audit/search': () => [entry('e1')] });
    renderAt('/', <Audit />);
    await userEvent.click(await screen.findByRole('button', { name: /ada@example\.test/ }));
    await waitFor(() => expect(made.at(-1)?.body).toEqual({ userId: 'ada' }));
    expect(screen.getByLabelText('To whom')).toHaveValue('ada');
    await userEvent.type(screen.getByLabelText('Who did it'), ' ama@example.test{Enter}');
    await waitFor(() =>
      expect(made.at(-1)?.body).toEqual({ by: 'ama@example.test', userId: 'ada' }),
    );
    expect(screen.getByTestId('query')).toHaveValue('');
    expect(screen.getByTestId('fragment')).toHaveValue('#by=ama%40example.test&user=ada');
    expect(new Set(made.map(({ line }) => line))).toEqual(
      new Set(['POST /api/admin/audit/search']),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(screen.getByLabelText('To whom')).toHaveValue('');
  });

  it('loads older entries after the last one of a full page', async () => {
    const page = Array.from({ length: 50 }, (_, index) => entry(`e${index}`));
    const made = atTheConsole({
      'POST /api/admin/audit/search': ({ body }) =>
        isDeepStrictEqual(body, { after: 'e49' })
          ? [entry('older', { reason: 'the first ever' })]
          : page,
    });
    renderAt('/', <Audit />);
    await screen.findAllByText('proof p1 approved');
    await userEvent.click(screen.getByText('Older'));
    expect(await screen.findByText('the first ever')).toBeVisible();
    expect(made.at(-1)?.body).toEqual({ after: 'e49' });
    expect(screen.getByTestId('query')).toHaveValue('?after=e49');
    expect(screen.getByText('Older')).toHaveAttribute('aria-disabled', 'true');
  });

  it('exports every page as one CSV file', async () => {
    atTheConsole({
      'POST /api/admin/audit/export': ({ body }) =>
        isDeepStrictEqual(body, { after: 'e2' })
          ? { csv: 'c\r\n', next: null }
          : { csv: 'a\r\nb\r\n', next: 'e2' },
      'POST /api/admin/audit/search': () => [],
    });
    renderAt('/', <Audit />);
    expect(await screen.findByText('No matching entries.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Export as CSV' }));
    await waitFor(() => expect(saveFileMock).toHaveBeenCalled());
    const file = saveFileMock.mock.calls[0]?.[0];
    // Both parts and a three-byte byte order mark.
    expect([file?.name, file?.size]).toEqual(['audit.csv', 12]);
  });
});
