import type { User } from '@quantalgo/contracts/account/member';
import { HOUR_MS, MINUTE_MS } from '@quantalgo/contracts/core/time';
import { act, cleanup, configure, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { session, storeUser } from '../../../src/data/auth/currentSession';
import { clockOffset } from '../../../src/data/core/clock';
import { openOutbox } from '../../../src/data/outbox/database';
import { enqueueItem, uploadProgress } from '../../../src/data/outbox/outbox';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import {
  type StoredProof,
  storeProofs,
  storeSetup,
} from '../../../src/data/submissions/submission';
import Home from '../../../src/screens/home/Home';
import { guest } from '../../support/member';
import { renderAt } from '../../support/render';

configure({ asyncUtilTimeout: 8000 });

const download = vi.hoisted(() =>
  vi.fn<(path: string) => Promise<Blob>>(() =>
    Promise.resolve(new Blob(['a'], { type: 'image/png' })),
  ),
);

vi.mock(import('../../../src/data/auth/fileStorage'), async (actual) => ({
  ...(await actual()),
  download,
}));

/** 13:04 WAT. */
const NOW = Date.parse('2026-11-26T12:04:00Z');

const REPORT = { traderId: 'PO-77', registeredAt: null, depositedAt: null } as const;

/** Every test has its own member, and so its own database. */
let count = 0;
function logIn(changes: Partial<User> = {}): string {
  const id = `guest-${++count}`;
  act(() => storeUser({ ...guest(changes), id }));
  return id;
}

interface Decision {
  readonly since?: number;
  readonly at?: number;
  readonly reason?: string;
}

function storedProof(uid: string, state: StoredProof['state'], decision: Decision = {}) {
  const { since = NOW - HOUR_MS, at = since, reason = null } = decision;
  const proof = { id: 'p', traderId: 'PO-1234', state, reason, createdAt: since, updatedAt: at };
  return withDatabase(uid, (database) => storeProofs(database, [proof]));
}

async function show(uid: string, state?: unknown) {
  await withDatabase(uid, ({ proofs }) => proofs.count());
  renderAt('/dashboard', <Home />, state);
  await screen.findByText(/\d of 4/);
}

const current = () => {
  const step = screen
    .getAllByRole('listitem')
    .find((item) => item.getAttribute('aria-current') === 'step');
  if (!step) throw new Error('No step is the current one');
  return step;
};

/** Links and buttons that look like the next action. */
const accents = () =>
  [...document.querySelectorAll('a, button')]
    .filter(({ className }) => className.includes('bg-action'))
    .map(({ textContent }) => textContent);

beforeEach(() => {
  act(() => clockOffset.set({ offset: NOW - Date.now(), roundTrip: 0 }));
});
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await (await openOutbox()).database.items.clear();
  act(() => {
    uploadProgress.set(null);
    clockOffset.set(null);
    session.set({ status: 'logged-out', reason: null });
  });
});

describe('guest without a proof', () => {
  it('has two steps done and the broker account step open with its code', async () => {
    await show(logIn());
    expect(screen.getByText('2 of 4')).toBeInTheDocument();
    expect(screen.getByText('Two steps left, about ten minutes.')).toBeInTheDocument();
    expect(current()).toHaveTextContent(/^3?Open and fund a broker account/);
    expect(within(current()).getByText('QuantAlgo100')).toBeInTheDocument();
    expect(within(current()).getByText(/unlocks Starter/)).toHaveTextContent(
      'A deposit of $20–$99 unlocks Starter; $100 or more unlocks Essential.',
    );
    expect(screen.getByRole('link', { name: /Open broker account/ })).toHaveAttribute(
      'href',
      'https://pocketoption.com/register?utm_source=quantalgo&click_id=QA-2MX8P',
    );
    expect(screen.getByRole('link', { name: 'I already have an account' })).toHaveAttribute(
      'href',
      '/link-trader-id',
    );
    expect(screen.queryByText('QA-2MX8P')).not.toBeInTheDocument();
    expect(accents()).toEqual(['Open broker account (opens in a new tab)']);
  });

  it('sees the affiliate disclosure and risk warning', async () => {
    await show(logIn());
    expect(screen.getByText(/pays us when you sign up/).parentElement).toHaveTextContent(
      /Most traders lose money\. Demonstration$/,
    );
  });

  it('is asked to fund the account that the broker reported', async () => {
    await show(logIn({ broker: { ...REPORT, deposited: 5 } }));
    expect(screen.getByText('2 of 4')).toBeInTheDocument();
    expect(current()).toHaveTextContent('PO-77');
    expect(current()).toHaveTextContent('$5');
    expect(accents()).toEqual(['I’ve funded my account']);
  });

  it('is asked for a proof of the funded account, with the admission code for support', async () => {
    await show(logIn({ broker: { ...REPORT, deposited: 120 } }));
    expect(screen.getByText('3 of 4')).toBeInTheDocument();
    expect(screen.queryByText('QuantAlgo100')).not.toBeInTheDocument();
    expect(current()).toHaveTextContent('QA-2MX8P');
    expect(accents()).toEqual(['Send the proof']);
    expect(screen.getByRole('link', { name: 'Send the proof' })).toHaveAttribute(
      'href',
      '/link-trader-id',
    );
  });
});

