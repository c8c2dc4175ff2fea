import { PATHS } from '@quantalgo/contracts/core/paths';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeHabit } from '../../../src/data/journal/habit';
import * as journalWrites from '../../../src/data/journal/write';
import { JournalTaps } from '../../../src/screens/signals/JournalTaps';
import { aSignal } from '../../support/aSignal';
import { member } from '../../support/member';
import { loggedInAs, renderAt } from '../../support/render';

const SIGNAL = aSignal();

let uid: string;
let count = 0;

beforeEach(() => {
  const user = member({ id: `taps-${++count}` });
  uid = user.id;
  loggedInAs(user);
});
afterEach(() => {
  vi.restoreAllMocks();
  loggedInAs(null);
});

const open = () => renderAt(PATHS.signals, <JournalTaps uid={uid} signal={SIGNAL} />);
const findTaken = () => screen.findByRole('button', { name: 'Taken' });

describe('JournalTaps', () => {
  it('keeps the entry after a double tap', async () => {
    const write = vi.spyOn(journalWrites, 'writeEntry');
    open();
    const taken = await findTaken();
    fireEvent.click(taken, { detail: 1 });
    await waitFor(() => expect(taken).toHaveAttribute('aria-pressed', 'true'));
    fireEvent.click(taken, { detail: 2 });
    expect(write).toHaveBeenCalledOnce();
  });

  it('ignores taps until the entry shows the previous one', async () => {
    const write = vi.spyOn(journalWrites, 'writeEntry').mockResolvedValue();
    open();
    const taken = await findTaken();
    fireEvent.click(taken);
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    fireEvent.click(screen.getByRole('button', { name: 'Skipped' }));
    expect(write).toHaveBeenCalledOnce();
  });

  it('copies the last broker and first stake, but not a payout that may be another pair’s', async () => {
    const trade = { price: null, at: null, close: null };
    await storeHabit(uid, {
      status: 'taken',
      broker: 'Quotex',
      payout: 0.92,
      trades: [
        { ...trade, level: 0, stake: 200 },
        { ...trade, level: 1, stake: 440 },
      ],
    });
    await storeHabit(uid, {
      status: 'taken',
      broker: 'Quotex',
      payout: 0.92,
      trades: [{ ...trade, level: 1, stake: 500 }],
    });
    const write = vi.spyOn(journalWrites, 'writeEntry').mockResolvedValue();
    open();
    fireEvent.click(await findTaken());
    const fields = write.mock.calls[0]?.[2];
    expect(fields).toMatchObject({ status: 'taken', broker: 'Quotex', trades: [{ stake: 200 }] });
    expect(fields).not.toHaveProperty('payout');
  });

  it('allows another tap after a failed write', async () => {
    const write = vi.spyOn(journalWrites, 'writeEntry').mockRejectedValue(new Error('Full'));
    open();
    const taken = await findTaken();
    fireEvent.click(taken);
    expect(await screen.findByRole('alert')).toBeVisible();
    fireEvent.click(taken);
    expect(write).toHaveBeenCalledTimes(2);
  });
});
