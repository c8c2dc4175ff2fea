import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SLOT_MS } from '../../../src/core/slots';
import { DAY_MS, MINUTE_MS } from '../../../src/core/time';
import {
  findBackDated,
  LATEST_PUBLICATION_MS,
  type Sighting,
  type TimeFault,
} from '../../../src/record/ledger/timeRules';
import { ChainVerifier } from '../../../src/record/ledger/verifier';
import type { Source } from '../../../src/signals/signal';
import { isPairOpen } from '../../../src/signals/signalHours';
import {
  chainIn,
  closesAt,
  GENESIS,
  idAt,
  missed,
  NOON,
  published,
  settled,
  slotAt,
  type Said,
} from './chain';

function verified(said: readonly Said[], source: Source = 'simulated'): ChainVerifier {
  const chain = new ChainVerifier(NOON + 500 * DAY_MS);
  for (const entry of chainIn(source, said)) expect(chain.take(entry)).toBeNull();
  return chain;
}

const faultsOf = (said: readonly Said[], source?: Source) =>
  verified(said, source).summary()?.faults ?? [];

const rulesOf = (faults: readonly TimeFault[]) =>
  faults.map(({ rule, seq, count }) => ({ rule, seq, count }));

describe('a publication', () => {
  const after = (ms: number) => faultsOf([GENESIS, { ...published(0), when: NOON + ms }]);

  it('may come 90 seconds after its slot, and no later', () => {
    expect(after(LATEST_PUBLICATION_MS)).toEqual([]);
    expect(after(LATEST_PUBLICATION_MS + 1)).toMatchObject([{ rule: 'late-publication', seq: 1 }]);
    expect(after(LATEST_PUBLICATION_MS + 1)[0]?.reason).toContain('91 seconds');
  });
});

describe('a missed slot', () => {
  const at = (ms: number) => faultsOf([GENESIS, { ...missed(0), when: NOON + ms }]);

  it('may be written down by the run of the next slot, before its outcome is known', () => {
    expect(at(2 * SLOT_MS - 1)).toEqual([]);
    expect(at(2 * SLOT_MS)).toMatchObject([{ rule: 'late-miss', seq: 1 }]);
    expect(at(2 * SLOT_MS)[0]?.reason).toContain('10 minutes');
  });

  it('is one fault with those around it, as an outage leaves many', () => {
    const late = [0, 1, 2, 3, 4].map((number) => ({ ...missed(number), when: slotAt(5) }));
    const later = { ...missed(6), when: slotAt(9) };
    expect(rulesOf(faultsOf([GENESIS, ...late, missed(5), later]))).toEqual([
      { rule: 'late-miss', seq: 1, count: 4 },
      { rule: 'late-miss', seq: 7, count: 1 },
    ]);
  });
});

/** NOON is a Friday: the market closes at 22:00 UTC, number 120, and opens on Sunday at the same time. */
const closed = (from: number, to: number): readonly Said[] => [
  GENESIS,
  { ...missed(from - 1), when: slotAt(from) },
  { type: 'closed', from: idAt(from), to: idAt(to), when: slotAt(to + 1) },
];

describe('a closed market', () => {
  it('is believed where the calendar has it closed', () => {
    expect(faultsOf(closed(120, 690), 'twelvedata')).toEqual([]);
  });

  it('is a fault from the first slot on that it was open at', () => {
    const tuesday = faultsOf(closed(4 * 288, 4 * 288 + 3), 'twelvedata');
    expect(tuesday).toMatchObject([{ rule: 'closed-while-open', seq: 2 }]);
    expect(tuesday[0]?.reason).toContain('20261124T1200Z');
  });

  it('may end with the slots whose ladders would run into the close', () => {
    expect(faultsOf(closed(116, 690), 'twelvedata')).toEqual([]);
    expect(faultsOf(closed(90, 690), 'twelvedata')).toHaveLength(1);
  });

  it('is nobody’s to judge where the prices are made up', () => {
    expect(faultsOf(closed(4 * 288, 4 * 288 + 3))).toEqual([]);
  });

  it('is never a fault where no pair can have a signal', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 * 288 }), (number) => {
        const isClosed = !['EURUSD', 'XAUUSD'].every((pair) => isPairOpen(pair, slotAt(number)));
        expect(faultsOf(closed(number, number), 'twelvedata').length).toBe(isClosed ? 0 : 1);
      }),
    );
  });
});

