import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as context from '../../../src/data/journal/import/context';
import * as outbox from '../../../src/data/outbox/outbox';
import { storeDigests } from '../../../src/data/storage/digests';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import { aView } from '../../data/journal/aRow';
import { aSignal, SLOT } from '../../support/aSignal';
import {
  choose,
  chooseFile,
  clearImports,
  DialogHost,
  onCloseMock,
  prepareImports,
  TEXT,
  user,
} from './anImportDialog';

beforeEach(prepareImports);
afterEach(clearImports);

describe('ImportDialog', () => {
  it('previews the import without writing', async () => {
    await choose(TEXT);
    expect(
      await screen.findByText(
        '1 of 3 rows match a signal: 1 new, 0 changed, 0 already in your journal.',
      ),
    ).toBeVisible();
    const entry = within(screen.getByRole('list', { name: 'Entries to import' })).getByRole(
      'listitem',
    );
    expect(entry).toHaveTextContent('EUR/USD CALL+$2.40');
    expect(entry).toHaveTextContent('$3 at level 0');
    expect(screen.getByRole('list', { name: 'Rows that can’t be imported' })).toHaveTextContent(
      'Row 3: the time “soon” can’t be read',
    );
    expect(
      screen.getByRole('list', { name: 'Rows that match none of our signals' }),
    ).toHaveTextContent('Row 4: GBP/USD CALL at 2026-11-20 14:10 UTC is not one of our signals');
    expect(screen.getByLabelText('Time zone of the file')).toHaveDisplayValue(
      'West Africa (WAT): 1 of 3 rows match',
    );
    expect(await outbox.readOutboxItems(user.id)).toEqual([]);
  });

  it('names a section that was left out', async () => {
    const orders = 'Orders,,,\nTime,Symbol,Side,State\n2026-11-20 15:10:03,EUR/USD,buy,filled\n';
    await choose(`${TEXT}${orders}`);
    expect(
      await screen.findByText('Left out, because the columns differ: “Orders”.'),
    ).toBeVisible();
  });

  it('writes the previewed entries and remembers the file’s settings', async () => {
    await choose(TEXT);
    await userEvent.click(await screen.findByRole('button', { name: 'Import 1 entry' }));
    await waitFor(() => expect(onCloseMock).toHaveBeenCalledOnce());
    expect((await outbox.readOutboxItems(user.id)).map(({ content }) => content)).toMatchObject([
      {
        kind: 'journal',
        writes: [
          {
            id: '20261120T1405Z',
            change: { pair: 'EURUSD', direction: 'CALL', trades: [{ level: 0, stake: 300 }] },
          },
        ],
      },
    ]);
    const remembered = localStorage.getItem('quantalgo.journal-import');
    expect(JSON.parse(remembered ?? '')).toMatchObject([
      { zone: 'Africa/Lagos', mapping: { opened: 0, pair: 1, direction: 2, stake: 3 } },
    ]);
  });

  it('imports nothing that is already in the journal', async () => {
    const [row = ''] = TEXT.split('\n').slice(1);
    const trade = {
      level: 0,
      stake: 300,
      price: null,
      at: '2026-11-20T14:10:03.000Z',
      close: null,
    };
    await choose(`Open time,Asset,Type,Amount\n${row}\n`, [aView({ trades: [trade] })]);
    expect(await screen.findByText(/0 new, 0 changed, 1 already in your journal/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Import' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('asks for the day and month order and applies the time zone', async () => {
    await choose('Open time,Asset,Type,Amount\n11/12/2026 15:10:03,EUR/USD,buy,3\n');
    expect(await screen.findByText(/^Row 2: choose whether/)).toBeVisible();
    await userEvent.click(screen.getByRole('radio', { name: /^Month first/ }));
    expect(
      await screen.findByText(
        'Row 2: EUR/USD CALL at 2026-11-12 14:10 UTC is not one of our signals',
      ),
    ).toBeVisible();
    await userEvent.selectOptions(screen.getByLabelText('Time zone of the file'), 'UTC');
    expect(
      await screen.findByText(
        'Row 2: EUR/USD CALL at 2026-11-12 15:10 UTC is not one of our signals',
      ),
    ).toBeVisible();
  });

  it('lets the member change and take back the signal chosen for a row', async () => {
    const overlapping = [6, 7].map((slots) =>
      aSignal(SLOT + slots * SLOT_MS, { pair: 'GBPUSD', direction: 'CALL' }),
    );
    await withDatabase(user.id, ({ digests }) => storeDigests(digests, overlapping));
    await choose(
      'Open time,Asset,Type,Amount\n2026-11-20 15:40:03,GBP/USD,buy,1\n2026-11-20 15:45:03,GBP/USD,buy,1.5\n',
    );
    const undecided = '1 still to choose';
    expect(await screen.findByText(undecided)).toBeVisible();
    const heading = { name: 'Rows that match more than one signal' };
    const choosePlace = (name: RegExp | string) =>
      userEvent.selectOptions(screen.getByLabelText('Row 3'), screen.getByRole('option', { name }));
    await choosePlace(/^Level 1/);
    expect(await screen.findByText(/^2 of 2 rows match a signal: 1 new/)).toBeVisible();
    expect(screen.getByLabelText('Row 3')).toHaveDisplayValue(/^Level 1/);
    expect(screen.queryByText(undecided)).toBeNull();
    expect(screen.getByRole('heading', heading)).toBeVisible();
    expect(screen.queryByText('Save these rows')).toBeNull();
    await choosePlace(/^Level 0/);
    expect(await screen.findByText(/^2 of 2 rows match a signal: 2 new/)).toBeVisible();
    await choosePlace('Leave it out');
    expect(await screen.findByText(/^1 of 2 rows match a signal: 1 new/)).toBeVisible();
    expect(screen.getByText(undecided)).toBeVisible();
  });

  it('doesn’t claim that saving failed if the signals can’t be read', async () => {
    vi.spyOn(context, 'readImportContext').mockRejectedValue(new Error('Broken'));
    await choose(TEXT);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The import can’t start. Please reload the app.',
    );
  });

  it('keeps the file when Back closes it', async () => {
    await choose(TEXT);
    await userEvent.selectOptions(await screen.findByLabelText('Time zone of the file'), 'UTC');
    expect(await screen.findByText(/^0 of 3 rows match/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await userEvent.click(screen.getByRole('button', { name: 'Open again' }));
    expect(await screen.findByText(/^0 of 3 rows match/)).toBeVisible();
    expect(screen.getByText('trades.csv')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(screen.getByRole('button', { name: 'Open again' }));
    expect(screen.queryByText('trades.csv')).toBeNull();
  });

  it('reports a missing column and lets the member choose it', async () => {
    await choose('Wann,Paar,Seite,Wie viel\n2026-11-20 15:10:03,EUR/USD,call,3\n');
    expect(await screen.findByText(/^No stake column is chosen/)).toBeVisible();
    await userEvent.click(screen.getByText('Columns'));
    await userEvent.selectOptions(screen.getByLabelText('Stake, $'), 'Wie viel');
    expect(await screen.findByText(/\$3 at level 0/)).toBeVisible();
  });

  it.each([
    ['an empty file', new File([], 'none.csv'), /^This file is empty/],
    ['a file without trades', new File(['Hello'], 'hello.txt'), /has no trades/],
    [
      'a picture',
      new File([Uint8Array.from([0x89, 0x50, 0x4e, 0x47])], 'x.csv'),
      /^This is a picture/,
    ],
  ])('explains the problem with %s', async (_, file, problem) => {
    render(<DialogHost journal={[]} />);
    await chooseFile(file);
    expect(await screen.findByRole('alert')).toHaveTextContent(problem);
    expect(screen.getByRole('button', { name: 'Import' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('reports an unreadable file and drops the previous one', async () => {
    await choose(TEXT);
    expect(await screen.findByText(/^1 of 3 rows match/)).toBeVisible();
    const gone = new File(['Open time'], 'gone.csv');
    gone.arrayBuffer = () => Promise.reject(new DOMException('It was moved', 'NotFoundError'));
    await chooseFile(gone);
    expect(await screen.findByRole('alert')).toHaveTextContent(/^This file was changed or removed/);
    expect(screen.queryByText(/rows match a signal/)).toBeNull();
  });

  it('keeps a file chosen after one that can’t be read', async () => {
    let fail: (reason: Error) => void = () => undefined;
    const slow = new File(['Open time'], 'slow.csv');
    slow.arrayBuffer = () =>
      new Promise((_, reject) => {
        fail = reject;
      });
    render(<DialogHost journal={[]} />);
    await chooseFile(slow);
    await chooseFile(new File([TEXT], 'trades.csv'));
    fail(new DOMException('It was moved', 'NotFoundError'));
    expect(await screen.findByText(/^1 of 3 rows match/)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
