import { getAudiences } from '@quantalgo/contracts/access/access';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JournalView } from '../../../src/data/journal/entries';
import * as context from '../../../src/data/journal/import/context';
import { importDraft } from '../../../src/data/journal/import/draft';
import { ImportSession } from '../../../src/data/journal/import/session';
import { storeEntries } from '../../../src/data/journal/rows';
import { openOutbox } from '../../../src/data/outbox/database';
import * as outbox from '../../../src/data/outbox/outbox';
import { storeDigests } from '../../../src/data/storage/digests';
import { HISTORY_EXTENT_ROW } from '../../../src/data/storage/eviction';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import { toAudiencesKey } from '../../../src/data/storage/signalTable';
import { ImportDialog } from '../../../src/screens/journal/ImportDialog';
import Journal from '../../../src/screens/journal/Journal';
import { aView } from '../../data/journal/aRow';
import { aSettlement, aSignal, SLOT } from '../../support/aSignal';
import { stubImportWorker } from '../../support/importWorker';
import { member } from '../../support/member';
import { renderAt, loggedInAs } from '../../support/render';

/** Times are in WAT: the 14:05 UTC signal is entered at 15:10. */
const TEXT =
  'Open time,Asset,Type,Amount\n2026-11-20 15:10:03,EUR/USD,buy,3\nsoon,EUR/USD,buy,2\n2026-11-20 15:10:03,GBP/USD,buy,2\n';

const user = member({ id: 'imports' });
const onCloseMock = vi.fn();

beforeEach(async () => {
  onCloseMock.mockClear();
  importDraft.set(null);
  loggedInAs(user);
  stubImportWorker();
  await withDatabase(user.id, async ({ digests, meta }) => {
    await digests.clear();
    await storeDigests(digests, [aSignal(SLOT, { settlement: aSettlement(SLOT) })]);
    const audiences = toAudiencesKey(getAudiences(user));
    await meta.put({ id: HISTORY_EXTENT_ROW, audiences, before: 0, complete: true });
  });
});

afterEach(async () => {
  vi.restoreAllMocks();
  const { database } = await openOutbox();
  await database.items.clear();
});

/** Saving stays pending until one of the returned functions is called. */
function holdSaving() {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  vi.spyOn(outbox, 'enqueueItems').mockReturnValue(promise);
  return {
    finish: () => resolve(undefined),
    fail: () => reject(new DOMException('No room left', 'QuotaExceededError')),
  };
}

const DEVICE_FULL =
  'Nothing was imported, because this device is out of storage. Free up some space, then try again.';

function DialogHost({ journal }: { journal: readonly JournalView[] }) {
  const [isOpen, setOpen] = useState(true);
  if (!isOpen)
    return (
      <button type="button" onClick={() => setOpen(true)}>
        Open again
      </button>
    );
  return (
    <>
      <ImportDialog
        user={user}
        journal={journal}
        onClose={() => {
          onCloseMock();
          setOpen(false);
        }}
      />
      <button type="button" onClick={() => setOpen(false)}>
        Back
      </button>
    </>
  );
}

const chooseFile = (file: File) => userEvent.upload(screen.getByLabelText('File'), file);

const choose = async (text: string, journal: readonly JournalView[] = []) => {
  render(<DialogHost journal={journal} />);
  await chooseFile(new File([text], 'trades.csv'));
};

async function startSaving() {
  await userEvent.click(await screen.findByRole('button', { name: 'Import 1 entry' }));
  await waitFor(() => expect(outbox.enqueueItems).toHaveBeenCalledOnce());
}

/** Synchronous, so that the file isn't read yet. */
function reopen() {
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  fireEvent.click(screen.getByRole('button', { name: 'Open again' }));
}

