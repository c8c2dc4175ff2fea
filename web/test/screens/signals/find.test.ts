import { formatDate } from '@quantalgo/contracts/core/format';
import { SLOT_MS, parseSlotId } from '@quantalgo/contracts/core/slots';
import { UTC, WAT, type Zone } from '@quantalgo/contracts/core/time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseNames } from '../../../src/data/signals/queryNames';
import {
  formatEntryDayName,
  createEntryDayLookup,
  searchDigests,
  toDayLines,
  STATES,
  type Search,
} from '../../../src/screens/signals/find';
import { history } from '../record/digests';

const ahead = (hours: number): Zone => ({ ...UTC, utcOffsetMs: () => hours * 3_600_000 });

const CHANGE = Date.UTC(2026, 10, 20, 12);

const ALL: Search = { q: null, pair: null, strategy: null, outcome: null, day: null };

describe('searchDigests', () => {
  it('returns the same list for an empty search', () => {
    fc.assert(
      fc.property(history, (digests) => {
        expect(searchDigests(digests, ALL, WAT)).toBe(digests);
      }),
    );
  });

  it('partitions the signals by outcome, including unsettled ones', () => {
    fc.assert(
      fc.property(history, (digests) => {
        const parts = STATES.flatMap((outcome) => searchDigests(digests, { ...ALL, outcome }, WAT));
        expect(parts.map(({ id }) => id).sort()).toEqual(digests.map(({ id }) => id).sort());
      }),
    );
  });

  it('matches all words in any order and case', () => {
    fc.assert(
      fc.property(history, (digests) => {
        for (const { id } of searchDigests(digests, { ...ALL, q: 'call eur/usd WON' }, WAT)) {
          const digest = digests.find((one) => one.id === id);
          expect(digest).toMatchObject({
            pair: 'EURUSD',
            direction: 'CALL',
            ending: { outcome: 'profit' },
          });
        }
        const one = digests[0];
        if (one)
          expect(searchDigests(digests, { ...ALL, q: one.id.toLowerCase() }, WAT)).toEqual([one]);
      }),
    );
  });

  it.each([
    ['gold', 'xauusd'],
    ['eur-usd', 'eurusd'],
    ['EUR - USD', 'eurusd'],
    ['buy', 'call'],
    ['sell at market', 'put'],
    ['▼', 'put'],
    ['buy gold', 'call xauusd'],
    ['eur-usd won', 'eurusd won'],
    ['gold up', 'xauusd call'],
  ])('finds for “%s” the signals of “%s”', (q, plainQuery) => {
    fc.assert(
      fc.property(history, (digests) => {
        const matches = searchDigests(digests, { ...ALL, q }, WAT, parseNames);
        expect(matches).toEqual(searchDigests(digests, { ...ALL, q: plainQuery }, WAT));
      }),
    );
  });

  it('assigns a signal to the WAT day of its entry', () => {
    const entryDay = createEntryDayLookup(WAT);
    expect(entryDay('20261120T2250Z')).toBe('20261120');
    expect(entryDay('20261120T2255Z')).toBe('20261121');
  });

  it.each([
    ['WAT', WAT],
    ['UTC', UTC],
    ['half-hour offset', ahead(5.5)],
    ['behind UTC', ahead(-3)],
    [
      'across a clock change',
      { ...UTC, utcOffsetMs: (at: number) => (at > CHANGE ? 7_200_000 : 3_600_000) },
    ],
  ])('assigns a signal to its entry day in the time zone: %s', (_, zone) => {
    const entryDay = createEntryDayLookup(zone);
    fc.assert(
      fc.property(history, (digests) => {
        for (const { id } of digests)
          expect(formatEntryDayName(entryDay(id))).toBe(
            formatDate(parseSlotId(id) + SLOT_MS, zone),
          );
      }),
    );
  });
});

describe('toDayLines', () => {
  it('lists every signal once under its day’s heading', () => {
    fc.assert(
      fc.property(history, (digests) => {
        const lines = toDayLines(digests, WAT);
        const days = lines.flatMap((line) => (line.kind === 'day' ? [line.day] : []));
        const signals = lines.flatMap((line) => (line.kind === 'signal' ? [line.signal] : []));
        expect(signals).toEqual(digests);
        expect(new Set(days).size).toBe(days.length);
      }),
    );
  });
});
