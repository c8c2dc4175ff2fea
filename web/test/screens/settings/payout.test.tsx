import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { usePayout } from '../../../src/data/settings/payout';
import { enqueueItem, readOutboxItems } from '../../../src/data/outbox/outbox';
import { Payout } from '../../../src/screens/settings/RiskDesk';
import { aUser } from '../../support/aUser';
import { signedInAs } from '../../support/render';

const ada = aUser();

const Current = () => <output>{usePayout()}</output>;

const input = () => screen.getByRole('textbox', { name: 'Payout, % of the stake' });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save payout' }));

beforeEach(() => {
  vi.useRealTimers();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  signedInAs(ada);
});

describe('the payout of the member’s broker', () => {
  it('is the stated one at first, and says what it demands', () => {
    render(<Payout member={ada} />);
    expect(input()).toHaveValue('80');
    expect(screen.getByText(/55\.6 % of single trades must win/)).toBeInTheDocument();
  });

  it('holds at once, and waits for a connection with what was seen', async () => {
    render(
      <>
        <Payout member={ada} />
        <Current />
      </>,
    );
    fireEvent.change(input(), { target: { value: '9' } });
    save();
    expect(await screen.findByText('Enter a payout from 10 to 200 %.')).toBeInTheDocument();
    expect(await readOutboxItems(ada.id)).toEqual([]);
    fireEvent.change(input(), { target: { value: '92' } });
    save();
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('0.92'));
    expect((await readOutboxItems(ada.id)).map(({ content }) => content)).toEqual([
      { kind: 'settings', body: { payout: 0.92, saw: { payout: 0.8 } } },
    ]);
  });

  it('is read with a comma before its decimals', async () => {
    const chidi = aUser({ id: 'chidi' });
    signedInAs(chidi);
    render(<Payout member={chidi} />);
    fireEvent.change(input(), { target: { value: '82,5 %' } });
    save();
    await waitFor(async () =>
      expect((await readOutboxItems(chidi.id)).map(({ content }) => content)).toMatchObject([
        { kind: 'settings', body: { payout: 0.825 } },
      ]),
    );
  });

  it('waits in the outbox over a reload, and gives way to what another device set since', async () => {
    const dayo = { ...aUser(), id: 'dayo' };
    signedInAs(dayo);
    await enqueueItem(dayo.id, { kind: 'settings', body: { payout: 0.75 } });
    render(<Current />);
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('0.75'));
    act(() => {
      signedInAs({ ...dayo, payout: 0.88 });
    });
    expect(screen.getByRole('status')).toHaveTextContent('0.88');
  });
});
