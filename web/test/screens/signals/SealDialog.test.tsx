import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CardFoot } from '../../../src/screens/signals/SignalFacts';
import { computeCommitment } from '../../../src/screens/signals/commitment';
import { aLogSite, leaves } from '../../data/record/aLogSite';
import { received } from './signals';

const signal = received(0, { ledgerSeq: 1007 });
const ZERO = '0'.repeat(64);

let site: Awaited<ReturnType<typeof aLogSite>>;

/** Publishes the signal in the log with this commitment. */
function serve(commitment: string): void {
  const entry = {
    type: 'publication',
    seq: 1007,
    slot: signal.id,
    commitment,
    strategyHash: ZERO,
    revealBy: '2026-11-21T14:05:00.000Z',
    at: '2026-11-20T14:05:01.000Z',
    source: 'simulated',
    prev: ZERO,
    hash: ZERO,
  };
  site.log.leaves = [...leaves(1007), JSON.stringify(entry), ...leaves(3)];
}

beforeEach(async () => {
  site = await aLogSite();
});
afterEach(() => site.close());

async function openSeal() {
  render(<CardFoot signal={signal} />);
  await userEvent.click(screen.getByRole('button', { name: 'Sealed #1,007' }));
  return screen.findByRole('dialog', { name: 'Sealed #1,007' }, { timeout: 5000 });
}

const check = () =>
  userEvent.click(screen.getByRole('button', { name: 'Check against the ledger' }));

describe('seal dialog', () => {
  it('shows the entry and the locally computed fingerprint without a network request', async () => {
    const dialog = await openSeal();
    expect(await screen.findByText(await computeCommitment(signal))).toBeInTheDocument();
    expect(dialog).toHaveTextContent('Sealed20 Nov 2026, 15:05:01 WAT (14:05 UTC)');
    expect(dialog).toHaveTextContent('PricesDemonstration, simulated prices');
    expect(site.seen).toEqual([]);
  });

  it('confirms that the fingerprint matches the ledger entry once the log proves it', async () => {
    serve(await computeCommitment(signal));
    await openSeal();
    await check();
    expect(await screen.findByText(/^Checked: the fingerprint/)).toHaveTextContent(
      'matches entry #1,007 of the public ledger, sealed at 15:05:01 WAT, before the signal’s entry',
    );
    expect(site.seen.map(({ line }) => line)).toEqual([
      'GET /ledger/checkpoint',
      'GET /ledger/entry/1007/1011',
    ]);
  });

  it('shows an alert if the ledger entry has a different fingerprint', async () => {
    serve(ZERO);
    await openSeal();
    await check();
    expect(await screen.findByRole('alert')).toHaveTextContent('not what was sealed');
  });

  it('reports that nothing was compared when offline', async () => {
    await site.close();
    await openSeal();
    await check();
    expect(
      await screen.findByText(/can’t be reached, so nothing was compared/),
    ).toBeInTheDocument();
  });

  it('shows an alert if the log doesn’t prove the entry', async () => {
    serve(await computeCommitment(signal));
    site.log.tree = leaves(1011, 'another');
    await openSeal();
    await check();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'doesn’t exist or isn’t for this signal',
    );
  });

  it('reports that the log has not reached the entry yet', async () => {
    await openSeal();
    await check();
    expect(await screen.findByText(/has not reached this entry yet/)).toBeInTheDocument();
  });

  it('shows the server’s error message if the request is refused', async () => {
    vi.stubGlobal('fetch', () =>
      Promise.resolve(
        Response.json(
          { success: false, error: 'Too many requests', timestamp: new Date().toISOString() },
          { status: 429 },
        ),
      ),
    );
    await openSeal();
    await check();
    expect(await screen.findByText('Nothing was compared: Too many requests')).toBeInTheDocument();
  });
});
