import { DAY_MS } from '@quantalgo/contracts/core/time';
import { act, cleanup, configure, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { session, storeUser } from '../../../src/data/auth/currentSession';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import { type StoredProof, storeProofs } from '../../../src/data/submissions/submission';
import Home from '../../../src/screens/home/Home';
import { member } from '../../support/member';
import { renderAt } from '../../support/render';

configure({ asyncUtilTimeout: 5000 });

/** Every test has its own member, and so its own database. */
let count = 0;
function logIn(): string {
  const id = `proof-${++count}`;
  act(() => storeUser({ ...member(), id }));
  return id;
}

const stored = (uid: string, state: StoredProof['state'], updatedAt = Date.now()) => {
  const reason = state === 'rejected' ? 'Blurred.' : null;
  const proof = { id: 'p', traderId: 'PO-1234', state, reason, createdAt: updatedAt, updatedAt };
  return withDatabase(uid, (database) => storeProofs(database, [proof]));
};

const card = () => screen.findByRole('region', { name: 'Your proof' });

afterEach(() => {
  cleanup();
  act(() => session.set({ status: 'logged-out', reason: null }));
});

describe('proof status in an open dashboard', () => {
  it('shows a proof in review', async () => {
    await stored(logIn(), 'waiting');
    renderAt('/dashboard', <Home />);
    expect(await card()).toHaveTextContent('Your proof is being checked');
    expect(await card()).toHaveTextContent('Your dashboard stays open while we check.');
    expect(await card()).toHaveTextContent('Trader ID PO-1234');
  });

  it('shows the newest proof, even if an earlier one was rejected', async () => {
    const proof = { traderId: 'PO-1234', reason: null, updatedAt: Date.now() };
    const proofs: StoredProof[] = [
      { ...proof, id: 'b', state: 'waiting', createdAt: Date.now() - DAY_MS },
      { ...proof, id: 'a', state: 'rejected', createdAt: Date.now() - 2 * DAY_MS },
    ];
    await withDatabase(logIn(), (database) => storeProofs(database, proofs));
    renderAt('/dashboard', <Home />);
    expect(await card()).toHaveTextContent('Your proof is being checked');
  });

  it('shows a rejection with a link to send another proof', async () => {
    await stored(logIn(), 'rejected', Date.now() - DAY_MS);
    renderAt('/dashboard', <Home />);
    expect(await card()).toHaveTextContent('Your proof was not acceptedBlurred.');
    expect(within(await card()).getByRole('link', { name: 'Send another' })).toHaveAttribute(
      'href',
      '/link-trader-id',
    );
  });

  it('hides a decision after three days', async () => {
    const uid = logIn();
    await stored(uid, 'rejected', Date.now() - 5 * DAY_MS);
    renderAt('/dashboard', <Home />);
    await act(() => withDatabase(uid, ({ proofs }) => proofs.count()));
    expect(screen.queryByRole('region', { name: 'Your proof' })).not.toBeInTheDocument();
  });
});
