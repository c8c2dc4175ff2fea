import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { itemsOf } from '../../../src/data/outbox/outbox';
import { CsvDialog } from '../../../src/screens/journal/CsvDialog';
import { aView } from '../../data/journal/aRow';
import { member } from '../../support/member';
import { signedInAs } from '../../support/render';

const TEXT = 'Open time,Asset,Type,Amount\n2026-11-20 14:10:03,EUR/USD,buy,3\nsoon,EUR/USD,buy,2\n';

const user = member({ id: 'imports' });
const closed = vi.fn();

beforeEach(() => {
  closed.mockClear();
  signedInAs(user);
});

const choose = async (text: string) => {
  render(<CsvDialog user={user} journal={[aView()]} onClose={closed} />);
  await userEvent.upload(screen.getByLabelText('File'), new File([text], 'trades.csv'));
};

describe('an import', () => {
  it('names the bad row and takes the good one when it is asked to', async () => {
    await choose(TEXT);
    expect(await screen.findByRole('status')).toHaveTextContent(
      '1 entry to import, 0 already here, 1 row skipped.',
    );
    const bad = screen.getByRole('list', { name: 'Skipped rows' });
    expect(within(bad).getByRole('listitem')).toHaveTextContent(
      'Row 3: It has neither a signal nor a time',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Import the valid rows' }));
    await waitFor(() => expect(closed).toHaveBeenCalledOnce());
    expect((await itemsOf(user.id)).map(({ content }) => content)).toMatchObject([
      { kind: 'journal', writes: [{ change: { trades: [{ stake: 300 }] } }] },
    ]);
  });

  it('says that a file can’t be read, and lets go of the one before', async () => {
    await choose(TEXT);
    expect(await screen.findByRole('status')).toBeVisible();
    const gone = new File(['Open time'], 'gone.csv');
    gone.text = () => Promise.reject(new DOMException('It was moved', 'NotFoundError'));
    await userEvent.upload(screen.getByLabelText('File'), gone);
    expect(await screen.findByRole('alert')).toHaveTextContent(/^This file can’t be read/);
    expect(screen.queryByRole('status')).toBeNull();
    expect(screen.getByRole('button', { name: 'Import' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('keeps a file that was chosen after one that can’t be read', async () => {
    let fail: (why: Error) => void = () => undefined;
    const slow = new File(['Open time'], 'slow.csv');
    slow.text = () =>
      new Promise((_, reject) => {
        fail = reject;
      });
    render(<CsvDialog user={user} journal={[aView()]} onClose={closed} />);
    await userEvent.upload(screen.getByLabelText('File'), slow);
    await userEvent.upload(screen.getByLabelText('File'), new File([TEXT], 'trades.csv'));
    expect(await screen.findByRole('status')).toHaveTextContent('1 entry to import');
    await act(async () => {
      fail(new DOMException('It was moved', 'NotFoundError'));
      await Promise.resolve();
    });
    expect(screen.getByRole('status')).toHaveTextContent('1 entry to import');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('trades.csv')).toBeVisible();
  });

  it('lets the same file be chosen again, as it may have been mended', async () => {
    await choose('Open time');
    expect(await screen.findByRole('alert')).toHaveTextContent('no rows below its first');
    // Browsers report no change of a control that still holds this file.
    expect(screen.getByLabelText('File')).toHaveProperty('files.length', 0);
  });

  it('offers columns where it can’t guess them, and remembers the choice', async () => {
    await choose('Wann,Wie viel\n2026-11-20 14:10:03,3\n');
    expect(await screen.findByRole('button', { name: 'Import the valid rows' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await userEvent.selectOptions(screen.getByLabelText('Time opened (UTC)'), 'Wann');
    await userEvent.selectOptions(screen.getByLabelText('Stake, $'), 'Wie viel');
    expect(screen.getByRole('status')).toHaveTextContent('1 entry to import');
    await userEvent.click(screen.getByRole('button', { name: 'Import' }));
    await waitFor(() => expect(closed).toHaveBeenCalledOnce());
    cleanup();
    await choose('Wann,Wie viel\n2026-11-20 15:10:03,4\n');
    expect(await screen.findByRole('status')).toHaveTextContent('1 entry to import');
  });
});