async function startSavingInJournal() {
  await withDatabase(user.id, (database) => storeEntries(database, [], 0));
  const { unmount } = renderAt(`${PATHS.journal}?import`, <Journal open />);
  const dialog = await screen.findByRole<HTMLDialogElement>('dialog', { name: 'Import trades' });
  await userEvent.upload(
    await within(dialog).findByLabelText('File'),
    new File([TEXT], 'trades.csv'),
  );
  await startSaving();
  return { dialog, unmount };
}

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

  it('can’t be cancelled while saving', async () => {
    const { fail } = holdSaving();
    await choose(TEXT);
    await startSaving();
    const cancel = screen.getByRole('button', { name: 'Cancel' });
    expect(cancel).toHaveAttribute('aria-disabled', 'true');
    fail();
    expect(await screen.findByRole('alert')).toHaveTextContent(DEVICE_FULL);
    expect(cancel).toHaveAttribute('aria-disabled', 'false');
  });

  it('can’t import twice or be cancelled if it is reopened while saving', async () => {
    const { finish } = holdSaving();
    await choose(TEXT);
    await startSaving();
    reopen();
    expect(await screen.findByText(/^1 of 3 rows match/)).toBeVisible();
    const importButton = screen.getByRole('button', { name: 'Importing…' });
    expect(importButton).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByLabelText('File')).toBeDisabled();
    await userEvent.click(importButton);
    finish();
    await waitFor(() => expect(onCloseMock).toHaveBeenCalledOnce());
    expect(outbox.enqueueItems).toHaveBeenCalledOnce();
  });

  it('shows a failure to save if it is reopened before the failure', async () => {
    const { fail } = holdSaving();
    await choose(TEXT);
    await startSaving();
    reopen();
    fail();
    expect(await screen.findByText(/^1 of 3 rows match/)).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(DEVICE_FULL);
    expect(screen.getByRole('button', { name: 'Import 1 entry' })).toHaveAttribute(
      'aria-disabled',
      'false',
    );
  });

  it('closes and drops the file if it is reopened before saving ends', async () => {
    const { finish } = holdSaving();
    await choose(TEXT);
    await startSaving();
    reopen();
    finish();
    await userEvent.click(await screen.findByRole('button', { name: 'Open again' }));
    expect(onCloseMock).toHaveBeenCalledOnce();
    expect(screen.queryByText('trades.csv')).toBeNull();
    expect(importDraft.get()).toBeNull();
  });

  it('removes a failure to save when the import is changed', async () => {
    const { fail } = holdSaving();
    await choose(TEXT);
    await startSaving();
    fail();
    expect(await screen.findByRole('alert')).toBeVisible();
    await userEvent.selectOptions(screen.getByLabelText('Time zone of the file'), 'UTC');
    expect(await screen.findByText(/^0 of 3 rows match/)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('saves nothing and reports nothing if Back closes it before saving', async () => {
    await choose(TEXT);
    const button = await screen.findByRole('button', { name: 'Import 1 entry' });
    fireEvent.click(button);
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    await userEvent.click(screen.getByRole('button', { name: 'Open again' }));
    expect(await screen.findByText(/^1 of 3 rows match/)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(await outbox.readOutboxItems(user.id)).toEqual([]);
  });

  it('shows a failure to save after Back closed it, and opens again with the file', async () => {
    const { fail } = holdSaving();
    const { dialog } = await startSavingInJournal();
    act(() => dialog.close());
    await waitFor(() => expect(screen.queryByLabelText('File')).toBeNull());
    fail();
    expect(await screen.findByRole('alert')).toHaveTextContent(DEVICE_FULL);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await within(dialog).findByText(/^1 of 3 rows match/)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows a failure to save when the member returns to the Journal, until dismissed', async () => {
    const { fail } = holdSaving();
    const { unmount } = await startSavingInJournal();
    unmount();
    fail();
    renderAt(PATHS.journal, <Journal open />);
    expect(await screen.findByRole('alert')).toHaveTextContent(DEVICE_FULL);
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows a failure to save in the dialog that Back reopens', async () => {
    const { fail } = holdSaving();
    const { unmount } = await startSavingInJournal();
    unmount();
    fail();
    renderAt(`${PATHS.journal}?import`, <Journal open />);
    expect(await screen.findByRole('alert')).toHaveTextContent(DEVICE_FULL);
  });

  it('doesn’t show a failure to save again after the dialog showed it', async () => {
    const { fail } = holdSaving();
    const { dialog } = await startSavingInJournal();
    fail();
    expect(await within(dialog).findByRole('alert')).toBeVisible();
    act(() => dialog.close());
    await waitFor(() => expect(screen.queryByLabelText('File')).toBeNull());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each(['Import 1 entry', 'Save these rows'])(
    'reports why “%s” isn’t possible',
    async (name) => {
      await choose(TEXT);
      const button = await screen.findByRole('button', { name });
      const problem = 'Out of memory.';
      vi.spyOn(ImportSession.prototype, 'handle').mockResolvedValue({ type: 'failed', problem });
      await userEvent.click(button);
      expect(await screen.findByRole('alert')).toHaveTextContent(problem);
    },
  );

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
