import type { User } from '@quantalgo/contracts/account/member';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { parseSlotId } from '@quantalgo/contracts/core/slots';
import { EMPTY_FIELDS, type JournalEntry } from '@quantalgo/contracts/journal/entry';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toEntryView } from '../../../src/data/journal/entries';
import { readJournal, storeEntries } from '../../../src/data/journal/rows';
import * as idTokens from '../../../src/data/auth/idTokens';
import * as pictures from '../../../src/data/pictures/addPicture';
import { readOutboxItems } from '../../../src/data/outbox/outbox';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import { pruneToAudiences, storeSignals } from '../../../src/data/storage/signalTable';
import { EntryEditor } from '../../../src/screens/journal/EntryEditor';
import Journal from '../../../src/screens/journal/Journal';
import { JournalTaps } from '../../../src/screens/signals/JournalTaps';
import { aSettlement, aSignal, createBatch } from '../../support/aSignal';
import { fillDevice } from '../../support/fullDevice';
import { guest, member } from '../../support/member';
import { renderAt, loggedInAs } from '../../support/render';

const ID = '20261120T1405Z';
const AT = '2026-11-20T14:10:00.000Z';

const entry = (changes: Partial<JournalEntry> = {}): JournalEntry => ({
  ...EMPTY_FIELDS,
  id: ID,
  status: 'taken',
  pair: 'EURUSD',
  direction: 'CALL',
  trades: [{ level: 0, stake: 200, price: 1.0854, at: null, close: 1.0858 }],
  broker: 'Pocket Option',
  payout: 0.8,
  note: 'Waited for the candle',
  conflicts: [],
  seq: 1,
  createdAt: AT,
  updatedAt: AT,
  ...changes,
});

const TRADE = { level: 0, stake: null, price: null, at: null, close: null };

let user: User;
let count = 0;

beforeEach(() => {
  count += 1;
  onCloseMock.mockClear();
  user = member({ id: `journal-${count}` });
  loggedInAs(user);
});
afterEach(() => {
  vi.restoreAllMocks();
  loggedInAs(null);
});

const stored = (...entries: readonly JournalEntry[]) =>
  withDatabase(user.id, (database) => storeEntries(database, entries));

const onCloseMock = vi.fn();

/** The entry form without its dialog, which jsdom doesn't implement. */
const renderForm = (row: JournalEntry) => (
  <EntryEditor
    view={toEntryView(ID, { ...row, record: null }, [])}
    user={user}
    onClose={onCloseMock}
  />
);
const edit = (row: JournalEntry) => render(renderForm(row));

const writes = async () =>
  (await readOutboxItems(user.id)).flatMap(({ content }) =>
    content.kind === 'journal' ? content.writes : [],
  );

