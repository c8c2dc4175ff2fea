import { dateText, SLOT_MS, slotStartOfId, WAT } from '@quantalgo/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  entryDay,
  found,
  linesOf,
  onEntryDay,
  STATES,
  type Search,
} from '../../../src/screens/signals/find';
import { history } from '../performance/digests';

const ALL: Search = { q: null, pair: null, strategy: null, outcome: null, day: null };

describe('the search in the signal history', () => {
  it('leaves everything where nothing is looked for', () => {
    fc.assert(
      fc.property(history, (digests) => {
        expect(found(digests, ALL)).toBe(digests);
      }),
    );
  });

  it('by outcome parts the signals, those not settled too', () => {
    fc.assert(
      fc.property(history, (digests) => {
        const parts = STATES.flatMap((outcome) => found(digests, { ...ALL, outcome }));
        expect(parts.map(({ id }) => id).sort()).toEqual(digests.map(({ id }) => id).sort());
      }),
    );
  });

  it('finds every word of a line, in any order and case', () => {
    fc.assert(
      fc.property(history, (digests) => {
        for (const { id } of found(digests, { ...ALL, q: 'call eur/usd WON' })) {
          const digest = digests.find((one) => one.id === id);
          expect(digest).toMatchObject({
            pair: 'EURUSD',
            direction: 'CALL',
            ending: { outcome: 'profit' },
          });
        }
        const one = digests[0];
        if (one) expect(found(digests, { ...ALL, q: one.id.toLowerCase() })).toEqual([one]);
      }),
    );
  });

  it('counts a signal to the day in WAT on which it was to be entered', () => {
    expect(entryDay('20261120T2250Z')).toBe('20261120');
    expect(entryDay('20261120T2255Z')).toBe('20261121');
    fc.assert(
      fc.property(history, (digests) => {
        for (const { id } of digests)
          expect(dateText(onEntryDay(entryDay(id)), WAT)).toBe(
            dateText(slotStartOfId(id) + SLOT_MS, WAT),
          );
      }),
    );
  });
});

describe('the lines of the signal history', () => {
  it('hold every signal once, under the name of its day', () => {
    fc.assert(
      fc.property(history, (digests) => {
        const lines = linesOf(digests);
        const days = lines.flatMap((line) => (line.kind === 'day' ? [line.day] : []));
        const signals = lines.flatMap((line) => (line.kind === 'signal' ? [line.signal] : []));
        expect(signals).toEqual(digests);
        expect(new Set(days).size).toBe(days.length);
      }),
    );
  });
});
