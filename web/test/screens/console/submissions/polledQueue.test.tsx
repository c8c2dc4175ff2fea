import { PROOFS_PAGE_SIZE } from '@quantalgo/contracts/submissions/reviewEndpoints';
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rejectProofs, useProofQueue } from '../../../../src/data/console/submissions';
import { atTheConsole, leaveTheConsole } from '../console';

vi.mock('../../../../src/data/auth/idTokens', () => import('../../../support/fakeAuth'));

// The clock stands still, so that the queue is polled only when the test asks for it.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => {
  vi.useRealTimers();
  leaveTheConsole();
});

/** A page that the server still returns after all of it was decided. */
const PAGE = Array.from({ length: PROOFS_PAGE_SIZE }, (_, index) => ({
  id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  userId: 'kofi',
  traderId: 'PO-1',
  file: 'proofs/kofi/1',
  claim: null,
  state: 'waiting',
  reason: null,
  createdAt: '2026-11-20T08:00:00.000Z',
  updatedAt: '2026-11-20T08:00:00.000Z',
  member: null,
}));

it('requests a page only once after all its proofs were decided', async () => {
  const ids = PAGE.map(({ id }) => id);
  const made = atTheConsole({
    'GET /api/admin/proofs?after=': () => [],
    'GET /api/admin/proofs': () => {
      if (made.length > 10) throw new Error('Asked without end');
      return PAGE;
    },
    'POST /api/admin/proofs/reject': () => ({ rejected: ids }),
  });
  const { result } = renderHook(useProofQueue);
  await waitFor(() => expect(result.current.data?.rows).toHaveLength(PROOFS_PAGE_SIZE));
  await rejectProofs(ids, 'Not legible');
  made.length = 0;
  act(result.current.poll);
  await waitFor(() => expect(result.current.data?.rows).toEqual([]));
  expect(made.map(({ line }) => line)).toEqual(['GET /api/admin/proofs']);
});
