import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ImportSession } from '../../../src/data/journal/import/session';
import { storeEntries } from '../../../src/data/journal/rows';
import { journalHasFailed } from '../../../src/data/journal/pull';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import { aView } from '../../data/journal/aRow';
import { choose, chooseFile, clearImports, prepareImports, TEXT, user } from './anImportDialog';

beforeEach(prepareImports);
afterEach(clearImports);

const storePage = (isComplete: boolean) =>
  withDatabase(user.id, (database) => storeEntries(database, [], { after: 500, isComplete }));

const TRADE = { level: 0, stake: 300, price: null, at: '2026-11-20T14:10:03.000Z', close: null };

const isInJournal = /0 new, 0 changed, 1 already in your journal/;

const getImportButton = (name = 'Import') => screen.getByRole('button', { name });

describe('an import on a device that lacks a part of the journal', () => {
  beforeEach(() => storePage(false));

  it('waits for the whole journal, then plans with it', async () => {
    const { change } = await choose(TEXT);
    expect(await screen.findByText(/^Your journal is still loading/)).toBeVisible();
    expect(getImportButton()).toHaveAttribute('aria-disabled', 'true');
    expect(screen.queryByText(/rows match a signal/)).toBeNull();
    change([aView({ trades: [TRADE] })]);
    await act(() => storePage(true));
    expect(await screen.findByText(isInJournal)).toBeVisible();
    expect(screen.queryByText(/^Your journal is still loading/)).toBeNull();
  });

  it('says what to do while offline', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await choose(TEXT);
    expect(await screen.findByText(/^You’re offline, .* Go online to import\.$/)).toBeVisible();
  });

  it('says what to do if the journal couldn’t be loaded', async () => {
    journalHasFailed.set(true);
    await choose(TEXT);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Your journal couldn’t be loaded. Check your connection, or reload the app.',
    );
    journalHasFailed.set(false);
  });
});

describe('an import of entries that the member removed', () => {
  const REPLACED_ROW = /0 new, 1 changed/;

  it('leaves them removed and says so', async () => {
    await choose(TEXT, [aView({ status: 'removed' })]);
    expect(await screen.findByText('1 entry that you removed stays removed.')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Import it again' })).not.toBeChecked();
    expect(screen.queryByRole('list', { name: 'Entries to import' })).toBeNull();
    expect(getImportButton()).toHaveAttribute('aria-disabled', 'true');
  });

  it('imports them again if the member chooses so, and takes the choice back', async () => {
    await choose(TEXT, [aView({ status: 'removed' })]);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Import it again' }));
    expect(await screen.findByText(REPLACED_ROW)).toBeVisible();
    expect(
      screen.getByText(
        '1 entry that you removed is imported again, with only what the file says. Anything else in it, such as a picture, is not kept.',
      ),
    ).toBeVisible();
    expect(getImportButton('Import 1 entry')).toHaveAttribute('aria-disabled', 'false');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Import it again' }));
    expect(await screen.findByText('1 entry that you removed stays removed.')).toBeVisible();
  });
});

describe('an import while the journal changes', () => {
  it('is planned anew with an entry that another device added', async () => {
    const { change } = await choose(TEXT);
    expect(await screen.findByText(/1 new, 0 changed/)).toBeVisible();
    change([aView({ trades: [TRADE] })]);
    expect(await screen.findByText(isInJournal)).toBeVisible();
    expect(getImportButton()).toHaveAttribute('aria-disabled', 'true');
  });

  it('is planned anew without an entry that was discarded', async () => {
    const { change } = await choose(TEXT, [aView({ trades: [TRADE] })]);
    expect(await screen.findByText(isInJournal)).toBeVisible();
    change([]);
    expect(await screen.findByText(/1 new, 0 changed/)).toBeVisible();
  });

  it('uses the journal’s latest version for a file chosen later', async () => {
    const { change } = await choose(TEXT, [aView({ trades: [] })]);
    expect(await screen.findByText(/0 new, 1 changed/)).toBeVisible();
    change([aView({ trades: [TRADE] })]);
    expect(await screen.findByText(isInJournal)).toBeVisible();
    await chooseFile(new File([TEXT], 'again.csv'));
    expect(await screen.findByText('again.csv')).toBeVisible();
    expect(await screen.findByText(isInJournal)).toBeVisible();
  });

  it('isn’t planned anew if a poll brought no change', async () => {
    const view = aView({ trades: [TRADE] });
    const { change } = await choose(TEXT, [view]);
    expect(await screen.findByText(isInJournal)).toBeVisible();
    const handle = vi.spyOn(ImportSession.prototype, 'handle');
    change([{ ...view }]);
    expect(handle).not.toHaveBeenCalled();
  });
});
