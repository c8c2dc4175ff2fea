import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CardFoot } from '../../../src/screens/signals/SignalFacts';
import { commitmentOf } from '../../../src/screens/signals/commitment';
import { received } from './signals';

const answer = vi.fn<typeof fetch>();
const signal = received(0, { ledgerSeq: 1007 });
const ZERO = '0'.repeat(64);

const page = (commitment: string) =>
  Response.json({
    success: true,
    timestamp: new Date().toISOString(),
    data: [
      {
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
      },
    ],
  });

/** jsdom shows no dialogs. */
beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  answer.mockReset();
  vi.stubGlobal('fetch', answer);
});
afterEach(() => vi.unstubAllGlobals());

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
    expect(await screen.findByText(await commitmentOf(signal))).toBeInTheDocument();
    expect(dialog).toHaveTextContent('Sealed20 Nov 2026, 15:05:01 WAT (14:05 UTC)');
    expect(dialog).toHaveTextContent('PricesDemonstration, simulated prices');
    expect(answer).not.toHaveBeenCalled();
  });

  it('asks for the page of its number, and says that the fingerprint is the ledger’s', async () => {
    answer.mockResolvedValue(page(await commitmentOf(signal)));
    await openSeal();
    await check();
    expect(await screen.findByText(/^Checked: the fingerprint/)).toHaveTextContent(
      'entry #1,007 of the public ledger has carried since 15:05:01 WAT, before the signal’s entry',
    );
    expect(answer).toHaveBeenCalledExactlyOnceWith('/api/ledger/pages/1', expect.anything());
  });

  it('raises the alarm when the ledger carries another fingerprint', async () => {
    answer.mockResolvedValue(page(ZERO));
    await openSeal();
    await check();
    expect(await screen.findByRole('alert')).toHaveTextContent('not what was sealed');
  });

  it('says that nothing was compared where there is no connection', async () => {
    answer.mockRejectedValue(new TypeError('Failed to fetch'));
    await openSeal();
    await check();
    expect(
      await screen.findByText(/can’t be reached, so nothing was compared/),
    ).toBeInTheDocument();
  });

  it('says what the server said when it refuses', async () => {
    answer.mockResolvedValue(
      Response.json(
        { success: false, error: 'Too many requests', timestamp: new Date().toISOString() },
        { status: 429 },
      ),
    );
    await openSeal();
    await check();
    expect(await screen.findByText('Nothing was compared: Too many requests')).toBeInTheDocument();
  });
});
