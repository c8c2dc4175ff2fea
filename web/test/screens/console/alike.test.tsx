import type { AdminProof, Duplicate, ProofCase } from '@quantalgo/contracts/submissions/review';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import VerificationQueue from '../../../src/screens/console/submissions/VerificationQueue';
import { renderAt } from '../../support/render';
import { guest } from '../../support/member';
import { atTheConsole, leaveTheConsole, Refused } from './console';

const LOOK = { columns: 64, rows: 64, sure: '00'.repeat(512), possible: '00'.repeat(512) };

vi.mock('../../../src/data/auth/idTokens', () => import('../../support/fakeAuth'));
vi.mock('../../../src/data/auth/fileStorage', () => ({
  download: () => Promise.resolve(new Blob(['a picture'], { type: 'image/png' })),
}));
// jsdom has no pixels; fingerprints have their own tests.
vi.mock('../../../src/data/console/fingerprint', () => ({ computeImageFingerprint: () => LOOK }));

const FIRST = '11111111-1111-4111-8111-111111111111';
const SECOND = '22222222-2222-4222-8222-222222222222';
const at = '2026-11-20T08:00:00.000Z';

const proof = (id: string, userId: string): AdminProof => ({
  id,
  userId,
  traderId: `T-${userId}`,
  file: `proofs/${userId}/${id}`,
  state: 'waiting',
  reason: null,
  createdAt: at,
  updatedAt: at,
  claim: null,
  member: null,
});
const aCase = (id: string, userId: string, duplicates: Duplicate[] = []): ProofCase => ({
  proof: proof(id, userId),
  user: { ...guest({ id: userId, fullName: userId }), confirmed: true, proofWaitingSince: null },
  earlier: [],
  history: [],
  duplicates,
  broker: null,
});
const other = (match: Duplicate['match']): Duplicate => ({
  match,
  kind: 'proof',
  id: SECOND,
  userId: 'kofi',
});

const openProof = async (compare: () => unknown, duplicates: Duplicate[] = []) => {
  const made = atTheConsole({
    'GET /api/admin/proofs': () => [proof(FIRST, 'ada')],
    [`POST /api/admin/proofs/${FIRST}/claim`]: () => aCase(FIRST, 'ada', duplicates),
    [`POST /api/admin/proofs/${FIRST}/fingerprint`]: compare,
    [`POST /api/admin/proofs/${SECOND}/claim`]: () => aCase(SECOND, 'kofi'),
  });
  renderAt('/', <VerificationQueue />);
  await userEvent.click(await screen.findByRole('button', { name: /^T-ada/ }));
  fireEvent.load(await screen.findByAltText('Proof for trader ID T-ada'));
  return made;
};

afterEach(leaveTheConsole);

describe('duplicate check of an opened proof', () => {
  it('compares the proof with other accounts’ proofs once its image is on screen', async () => {
    const made = await openProof(() => [other('alike')]);
    expect(await screen.findByText('Looks like a proof from another account')).toBeVisible();
    expect(made.find(({ line }) => line.endsWith('/fingerprint'))?.body).toEqual(LOOK);
    await userEvent.click(screen.getByRole('button', { name: 'Compare' }));
    expect(await screen.findByRole('heading', { name: 'kofi' })).toBeVisible();
  });

  it('shows no similarity warning if the image is identical', async () => {
    await openProof(() => [other('alike')], [other('file')]);
    expect(
      await screen.findByText('The same image is in a proof from another account'),
    ).toBeVisible();
    expect(screen.queryByText('Looks like a proof from another account')).toBeNull();
  });

  it('warns of another member’s account setup, which can’t be opened here', async () => {
    const setup: Duplicate = { match: 'account', kind: 'setup', id: SECOND, userId: 'kofi' };
    await openProof(() => [], [setup]);
    const text = 'The same trader ID is in a setup from another account';
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByText('Account kofi')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Compare' })).toBeNull();
  });

  it('reports a failed comparison and retries on request', async () => {
    let times = 0;
    await openProof(() => {
      times += 1;
      return times === 1 ? new Refused(500, 'Failed to compare the image') : [other('alike')];
    });
    expect(await screen.findByText(/couldn’t be compared with images from other/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Compare again' }));
    expect(await screen.findByText('Looks like a proof from another account')).toBeVisible();
    expect(screen.queryByText(/couldn’t be compared with images from other/)).toBeNull();
  });
});