describe('journal', () => {
  it('shows the first step while it is empty', async () => {
    renderAt(PATHS.journal, <Journal open />);
    expect(await screen.findByText('No entries yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to signals' })).toBeVisible();
  });

  it('shows a placeholder until the first page is stored', async () => {
    const request = vi.spyOn(idTokens, 'getIdToken').mockReturnValue(new Promise(() => undefined));
    renderAt(PATHS.journal, <Journal open />);
    const placeholder = screen.getByLabelText('Loading your journal');
    await waitFor(() => expect(request).toHaveBeenCalled());
    await act(() => withDatabase(user.id, readJournal));
    // A new placeholder would mean that the empty journal was shown in between.
    expect(placeholder).toBeVisible();
    await act(() =>
      withDatabase(user.id, (database) =>
        storeEntries(database, [entry()], { after: 1, isComplete: false }),
      ),
    );
    expect(await screen.findByRole('list', { name: 'Entries' })).toBeVisible();
    expect(placeholder).not.toBeInTheDocument();
  });

  it('shows an empty journal once its first page is stored', async () => {
    vi.spyOn(idTokens, 'getIdToken').mockReturnValue(new Promise(() => undefined));
    renderAt(PATHS.journal, <Journal open />);
    await act(() =>
      withDatabase(user.id, (database) =>
        storeEntries(database, [], { after: 0, isComplete: true }),
      ),
    );
    expect(await screen.findByText('No entries yet')).toBeVisible();
  });

  it('lists each entry with its result', async () => {
    await stored(entry());
    renderAt(PATHS.journal, <Journal open />);
    const list = await screen.findByRole('list', { name: 'Entries' });
    expect(within(list).getByRole('button')).toHaveTextContent(
      /15:10EUR\/USD.*CALL\+\$1\.60Taken · \$2 at level 0 · Pocket Option · entered at 1\.08540Waited for the candle/,
    );
  });

  it('filters by the search in its address', async () => {
    await stored(entry(), entry({ id: '20261119T1405Z', seq: 2, note: 'Too late' }));
    renderAt(`${PATHS.journal}?q=late`, <Journal open />);
    expect(await screen.findByText(/^1 of 2 entries/)).toBeVisible();
  });

  it('finds pairs and directions by other names', async () => {
    await stored(entry(), entry({ id: '20261119T1405Z', seq: 2, pair: 'XAUUSD' }));
    renderAt(`${PATHS.journal}?q=buy+gold`, <Journal open />);
    expect(await screen.findByText(/^1 of 2 entries/)).toBeVisible();
  });

  it('stores an edit in the outbox', async () => {
    edit(entry());
    const note = await screen.findByRole('textbox', { name: 'Note' });
    await userEvent.clear(note);
    await userEvent.type(note, 'Went in too early');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(async () =>
      expect(await writes()).toMatchObject([
        {
          id: ID,
          change: { note: 'Went in too early' },
          saw: { note: 'Waited for the candle' },
        },
      ]),
    );
    await waitFor(() => expect(onCloseMock).toHaveBeenCalledOnce());
  });

  it('shows a change from another device while editing and doesn’t overwrite it', async () => {
    const { rerender } = edit(entry());
    await userEvent.type(await screen.findByRole('textbox', { name: /^Tags/ }), 'news');
    rerender(renderForm(entry({ note: 'From the phone', trades: [], seq: 2 })));
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('From the phone');
    expect(screen.queryByRole('group', { name: 'Trade 1' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(async () =>
      expect(await writes()).toEqual([
        expect.objectContaining({ id: ID, change: { tags: ['news'] }, saw: { tags: [] } }),
      ]),
    );
  });

  it('sends the value seen when typing began, also after a reload and a remote change', async () => {
    const { unmount } = edit(entry());
    await userEvent.type(await screen.findByRole('textbox', { name: 'Note' }), ', twice');
    unmount();
    edit(entry({ note: 'From the phone', seq: 2 }));
    const note = await screen.findByRole('textbox', { name: 'Note' });
    expect(note).toHaveValue('Waited for the candle, twice');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(async () =>
      expect(await writes()).toMatchObject([
        {
          change: { note: 'Waited for the candle, twice' },
          saw: { note: 'Waited for the candle' },
        },
      ]),
    );
  });

  it('restores a removed entry only after a status is chosen', async () => {
    edit(entry({ status: 'removed' }));
    const choices = screen.getAllByRole('radio');
    for (const choice of choices) expect(choice).not.toBeChecked();
    for (const time of ['first', 'second']) {
      await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
      expect(choices[0], time).toHaveFocus();
      expect(choices[0]).toHaveAccessibleDescription('Please choose what you did');
      expect(choices[0]).toBeInvalid();
    }
    expect(await writes()).toEqual([]);
    await userEvent.click(screen.getByRole('radio', { name: 'On paper' }));
    await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
    await waitFor(async () =>
      expect(await writes()).toMatchObject([{ id: ID, change: { status: 'paper' } }]),
    );
  });

  it('restores a removed entry with its other edits', async () => {
    edit(entry({ status: 'removed' }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'Note' }), ', twice');
    await userEvent.click(screen.getByRole('radio', { name: 'On paper' }));
    await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
    await waitFor(async () =>
      expect(await writes()).toMatchObject([
        { id: ID, change: { status: 'paper', note: 'Waited for the candle, twice' } },
      ]),
    );
  });

  it('saves only once the chosen picture is ready, and the last choice counts', async () => {
    const resized: ((id: string) => void)[] = [];
    vi.spyOn(pictures, 'addPicture').mockImplementation(
      () => new Promise((resolve) => resized.push(resolve)),
    );
    const discarded = vi.spyOn(pictures, 'discardPicture').mockResolvedValue();
    edit(entry());
    const field = await screen.findByLabelText('Picture');
    for (const name of ['slow.jpg', 'chosen.jpg'])
      await userEvent.upload(field, new File(['x'], name, { type: 'image/jpeg' }));
    const save = screen.getByRole('button', { name: 'Resizing the picture…' });
    await userEvent.click(save);
    expect(onCloseMock).not.toHaveBeenCalled();
    const [slow, chosen] = [crypto.randomUUID(), crypto.randomUUID()];
    await act(async () => {
      resized[1]?.(chosen);
      resized[0]?.(slow);
      await Promise.resolve();
    });
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(async () =>
      expect(await writes()).toMatchObject([{ change: { picture: chosen } }]),
    );
    expect(discarded).toHaveBeenCalledExactlyOnceWith(user.id, slow);
    await waitFor(() => expect(onCloseMock).toHaveBeenCalledOnce());
  });

  it('keeps a pasted note that is too long and says so', async () => {
    edit(entry());
    const note = await screen.findByRole('textbox', { name: 'Note' });
    await userEvent.clear(note);
    await userEvent.click(note);
    await userEvent.paste('x'.repeat(1200));
    expect(note).toHaveAccessibleDescription('1,200 of 1,000 characters');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(note).toHaveValue('x'.repeat(1200));
    expect(note).toHaveAccessibleDescription(/A note can have at most 1000 characters/);
    expect(onCloseMock).not.toHaveBeenCalled();
  });

  it('keeps a pasted broker’s name that is too long and says so', async () => {
    edit(entry());
    const broker = await screen.findByRole('textbox', { name: 'Broker' });
    await userEvent.clear(broker);
    await userEvent.click(broker);
    await userEvent.paste('x'.repeat(60));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(broker).toHaveValue('x'.repeat(60));
    expect(broker).toHaveAccessibleDescription('A broker’s name can have at most 40 characters');
    expect(onCloseMock).not.toHaveBeenCalled();
  });

  it('shows an out-of-range error at the field and saves nothing', async () => {
    edit(entry());
    const stake = await screen.findByRole('textbox', { name: 'Stake, $' });
    await userEvent.clear(stake);
    await userEvent.type(stake, '0');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(stake).toHaveAccessibleDescription('Enter a stake from $0.01 to $1,000,000');
    expect(stake).toHaveFocus();
    expect(await writes()).toEqual([]);
  });

  it('saves a skipped entry without its hidden invalid trade', async () => {
    edit(entry());
    await userEvent.type(await screen.findByRole('textbox', { name: 'Stake, $' }), 'x');
    await userEvent.type(screen.getByRole('textbox', { name: 'Payout, %' }), '00');
    await userEvent.click(screen.getByRole('radio', { name: 'Skipped' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onCloseMock).toHaveBeenCalledOnce());
    expect(await writes()).toEqual([expect.objectContaining({ change: { status: 'skipped' } })]);
  });

  it('offers another device’s conflicting value', async () => {
    edit(entry({ conflicts: [{ note: 'Too early' }] }));
    expect(await screen.findByText(/Saved on another device: “Too early”/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Use this value' }));
    await waitFor(async () =>
      expect(await writes()).toMatchObject([{ change: { note: 'Too early' } }]),
    );
  });

  it('replaces the typed text with the accepted value from another device', async () => {
    const { rerender } = edit(entry({ conflicts: [{ note: 'Too early' }] }));
    const note = await screen.findByRole('textbox', { name: 'Note' });
    await userEvent.type(note, ', twice');
    await userEvent.click(screen.getByRole('button', { name: 'Use this value' }));
    await waitFor(async () => expect(await writes()).toHaveLength(1));
    rerender(renderForm(entry({ note: 'Too early', seq: 2 })));
    expect(note).toHaveValue('Too early');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onCloseMock).toHaveBeenCalledOnce());
    expect(await writes()).toHaveLength(1);
  });

  it('keeps text typed while another device’s value is being accepted', async () => {
    edit(entry({ conflicts: [{ note: 'Too early' }] }));
    const tags = await screen.findByRole('textbox', { name: /^Tags/ });
    fireEvent.click(screen.getByRole('button', { name: 'Use this value' }));
    fireEvent.change(tags, { target: { value: 'news' } });
    await waitFor(async () => expect(await writes()).toHaveLength(1));
    await act(() => Promise.resolve());
    expect(tags).toHaveValue('news');
  });

  it('keeps the typed text if the device is full', async () => {
    edit(entry());
    const note = await screen.findByRole('textbox', { name: 'Note' });
    await userEvent.type(note, ', twice');
    await fillDevice();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(
      await screen.findByText(/^This device is out of storage, so your change wasn’t saved/),
    ).toBeVisible();
    expect(onCloseMock).not.toHaveBeenCalled();
    expect(note).toHaveValue('Waited for the candle, twice');
  });

  it('reports a full device when accepting another device’s value', async () => {
    edit(entry({ conflicts: [{ note: 'Too early' }] }));
    await fillDevice();
    await userEvent.click(await screen.findByRole('button', { name: 'Use this value' }));
    expect(
      await screen.findByText(/^This device is out of storage, so your change wasn’t saved/),
    ).toBeVisible();
  });

  it('keeps a draft over a reload', async () => {
    const { unmount } = edit(entry());
    await userEvent.type(await screen.findByRole('textbox', { name: 'Note' }), ', twice');
    unmount();
    edit(entry());
    const note = await screen.findByRole('textbox', { name: 'Note' });
    expect(note).toHaveValue('Waited for the candle, twice');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  });

  it('keeps an entry for a missing signal and completes it when the signal arrives', async () => {
    await stored(
      entry({ pair: null, direction: null, payout: 0.8, trades: [{ ...TRADE, stake: 200 }] }),
    );
    renderAt(PATHS.journal, <Journal open />);
    const list = await screen.findByRole('list', { name: 'Entries' });
    const row = () => within(list).getByRole('button');
    expect(row()).toHaveTextContent(/Signal not loaded yet.*result pending/);
    const slot = parseSlotId(ID);
    const signal = aSignal(slot, { settlement: aSettlement(slot) });
    await act(() =>
      withDatabase(user.id, async (database) => {
        await pruneToAudiences(database, ['basic']);
        await storeSignals(
          database,
          ['basic'],
          createBatch(signal),
          { receivedAt: slot, live: false },
          true,
        );
      }),
    );
    await waitFor(() => expect(row()).toHaveTextContent(/EUR\/USD.*CALL\+\$1\.60/));
  });

  it('shows guests a teaser', () => {
    loggedInAs(guest());
    renderAt(PATHS.journal, <Journal open={false} />);
    expect(screen.getByRole('link', { name: 'Set up my account' })).toBeVisible();
  });
});

describe('JournalTaps', () => {
  const tap = (name: string) => screen.findByRole('button', { name });

  it('creates an entry and removes it on a second tap', async () => {
    renderAt(PATHS.signals, <JournalTaps uid={user.id} signal={aSignal()} />);
    await userEvent.click(await tap('Taken'));
    await waitFor(() =>
      expect(screen.getByRole('button', { pressed: true })).toHaveTextContent('Taken'),
    );
    expect(await writes()).toMatchObject([
      { id: ID, change: { status: 'taken', pair: 'EURUSD', direction: 'CALL' } },
    ]);
    expect(
      screen.getByText('Taken · no stake yet at level 0 · waiting for a connection'),
    ).toBeVisible();
    await userEvent.click(await tap('Taken'));
    await waitFor(async () =>
      expect((await writes()).at(-1)).toMatchObject({ change: { status: 'removed' } }),
    );
  });

  it('creates one entry for two quick taps', async () => {
    renderAt(PATHS.signals, <JournalTaps uid={user.id} signal={aSignal()} />);
    const [taken, skipped] = [await tap('Taken'), await tap('Skipped')];
    fireEvent.click(taken);
    fireEvent.click(skipped);
    await waitFor(() =>
      expect(screen.getByRole('button', { pressed: true })).toHaveTextContent('Taken'),
    );
    expect(await writes()).toHaveLength(1);
  });

  it('reports that the device is full', async () => {
    renderAt(PATHS.signals, <JournalTaps uid={user.id} signal={aSignal()} />);
    const taken = await tap('Taken');
    await fillDevice();
    await userEvent.click(taken);
    expect(await screen.findByRole('alert')).toHaveTextContent(/^This device is out of storage/);
  });

  it('changes the status of an entry', async () => {
    await stored(entry());
    renderAt(PATHS.signals, <JournalTaps uid={user.id} signal={aSignal()} />);
    await userEvent.click(await tap('Skipped'));
    await waitFor(async () =>
      expect(await writes()).toMatchObject([
        { change: { status: 'skipped' }, saw: { status: 'taken' } },
      ]),
    );
  });
});