describe('guest proof', () => {
  const queue = (uid: string) =>
    enqueueItem(
      uid,
      { kind: 'proof', traderId: 'PO-1234' },
      { type: 'image/png', bytes: new Uint8Array([1]).buffer },
    );

  it('shows a queued proof as pending without an action when offline', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const uid = logIn();
    await queue(uid);
    await show(uid);
    expect(await screen.findByText('Your proof is waiting to be sent')).toBeInTheDocument();
    expect(current()).toHaveTextContent('You are offline');
    expect(accents()).toEqual([]);
  });

  it('shows upload progress', async () => {
    const uid = logIn();
    const { id } = await queue(uid);
    await show(uid);
    expect(await screen.findByText('Your proof is being sent')).toBeInTheDocument();
    act(() => uploadProgress.set({ id, share: 0.5, bytes: 3_400_000 }));
    expect(screen.getByText('50%, 1.7 of 3.4 MB')).toBeInTheDocument();
  });

  it.each(['checking', 'waiting'] as const)(
    'shows a proof in state %s with its deadline',
    async (state) => {
      const uid = logIn();
      await storedProof(uid, state, { since: NOW - 10 * MINUTE_MS });
      await show(uid);
      expect(screen.getByText('3 of 4')).toBeInTheDocument();
      const region = await screen.findByRole('region', { name: 'Your proof' });
      expect(region).toHaveTextContent('Proof in review since 12:54');
      expect(region).toHaveTextContent('Answer by 12:54 tomorrow (WAT)');
      expect(region).toHaveTextContent('we’ll email you at ada@quantalgo.test');
      expect(region).toHaveTextContent('No answer by then? Message support');
      expect(region).toHaveTextContent('PO-1234');
      expect(region).toHaveTextContent('QA-2MX8P');
      expect(screen.getByRole('link', { name: /Message support/ })).toHaveAttribute(
        'href',
        'https://t.me/quantalgo_support',
      );
      expect(accents()).toEqual([]);
    },
  );

  it('shows the submitted screenshot and retries a failed download', async () => {
    download.mockRejectedValueOnce(new Error('Offline'));
    const uid = logIn();
    await storedProof(uid, 'waiting');
    await show(uid);
    await userEvent.click(screen.getByRole('button', { name: 'See what you sent' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    const picture = await screen.findByRole('img', { name: 'What you sent' });
    expect(picture).toHaveAttribute('src', 'blob:jsdom');
    expect(download).toHaveBeenLastCalledWith(`proofs/${uid}/p`);
  });

  it('offers no screenshot during inspection', async () => {
    const uid = logIn();
    await storedProof(uid, 'checking');
    await show(uid);
    expect(screen.queryByRole('button', { name: 'See what you sent' })).toBeNull();
  });

  it('reports a delay after 15 minutes of inspection', async () => {
    const uid = logIn();
    await storedProof(uid, 'checking', { since: NOW - 16 * MINUTE_MS });
    await show(uid);
    expect(await screen.findByText(/It’s taking longer than usual/)).toBeInTheDocument();
  });

  it('reports that the review is late after the promised time', async () => {
    const uid = logIn();
    await storedProof(uid, 'waiting', { since: NOW - 25 * HOUR_MS });
    await show(uid);
    expect(screen.getByText('Your part is done. Our answer is late.')).toBeInTheDocument();
    expect(current()).toHaveTextContent('We promised an answer by 12:04 (WAT) and we’re late.');
  });

  it('shows the rejection reason with a single action', async () => {
    const uid = logIn();
    await storedProof(uid, 'rejected', { reason: 'The balance is not in it' });
    await show(uid);
    const region = await screen.findByRole('region', { name: 'Your proof' });
    expect(region).toHaveTextContent('Your proof was not acceptedThe balance is not in it.');
    expect(within(region).getAllByRole('link')).toHaveLength(1);
    expect(within(region).getByRole('link', { name: 'Send another' })).toHaveAttribute(
      'href',
      '/link-trader-id',
    );
    expect(accents()).toEqual(['Send another']);
  });

  it('shows an approved proof while the dashboard is still locked', async () => {
    const uid = logIn();
    await storedProof(uid, 'approved', { at: NOW });
    await show(uid);
    expect(screen.getByText('4 of 4')).toBeInTheDocument();
    expect(screen.getByText('Your proof is approved')).toBeInTheDocument();
    expect(accents()).toEqual([]);
  });

  it('updates at once when the proof is decided', async () => {
    const uid = logIn();
    await storedProof(uid, 'waiting');
    await show(uid);
    await act(() => storedProof(uid, 'rejected', { reason: 'Too dark' }));
    expect(await screen.findByText('Too dark.')).toBeInTheDocument();
  });
});

it('links a rejected account setup back to its form', async () => {
  const uid = logIn();
  const setup = {
    id: 's',
    brokerAccount: 'PO-9',
    depositAmount: 500,
    accessPath: 'auto',
    state: 'rejected',
    reason: 'No deposit is on it',
    createdAt: new Date(NOW - HOUR_MS).toISOString(),
    updatedAt: new Date(NOW).toISOString(),
  } as const;
  await withDatabase(uid, (database) => storeSetup(database, setup));
  await show(uid);
  expect(await screen.findByText('Your account setup was not accepted')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Send another' })).toHaveAttribute(
    'href',
    '/dashboard/account-setup',
  );
});

it('requires a dashboard code before submitting', async () => {
  await show(logIn());
  await userEvent.click(screen.getByText('I have a dashboard code'));
  screen.getByText('I have a dashboard code').closest('details')?.setAttribute('open', '');
  await userEvent.click(screen.getByRole('button', { name: 'Unlock dashboard' }));
  const field = screen.getByLabelText('Dashboard code');
  expect(field).toHaveAccessibleDescription('Please enter your dashboard code');
  expect(field).toHaveFocus();
});

it('explains a redirect from a locked screen', async () => {
  await show(logIn(), { locked: 'Signal Stream' });
  expect(screen.getByText(/Signal Stream is locked/)).toBeInTheDocument();
});
