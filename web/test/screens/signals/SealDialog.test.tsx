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

/** From now on the log has the signal's publication with this commitment. */
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

/** jsdom shows no dialogs. */
beforeEach(async () => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
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

describe('the seal of a signal', () => {
  it('shows the entry with the fingerprint computed here, asking nothing of the network', async () => {
    const dialog = await openSeal();
    expect(await screen.findByText(await computeCommitment(signal))).toBeInTheDocument();
    expect(dialog).toHaveTextContent('Sealed20 Nov 2026, 15:05:01 WAT (14:05 UTC)');
    expect(dialog).toHaveTextContent('PricesDemonstration, simulated prices');
    expect(site.seen).toEqual([]);
  });

  it('has its entry proven, and says that the fingerprint is the ledger’s', async () => {
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

  it('raises the alarm when the ledger carries another fingerprint', async () => {
    serve(ZERO);
    await openSeal();
    await check();
    expect(await screen.findByRole('alert')).toHaveTextContent('not what was sealed');
  });

  it('says that nothing was compared where there is no connection', async () => {
    await site.close();
    await openSeal();
    await check();
    expect(
      await screen.findByText(/can’t be reached, so nothing was compared/),
    ).toBeInTheDocument();
  });

  it('raises the alarm when the log does not prove the entry', async () => {
    serve(await computeCommitment(signal));
    site.log.tree = leaves(1011, 'another');
    await openSeal();
    await check();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'doesn’t exist or isn’t for this signal',
    );
  });

  it('compares nothing with a log that has not come so far', async () => {
    await openSeal();
    await check();
    expect(await screen.findByText(/has not reached this entry yet/)).toBeInTheDocument();
  });

  it('says what the site said when it refuses', async () => {
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
