import { slotId, SLOT_MS } from '@quantalgo/contracts/core/slots';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import { EMPTY_FIELDS, type JournalEntry } from '@quantalgo/contracts/journal/entry';
import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { arrangeJournal } from '../../../src/data/journal/entries';
import { completeJournal, followJournal } from '../../../src/data/journal/pull';
import { hasWholeJournal, storeEntries } from '../../../src/data/journal/rows';
import { useJournal } from '../../../src/data/journal/useJournal';
import { storeDigests } from '../../../src/data/storage/digests';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import { aServer, envelope } from '../../support/aServer';
import { aSettlement, aSignal, SLOT } from '../../support/aSignal';
import { held, resetAuth } from '../../support/fakeAuth';
import { member } from '../../support/member';
import { loggedInAs } from '../../support/render';

vi.mock('../../../src/data/auth/idTokens', () => import('../../support/fakeAuth'));

const AT = new Date(SLOT).toISOString();

const settled = (slot: number) => ({
  ...aSignal(slot, { settlement: aSettlement(slot) }),
  receivedAt: slot,
  live: false,
});

const entry = (slot: number, seq: number): JournalEntry => ({
  ...EMPTY_FIELDS,
  id: slotId(slot),
  status: 'taken',
  conflicts: [],
  seq,
  createdAt: AT,
  updatedAt: AT,
});

let count = 0;
let uid: string;
/** Runs during a signal request. */
let underWay: () => void;
/** Delays the journal's response. */
let answering: Promise<void>;
/** The number that the server responds with after this one; null if that page is the last. */
let getNext: (after: number) => number | null;
let server: Awaited<ReturnType<typeof aServer>>;

beforeEach(async () => {
  count += 1;
  underWay = () => undefined;
  answering = Promise.resolve();
  getNext = () => null;
  const user = member({ id: `use-journal-${count}` });
  uid = user.id;
  resetAuth();
  held.uid = uid;
  loggedInAs(user);
  server = await aServer(({ line }, response) => {
    if (line.startsWith('GET /api/journal')) {
      const next = getNext(Number(/after=(\d+)/.exec(line)?.[1]));
      const answer = () => envelope(response, { data: { entries: [], next } });
      return void answering.then(answer);
    }
    underWay();
    envelope(response, { status: 404, error: 'No such signal' });
  });
});
afterEach(async () => {
  loggedInAs(null);
  await server.close();
});

const getRequestedIds = () =>
  server.seen.flatMap(({ line }) => /GET \/api\/signals\/(\w+)/.exec(line)?.[1] ?? []);

/** Stores entries one by one, as pages of the journal arrive. */
async function storeDayByDay(slots: readonly number[]): Promise<void> {
  for (const [place, slot] of slots.entries())
    await withDatabase(uid, (database) =>
      storeEntries(database, [entry(slot, place + 1)], { after: place + 1, isComplete: false }),
    );
}

describe('useJournal and completeJournal', () => {
  it('fetches no signal that is already on the device while the journal loads', async () => {
    const slots = [0, 1, 2, 3, 4].map((days) => SLOT - days * DAY_MS);
    await withDatabase(uid, ({ digests }) => storeDigests(digests, slots.map(settled)));
    const { result } = renderHook(() => useJournal(uid));
    await storeDayByDay(slots);
    await waitFor(() => {
      expect(result.current?.map(({ record }) => record?.id)).toEqual(slots.map(slotId));
    });
    expect(getRequestedIds()).toEqual([]);
  });

  it('is whole on this device once the last page is stored', async () => {
    const isWhole = () => withDatabase(uid, hasWholeJournal);
    getNext = (after) => {
      if (after === 500) answering = new Promise((resolve) => (answer = resolve));
      return after < 500 ? after + 500 : null;
    };
    let answer = () => {};
    followJournal(uid, null)();
    await waitFor(() => expect(server.seen).toHaveLength(2));
    expect(await isWhole()).toBe(false);
    answer();
    await waitFor(async () => expect(await isWhole()).toBe(true));
  });

  it('fetches each missing signal once and keeps entries without one', async () => {
    const slots = [0, 1, 2].map((place) => SLOT - 30 * DAY_MS - place * SLOT_MS);
    const { result } = renderHook(() => useJournal(uid));
    await storeDayByDay(slots);
    await waitFor(() => expect(getRequestedIds().sort()).toEqual(slots.map(slotId).sort()));
    expect(result.current?.map(({ record }) => record)).toEqual([null, null, null]);
  });

  it('refetches a signal after a network error', async () => {
    const list = arrangeJournal([{ ...entry(SLOT - 60 * DAY_MS, 1), record: null }], []);
    const [id] = list.map((view) => view.id);
    const real = fetch;
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await completeJournal(uid, list, []);
    vi.stubGlobal('fetch', real);
    await completeJournal(uid, list, []);
    await completeJournal(uid, list, []);
    expect(getRequestedIds()).toEqual([id]);
  });

  it('stops fetching when another member logs in, and refetches for that member', async () => {
    const lists = [50, 51].map((days) =>
      arrangeJournal([{ ...entry(SLOT - days * DAY_MS, 1), record: null }], []),
    );
    const next = member({ id: `use-journal-${count}-next` });
    underWay = () => {
      held.uid = next.id;
      loggedInAs(next);
    };
    await Promise.all(lists.map((list) => completeJournal(uid, list, [])));
    const [first] = lists.flat().map(({ id }) => id);
    expect(getRequestedIds()).toEqual([first]);
    await completeJournal(next.id, lists[0] ?? [], []);
    expect(getRequestedIds()).toEqual([first, first]);
  });

  it('fetches the next member’s journal while the previous member’s response is pending', async () => {
    const journals = () => server.seen.filter(({ line }) => line.startsWith('GET /api/journal'));
    let answer = () => {};
    answering = new Promise((resolve) => (answer = resolve));
    followJournal(uid, null)();
    await waitFor(() => expect(journals()).toHaveLength(1));
    const next = member({ id: `use-journal-${count}-next` });
    held.uid = next.id;
    loggedInAs(next);
    followJournal(next.id, null)();
    await waitFor(() => expect(journals()).toHaveLength(2));
    answer();
  });
});