describe('prices that are missing', () => {
  /** Signals in a row, each settled in its own turn before the next, of which some lack their second price. */
  const signals = (lacks: readonly boolean[]) =>
    lacks.flatMap((isWithout, index) => {
      const number = 3 * index;
      const even = {
        outcome: 'break-even' as const,
        level: null,
        closes: closesAt(number, [1, null]),
      };
      const end = { ...settled(number), ...(isWithout ? even : {}) };
      return [published(number), missed(number + 1), missed(number + 2), end];
    });
  const faults = (lacks: readonly boolean[]) => faultsOf([GENESIS, ...signals(lacks)]);
  const some = (count: number, of: number) => Array.from({ length: of }, (_, at) => at < count);

  it('are believed of one close, which ends five ladders', () => {
    expect(faults(some(5, 120))).toEqual([]);
  });

  it('are a fault of the sixth settlement within a hundred', () => {
    expect(rulesOf(faults(some(6, 6)))).toEqual([{ rule: 'missing-prices', seq: 24, count: 1 }]);
    const apart = some(5, 101).with(99, true);
    expect(rulesOf(faults(apart))).toEqual([{ rule: 'missing-prices', seq: 400, count: 1 }]);
    expect(faults(some(5, 101).with(100, true))).toEqual([]);
  });

  it('are nobody’s gain in a signal that is lost', () => {
    const lost = some(8, 8).flatMap((_, index) => {
      const number = 5 * index;
      const between = [1, 2, 3, 4].map((more) => missed(number + more));
      const ended = { outcome: 'loss' as const, level: null, when: slotAt(number + 5) };
      const closes = closesAt(number, [5, 4, null, 3, 2]);
      return [published(number), ...between, { ...settled(number), ...ended, closes }];
    });
    expect(faultsOf([GENESIS, ...lost])).toEqual([]);
  });
});

describe('entries after a sighting', () => {
  const chain = verified([GENESIS, ...Array.from({ length: 60 }, (_, number) => missed(number))]);
  const seen = (size: number, at: number): Sighting => ({ size, at });

  it('may be as much older as a cache lags', () => {
    expect(findBackDated(chain, [seen(11, slotAt(10) + 2 * MINUTE_MS + 1000)])).toEqual([]);
    const [fault] = findBackDated(chain, [seen(11, slotAt(10) + 2 * MINUTE_MS + 1001)]);
    expect(fault).toMatchObject({ rule: 'back-dated', seq: 11, count: 1 });
  });

  it('are counted up to the first that is not older', () => {
    expect(rulesOf(findBackDated(chain, [seen(11, slotAt(30))]))).toEqual([
      { rule: 'back-dated', seq: 11, count: 20 },
    ]);
  });

  it('are one fault however often they were seen to be missing', () => {
    const sightings = [seen(11, slotAt(20)), seen(11, slotAt(30)), seen(11, slotAt(25))];
    expect(rulesOf(findBackDated(chain, sightings))).toEqual([
      { rule: 'back-dated', seq: 11, count: 20 },
    ]);
  });

  it('are never a fault of a ledger that was honest at every sighting', () => {
    const times = fc.integer({ min: 0, max: 60 * SLOT_MS });
    fc.assert(
      fc.property(fc.array(times), (moments) => {
        const sightings = moments.map((moment) => {
          const at = NOON + moment;
          let size = 0;
          while ((chain.entryAt(size)?.at ?? Infinity) <= at) size += 1;
          return seen(size, at);
        });
        expect(findBackDated(chain, sightings)).toEqual([]);
      }),
    );
  });
});
