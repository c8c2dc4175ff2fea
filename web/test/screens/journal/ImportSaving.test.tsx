import { PATHS } from '@quantalgo/contracts/core/paths';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { importDraft } from '../../../src/data/journal/import/draft';
import { ImportSession } from '../../../src/data/journal/import/session';
import * as outbox from '../../../src/data/outbox/outbox';
import Journal from '../../../src/screens/journal/Journal';
import { renderAt } from '../../support/render';
import { choose, clearImports, onCloseMock, prepareImports, TEXT, user } from './anImportDialog';

beforeEach(prepareImports);
afterEach(clearImports);

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
  const { unmount } = renderAt(`${PATHS.journal}?import`, <Journal open />);
  const dialog = await screen.findByRole<HTMLDialogElement>('dialog', { name: 'Import trades' });
  await userEvent.upload(
    await within(dialog).findByLabelText('File'),
    new File([TEXT], 'trades.csv'),
  );
  await startSaving();
  return { dialog, unmount };
}

describe('saving an import', () => {
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
});
