import type { User } from '@quantalgo/contracts/account/member';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import { act, cleanup, configure, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LockCountdown } from '../../src/app/shell/LockCountdown';
import { UploadChip } from '../../src/app/shell/UploadChip';
import { session, storeUser } from '../../src/data/auth/currentSession';
import { openOutbox } from '../../src/data/outbox/database';
import {
  enqueueItem,
  readOutboxItems,
  storeItem,
  uploadProgress,
} from '../../src/data/outbox/outbox';
import { withDatabase } from '../../src/data/storage/memberDatabase';
import { storeProofs } from '../../src/data/submissions/submission';
import { guest } from '../support/member';

configure({ asyncUtilTimeout: 8000 });

afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await (await openOutbox()).database.items.clear();
  act(() => {
    uploadProgress.set(null);
    session.set({ status: 'logged-out', reason: null });
  });
});

/** Each test has its own member, and so its own database. */
let count = 0;
const anotherGuest = (changes: Partial<User> = {}): User =>
  guest({ id: `header-${++count}`, ...changes });

const queueProof = (uid: string) =>
  enqueueItem(
    uid,
    { kind: 'proof', traderId: 'PO-1' },
    { type: 'image/png', bytes: new Uint8Array([1]).buffer },
  );

it('doesn’t claim to send a proof that awaits the member’s answer', async () => {
  const member = anotherGuest();
  act(() => storeUser(member));
  await queueProof(member.id);
  const [item] = await readOutboxItems(member.id);
  if (item) await storeItem({ ...item, createdAt: Date.now() - 8 * DAY_MS });
  render(<UploadChip member={member} />);
  expect(await screen.findByRole('status')).toHaveTextContent('is waiting for your answer');
});

describe('LockCountdown', () => {
  const showWaiting = async (prepare: (uid: string) => Promise<unknown>) => {
    const member = anotherGuest();
    act(() => storeUser(member));
    await prepare(member.id);
    await withDatabase(member.id, ({ proofs }) => proofs.count());
    render(<LockCountdown member={member} />);
  };

  it('pauses without a warning colour while a proof is reviewed', async () => {
    await showWaiting((uid) =>
      withDatabase(uid, (database) =>
        storeProofs(database, [
          {
            id: 'p',
            traderId: 'PO-1',
            state: 'waiting',
            reason: null,
            createdAt: Date.now(),
            updatedAt: Date.now(),
          },
        ]),
      ),
    );
    const paused = await screen.findByText('Paused while we check your submission');
    expect(paused.closest('div')).not.toHaveClass('text-put');
    expect(screen.queryByText(/^\d\d:\d\d:\d\d$/)).not.toBeInTheDocument();
  });

  it('pauses while a proof is being sent', async () => {
    await showWaiting(queueProof);
    expect(
      await screen.findByText('Paused while your submission is being sent'),
    ).toBeInTheDocument();
  });
});

describe('UploadChip', () => {
  it('is absent without a pending submission', async () => {
    const member = anotherGuest();
    await openOutbox();
    const { container } = render(<UploadChip member={member} />);
    await act(() => Promise.resolve());
    expect(container).toBeEmptyDOMElement();
  });

  it('says that the proof is waiting for a connection', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const member = anotherGuest();
    await queueProof(member.id);
    render(<UploadChip member={member} />);
    expect(await screen.findByRole('status')).toHaveTextContent(
      'Proof is waiting for a connection',
    );
  });

  it('shows upload progress, then that the proof was sent', async () => {
    const member = anotherGuest();
    const { id } = await queueProof(member.id);
    render(<UploadChip member={member} />);
    expect(await screen.findByText('Proof is being sent')).toBeInTheDocument();
    act(() => uploadProgress.set({ id, share: 0.6, bytes: 2_000_000 }));
    expect(screen.getByText('60%, 1.2 of 2.0 MB')).toBeInTheDocument();
    const [item] = await readOutboxItems(member.id);
    if (!item) throw new Error('Nothing is queued');
    await act(() => storeItem({ ...item, state: 'sent', sentAt: Date.now() }));
    expect(await screen.findByText('Proof sent')).toBeInTheDocument();
  });
});
