import { STATED_PAYOUTS } from '@quantalgo/contracts/signals/payout';
import { UTC, WAT } from '@quantalgo/contracts/core/time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseNames } from '../../../src/data/signals/queryNames';
import { describeConflict } from '../../../src/screens/journal/EntryConflicts';
import {
  searchJournal,
  buildJournalIndex,
  toEntryLines,
  NO_SEARCH,
  sumByDay,
} from '../../../src/screens/journal/find';
import { listCalendarDays } from '../../../src/screens/journal/HeatMap';
import { aRow, aView } from '../../data/journal/aRow';

const JOURNAL = buildJournalIndex(
  [
    aView({
      id: '20261120T2300Z',
      note: 'Too late',
      tags: ['news'],
      pair: 'XAUUSD',
      record: null,
    }),
    aView({ note: 'Waited for the candle', tags: ['calm'], broker: 'Pocket Option' }),
    aView({ id: '20261119T1405Z', status: 'paper' }),
    aView({ id: '20261118T1405Z', status: 'removed' }),
  ],
  WAT,
  STATED_PAYOUTS,
);

const ids = (search: Partial<typeof NO_SEARCH>) =>
  searchJournal(JOURNAL, { ...NO_SEARCH, ...search }, parseNames).map(({ view }) =>
    view.id.slice(0, 8),
  );

describe('searchJournal', () => {
  it.each([
    ['a word of the note', { q: 'CANDLE waited' }, ['20261120']],
    ['a tag', { tag: 'news' }, ['20261120']],
    ['the broker', { q: 'pocket' }, ['20261120']],
    ['a pair with its slash', { q: 'xau/usd' }, ['20261120']],
    ['a pair by the name of its metal', { q: 'gold' }, ['20261120']],
    ['a pair with another separator', { q: 'eur-usd' }, ['20261120', '20261119']],
    ['a pair with spaces', { q: 'EUR - USD' }, ['20261120', '20261119']],
    ['a direction by another word', { q: 'buy eur-usd' }, ['20261120', '20261119']],
    ['a word of the note that also names a direction', { q: 'late call' }, ['20261120']],
    ['not the other direction', { q: 'sell' }, []],
    ['a status', { status: 'paper' as const }, ['20261119']],
    ['a word that matches nothing', { q: 'rich' }, []],
  ])('finds %s', (_, search, expected) => {
    expect(ids(search)).toEqual(expected);
  });

  it('finds an entry without pair and direction by those of its signal', () => {
    const index = buildJournalIndex([aView({ pair: null, direction: null })], WAT, STATED_PAYOUTS);
    expect(searchJournal(index, { ...NO_SEARCH, pair: 'EURUSD', q: 'call' })).toHaveLength(1);
  });

  it('finds notes that contain a word which also names a pair or direction', () => {
    const index = buildJournalIndex(
      [
        aView({ note: 'Gold fell' }),
        aView({ id: '20261119T1405Z', pair: 'XAUUSD' }),
        aView({ id: '20261118T1405Z', note: 'One cent, and usual' }),
      ],
      WAT,
      STATED_PAYOUTS,
    );
    const count = (q: string) => searchJournal(index, { ...NO_SEARCH, q }, parseNames).length;
    expect(['gold', 'gold fell', 'b', 'bought', 'sold'].map(count)).toEqual([2, 1, 0, 3, 0]);
  });

  it('matches all words as substrings', () => {
    const note = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n'), maxLength: 6 });
    fc.assert(
      fc.property(fc.array(note, { maxLength: 8 }), note, (notes, q) => {
        const views = notes.map((text) => aView({ note: text, broker: text }));
        const words = q.split(/\s+/);
        expect(
          searchJournal(buildJournalIndex(views, UTC, STATED_PAYOUTS), { ...NO_SEARCH, q }).map(
            ({ view }) => view,
          ),
        ).toEqual(
          views.filter((view) => words.every((word) => `taken ${view.note}`.includes(word))),
        );
      }),
    );
  });

  it('excludes removed entries unless requested', () => {
    expect(ids({})).toEqual(['20261120', '20261120', '20261119']);
    expect(ids({ status: 'removed' })).toEqual(['20261118']);
  });

  it('assigns an entry to its day in the given time zone', () => {
    expect(ids({ day: '2026-11-21' })).toEqual(['20261120']);
    expect(
      buildJournalIndex([aView({ id: '20261120T2300Z' })], UTC, STATED_PAYOUTS).entries[0]?.day,
    ).toBe('2026-11-20');
  });
});

describe('journal days', () => {
  it('sum taken and paper results and exclude removed entries', () => {
    const days = sumByDay(JOURNAL.entries);
    expect([...days.keys()].sort()).toEqual(['2026-11-19', '2026-11-20', '2026-11-21']);
    expect(days.get('2026-11-20')).toEqual({ entries: 1, taken: 160, paper: 0 });
    expect(days.get('2026-11-19')).toEqual({ entries: 1, taken: 0, paper: 160 });
  });

  it('head the list with their counts', () => {
    const lines = toEntryLines(searchJournal(JOURNAL, NO_SEARCH));
    expect(
      lines.map((line) => (line.kind === 'day' ? `${line.day} ${line.entries}` : line.number)),
    ).toEqual(['2026-11-21 1', 1, '2026-11-20 1', 2, '2026-11-19 1', 3]);
  });

  it('span five full weeks that end with the current Sunday', () => {
    const days = listCalendarDays('2026-11-20', 0);
    expect([days.length, days[0], days.at(-1)]).toEqual([35, '2026-10-19', '2026-11-22']);
    expect(listCalendarDays('2026-11-22', 0)).toEqual(days);
    expect(listCalendarDays('2026-11-23', 1)).toEqual(
      listCalendarDays('2026-11-23', 0).map((day) => before(day)),
    );
  });
});

const before = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 35 * 86_400_000).toISOString().slice(0, 10);

describe('describeConflict', () => {
  it.each([
    [{ note: 'calm' }, '“calm”'],
    [{ status: 'skipped' as const }, 'Skipped'],
    [{ payout: 0.82 }, 'a payout of 82%'],
    [{ payout: 0.925 }, 'a payout of 92.5%'],
    [{ trades: aRow().trades }, '$2 at level 0'],
    [
      { trades: [{ level: 1, stake: null, price: 1.0854, at: null, close: 1.0861 }] },
      'no stake yet at level 1, entry price 1.0854, closing price 1.0861',
    ],
  ])('describes %j', (value, words) => {
    expect(describeConflict(value)).toBe(words);
  });
});
