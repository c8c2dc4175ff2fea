import type { User } from '@quantalgo/contracts/account/member';
import { DAY_MS, MINUTE_MS } from '@quantalgo/contracts/core/time';
import { act, cleanup, configure, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { enqueueItem } from '../../../src/data/outbox/outbox';
import { type StoredProof, storeProof } from '../../../src/data/submissions/submission';
import { session, storeUser } from '../../../src/data/auth/currentSession';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import Home from '../../../src/screens/home/Home';
import { renderAt } from '../../support/render';
import { guest, member } from '../../support/member';

configure({ asyncUtilTimeout: 5000 });

const REASON = 'The image is larger than 12,000 pixels on a side. Please upload a screenshot.';

/** Every test has a member, and so a database, of its own. */
let count = 0;
function signIn(user: User): string {
  const id = `proof-${++count}`;
  act(() => storeUser({ ...user, id }));
  return id;
}

const stored = (uid: string, state: StoredProof['state'], updatedAt = Date.now()) => {
  const reason = state === 'rejected' ? REASON : null;
  const proof = { id: 'p', traderId: 'PO-1234', state, reason, createdAt: updatedAt, updatedAt };
  return withDatabase(uid, (database) => storeProof(database, proof));
};
const waitsHere = (uid: string) =>
  enqueueItem(
    uid,
    { kind: 'proof', traderId: 'PO-1234' },
    { type: 'image/png', bytes: new Uint8Array([1]).buffer },
  );

const card = () => screen.findByRole('region', { name: 'Your proof' });

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  act(() => session.set({ status: 'signed-out', reason: null }));
});

describe('the Control Center tells how far one’s proof has come:', () => {
  it('nothing where none was sent', async () => {
    const uid = signIn(guest());
    renderAt('/dashboard', <Home />);
    await act(() => withDatabase(uid, ({ proofs }) => proofs.count()));
    expect(screen.queryByRole('region', { name: 'Your proof' })).not.toBeInTheDocument();
  });

  it('waiting on this device for a network', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await waitsHere(signIn(guest()));
    renderAt('/dashboard', <Home />);
    expect(await card()).toHaveTextContent(
      'Your proof is waiting to be sentYou are offline. It will be sent as soon as you are back online.',
    );
  });

  it('being sent', async () => {
    await waitsHere(signIn(guest()));
    renderAt('/dashboard', <Home />);
    expect(await card()).toHaveTextContent('Your proof is being sent');
  });

  it.each(['checking', 'waiting'] as const)('being checked (%s)', async (state) => {
    await stored(signIn(guest()), state);
    renderAt('/dashboard', <Home />);
    expect(await card()).toHaveTextContent('Your proof is being checked');
    expect(await card()).toHaveTextContent('Trader ID PO-1234');
  });

  it.each([
    [14, 'We’re checking your file'],
    [16, 'We’re still checking your file. It is taking longer than usual'],
  ])('whose file is still inspected after %i minutes', async (minutes, text) => {
    await stored(signIn(guest()), 'checking', Date.now() - minutes * MINUTE_MS);
    renderAt('/dashboard', <Home />);
    expect(await card()).toHaveTextContent(text);
    expect(await card()).not.toHaveTextContent('within 24 hours');
  });

  it('rejected, with the reason and the way to send another', async () => {
    await stored(signIn(guest()), 'rejected');
    renderAt('/dashboard', <Home />);
    expect(await card()).toHaveTextContent(`Your proof was not accepted${REASON}`);
    expect(within(await card()).getByRole('link', { name: 'Send another' })).toHaveAttribute(
      'href',
      '/link-trader-id',
    );
  });

  it('approved', async () => {
    await stored(signIn(guest()), 'approved');
    renderAt('/dashboard', <Home />);
    expect(await card()).toHaveTextContent('Your proof is approved');
  });

  it('and changes while one looks', async () => {
    const uid = signIn(guest());
    await stored(uid, 'checking');
    renderAt('/dashboard', <Home />);
    expect(await card()).toHaveTextContent('being checked');
    await act(() => stored(uid, 'rejected'));
    expect(await screen.findByText('Your proof was not accepted')).toBeInTheDocument();
  });

  it('also to members whose dashboard is open, what was decided for three days', async () => {
    await stored(signIn(member()), 'rejected', Date.now() - DAY_MS);
    const { unmount } = renderAt('/dashboard', <Home />);
    expect(await card()).toHaveTextContent('Your proof was not accepted');
    unmount();
    const uid = signIn(member());
    await stored(uid, 'rejected', Date.now() - 5 * DAY_MS);
    renderAt('/dashboard', <Home />);
    await act(() => withDatabase(uid, ({ proofs }) => proofs.count()));
    expect(screen.queryByRole('region', { name: 'Your proof' })).not.toBeInTheDocument();
  });
});
