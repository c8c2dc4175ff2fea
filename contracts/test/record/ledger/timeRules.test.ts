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

function verified(bodies: readonly Said[], source: Source = 'simulated'): ChainVerifier {
  const chain = new ChainVerifier(NOON + 500 * DAY_MS);
  for (const entry of chainIn(source, bodies)) expect(chain.take(entry)).toBeNull();
  return chain;
}

const listFaults = (bodies: readonly Said[], source?: Source) =>
  verified(bodies, source).summary()?.faults ?? [];

const summariseFaults = (faults: readonly TimeFault[]) =>
  faults.map(({ rule, seq, count }) => ({ rule, seq, count }));

describe('publication', () => {
  const after = (ms: number) => listFaults([GENESIS, { ...published(0), when: NOON + ms }]);

  it('is late if more than 90 seconds after its slot', () => {
    expect(after(LATEST_PUBLICATION_MS)).toEqual([]);
    expect(after(LATEST_PUBLICATION_MS + 1)).toMatchObject([{ rule: 'late-publication', seq: 1 }]);
    expect(after(LATEST_PUBLICATION_MS + 1)[0]?.reason).toContain('91 seconds');
  });
});

describe('missed slot', () => {
  const at = (ms: number) => listFaults([GENESIS, { ...missed(0), when: NOON + ms }]);

  it('is late if recorded ten minutes after its slot or later', () => {
    expect(at(2 * SLOT_MS - 1)).toEqual([]);
    expect(at(2 * SLOT_MS)).toMatchObject([{ rule: 'late-miss', seq: 1 }]);
    expect(at(2 * SLOT_MS)[0]?.reason).toContain('10 minutes');
  });

  it('counts consecutive late entries as one fault', () => {
    const late = [0, 1, 2, 3, 4].map((number) => ({ ...missed(number), when: slotAt(5) }));
    const later = { ...missed(6), when: slotAt(9) };
    expect(summariseFaults(listFaults([GENESIS, ...late, missed(5), later]))).toEqual([
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

describe('closed range', () => {
  it('is accepted if the calendar has the market closed', () => {
    expect(listFaults(closed(120, 690), 'twelvedata')).toEqual([]);
  });

  it('is a fault from the first slot at which the market was open', () => {
    const tuesday = listFaults(closed(4 * 288, 4 * 288 + 3), 'twelvedata');
    expect(tuesday).toMatchObject([{ rule: 'closed-while-open', seq: 2 }]);
    expect(tuesday[0]?.reason).toContain('20261124T1200Z');
  });

  it('may include earlier slots with ladders that would run past the close', () => {
    expect(listFaults(closed(116, 690), 'twelvedata')).toEqual([]);
    expect(listFaults(closed(90, 690), 'twelvedata')).toHaveLength(1);
  });

  it('is not checked for simulated prices', () => {
    expect(listFaults(closed(4 * 288, 4 * 288 + 3))).toEqual([]);
  });

  it('is a fault only if both EUR/USD and XAU/USD are open', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 * 288 }), (number) => {
        const isClosed = !['EURUSD', 'XAUUSD'].every((pair) => isPairOpen(pair, slotAt(number)));
        expect(listFaults(closed(number, number), 'twelvedata').length).toBe(isClosed ? 0 : 1);
      }),
    );
  });
});

describe('missing prices', () => {
  /** Consecutive signals, each settled before the next. Those marked true lack their second price. */
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
  const faults = (lacks: readonly boolean[]) => listFaults([GENESIS, ...signals(lacks)]);
  const some = (count: number, of: number) => Array.from({ length: of }, (_, at) => at < count);

  it('are accepted in five settlements', () => {
    expect(faults(some(5, 120))).toEqual([]);
  });

  it('are a fault from the sixth settlement within a hundred', () => {
    expect(summariseFaults(faults(some(6, 6)))).toEqual([
      { rule: 'missing-prices', seq: 24, count: 1 },
    ]);
    const apart = some(5, 101).with(99, true);
    expect(summariseFaults(faults(apart))).toEqual([
      { rule: 'missing-prices', seq: 400, count: 1 },
    ]);
    expect(faults(some(5, 101).with(100, true))).toEqual([]);
  });

  it('are accepted in lost signals', () => {
    const lost = some(8, 8).flatMap((_, index) => {
      const number = 5 * index;
      const between = [1, 2, 3, 4].map((more) => missed(number + more));
      const ended = { outcome: 'loss' as const, level: null, when: slotAt(number + 5) };
      const closes = closesAt(number, [5, 4, null, 3, 2]);
      return [published(number), ...between, { ...settled(number), ...ended, closes }];
    });
    expect(listFaults([GENESIS, ...lost])).toEqual([]);
  });
});

describe('findBackDated', () => {
  const chain = verified([GENESIS, ...Array.from({ length: 60 }, (_, number) => missed(number))]);
  const createSighting = (size: number, at: number): Sighting => ({ size, at });

  it('allows an entry to predate a sighting by the cache delay', () => {
    expect(findBackDated(chain, [createSighting(11, slotAt(10) + 2 * MINUTE_MS + 1000)])).toEqual(
      [],
    );
    const [fault] = findBackDated(chain, [createSighting(11, slotAt(10) + 2 * MINUTE_MS + 1001)]);
    expect(fault).toMatchObject({ rule: 'back-dated', seq: 11, count: 1 });
  });

  it('counts entries up to the first one after the sighting', () => {
    expect(summariseFaults(findBackDated(chain, [createSighting(11, slotAt(30))]))).toEqual([
      { rule: 'back-dated', seq: 11, count: 20 },
    ]);
  });

  it('merges repeated sightings into one fault', () => {
    const sightings = [
      createSighting(11, slotAt(20)),
      createSighting(11, slotAt(30)),
      createSighting(11, slotAt(25)),
    ];
    expect(summariseFaults(findBackDated(chain, sightings))).toEqual([
      { rule: 'back-dated', seq: 11, count: 20 },
    ]);
  });

  it('finds nothing if each sighting matches the ledger at that time', () => {
    const times = fc.integer({ min: 0, max: 60 * SLOT_MS });
    fc.assert(
      fc.property(fc.array(times), (moments) => {
        const sightings = moments.map((moment) => {
          const at = NOON + moment;
          let size = 0;
          while ((chain.entryAt(size)?.at ?? Infinity) <= at) size += 1;
          return createSighting(size, at);
        });
        expect(findBackDated(chain, sightings)).toEqual([]);
      }),
    );
  });
});
