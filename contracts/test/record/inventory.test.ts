import { getSlotDay } from '../../src/core/slots';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findDifferingDays,
  listInventoryDays,
  buildInventory,
  hashedFieldsSchema,
  hashSignal,
  addSignal,
  replaceSignal,
} from '../../src/record/inventory';
import { AUDIENCES, type Signal } from '../../src/signals/signal';
import { arbitrarySettlement, arbitrarySignal } from '../signals/arbitrarySignal';

const signals = fc.uniqueArray(arbitrarySignal, { selector: ({ id }) => id, maxLength: 8 });
const listDays = (all: readonly Signal[]) => [...new Set(all.map(({ id }) => getSlotDay(id)))];

describe('daily inventory', () => {
  it('is independent of the order in which signals are added', () => {
    fc.assert(
      fc.property(signals, arbitrarySettlement, fc.nat(), (all, settlement, rotation) => {
        const days = listDays(all);
        const settled = all.map((signal, index) =>
          index % 2 === 0 ? { ...signal, settlement } : signal,
        );
        const turn = all.length === 0 ? 0 : rotation % all.length;
        const turned = [...all.slice(turn), ...all.slice(0, turn)];
        const published = turned.reduce(addSignal, buildInventory(days, []));
        const updated = all.reduce((inventory, signal, index) => {
          const after = settled[index];
          return after ? replaceSignal(inventory, signal, after) : inventory;
        }, published);
        expect(updated).toEqual(buildInventory(days, settled));
        expect(
          findDifferingDays(updated, buildInventory(days, [...settled].reverse()), AUDIENCES),
        ).toEqual([]);
      }),
    );
  });

  it('differs if a signal is missing, extra or settled differently', () => {
    fc.assert(
      fc.property(signals, arbitrarySettlement, (all, settlement) => {
        const days = listDays(all);
        const complete = buildInventory(days, all);
        for (const signal of all) {
          const day = [getSlotDay(signal.id)];
          const others = all.filter((other) => other !== signal);
          const lacking = buildInventory(days, others);
          expect(findDifferingDays(complete, lacking, AUDIENCES)).toEqual(day);
          expect(findDifferingDays(lacking, complete, AUDIENCES)).toEqual(day);
          const otherwise = { ...signal, settlement };
          if (hashSignal(otherwise) === hashSignal(signal)) continue;
          const misread = buildInventory(days, [...others, otherwise]);
          expect(findDifferingDays(complete, misread, AUDIENCES)).toEqual(day);
        }
      }),
    );
  });

  it('ignores signals outside the member’s audiences', () => {
    fc.assert(
      fc.property(signals, (all) => {
        const basic = all.filter(({ audience }) => audience === 'basic');
        const days = listDays(all);
        const [complete, held] = [buildInventory(days, all), buildInventory(days, basic)];
        expect(findDifferingDays(complete, held, ['basic'])).toEqual([]);
      }),
    );
  });

  it('covers the current UTC day and the one before', () => {
    expect(listInventoryDays(Date.UTC(2026, 2, 1, 0, 5))).toEqual(['20260228', '20260301']);
  });

  it('ignores signals of other days', () => {
    fc.assert(
      fc.property(arbitrarySignal, (signal) => {
        const other = buildInventory(['19691231'], []);
        expect(addSignal(other, signal)).toEqual(other);
      }),
    );
  });
});

describe('signal hash', () => {
  it('can be computed for an unknown outcome', () => {
    fc.assert(
      fc.property(arbitrarySignal, arbitrarySettlement, (signal, settlement) => {
        const ended = { ...signal, settlement: { ...settlement, outcome: 'void', voidedBy: 'x' } };
        expect(hashSignal(hashedFieldsSchema.parse(ended))).not.toBe(hashSignal(signal));
      }),
    );
  });

  it('differs for each salt and direction', () => {
    const fields = { id: '20261120T1405Z', entryPrice: 1.08542, settlement: null };
    const marks = ['a', 'b'].flatMap((digit) =>
      ['CALL', 'PUT'].map((direction) =>
        hashSignal({ ...fields, direction, salt: digit.repeat(64) }),
      ),
    );
    expect(new Set(marks).size).toBe(4);
  });
});
