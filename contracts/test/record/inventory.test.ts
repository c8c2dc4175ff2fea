import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  getSlotDay,
  findDifferingDays,
  listInventoryDays,
  buildInventory,
  markInputSchema,
  computeMark,
  addSignal,
  replaceSignal,
} from '../../src/record/inventory';
import { AUDIENCES, type Signal } from '../../src/signals/signal';
import { arbitrarySettlement, arbitrarySignal } from '../signals/arbitrarySignal';

const signals = fc.uniqueArray(arbitrarySignal, { selector: ({ id }) => id, maxLength: 8 });
const daysOf = (all: readonly Signal[]) => [...new Set(all.map(({ id }) => getSlotDay(id)))];

describe('the inventory of a day', () => {
  it('is the same in whatever order its signals came, and settled', () => {
    fc.assert(
      fc.property(signals, arbitrarySettlement, fc.nat(), (all, settlement, rotation) => {
        const days = daysOf(all);
        const settled = all.map((signal, index) =>
          index % 2 === 0 ? { ...signal, settlement } : signal,
        );
        const turn = all.length === 0 ? 0 : rotation % all.length;
        const turned = [...all.slice(turn), ...all.slice(0, turn)];
        const published = turned.reduce(addSignal, buildInventory(days, []));
        const kept = all.reduce((inventory, signal, index) => {
          const after = settled[index];
          return after ? replaceSignal(inventory, signal, after) : inventory;
        }, published);
        expect(kept).toEqual(buildInventory(days, settled));
        expect(
          findDifferingDays(kept, buildInventory(days, [...settled].reverse()), AUDIENCES),
        ).toEqual([]);
      }),
    );
  });

  it('differs where one signal is missing, is there once too often or ended otherwise', () => {
    fc.assert(
      fc.property(signals, arbitrarySettlement, (all, settlement) => {
        const days = daysOf(all);
        const told = buildInventory(days, all);
        for (const signal of all) {
          const day = [getSlotDay(signal.id)];
          const others = all.filter((other) => other !== signal);
          const lacking = buildInventory(days, others);
          expect(findDifferingDays(told, lacking, AUDIENCES)).toEqual(day);
          expect(findDifferingDays(lacking, told, AUDIENCES)).toEqual(day);
          const otherwise = { ...signal, settlement };
          if (computeMark(otherwise) === computeMark(signal)) continue;
          const misread = buildInventory(days, [...others, otherwise]);
          expect(findDifferingDays(told, misread, AUDIENCES)).toEqual(day);
        }
      }),
    );
  });

  it('asks nothing of a member about signals that they do not receive', () => {
    fc.assert(
      fc.property(signals, (all) => {
        const basic = all.filter(({ audience }) => audience === 'basic');
        const days = daysOf(all);
        const [told, held] = [buildInventory(days, all), buildInventory(days, basic)];
        expect(findDifferingDays(told, held, ['basic'])).toEqual([]);
      }),
    );
  });

  it('is kept of the day of the newest slot and the one before', () => {
    expect(listInventoryDays(Date.UTC(2026, 2, 1, 0, 5))).toEqual(['20260228', '20260301']);
  });

  it('does not change with a signal of another day', () => {
    fc.assert(
      fc.property(arbitrarySignal, (signal) => {
        const other = buildInventory(['19691231'], []);
        expect(addSignal(other, signal)).toEqual(other);
      }),
    );
  });
});

describe('the mark of a signal', () => {
  it('can be made by a build that does not know how the signal ended', () => {
    fc.assert(
      fc.property(arbitrarySignal, arbitrarySettlement, (signal, settlement) => {
        const ended = { ...signal, settlement: { ...settlement, outcome: 'void', voidedBy: 'x' } };
        expect(computeMark(markInputSchema.parse(ended))).not.toBe(computeMark(signal));
      }),
    );
  });

  it('tells nothing of the direction to somebody without the salt', () => {
    const known = { id: '20261120T1405Z', entryPrice: 1.08542, settlement: null };
    const marks = ['a', 'b'].flatMap((digit) =>
      ['CALL', 'PUT'].map((direction) =>
        computeMark({ ...known, direction, salt: digit.repeat(64) }),
      ),
    );
    expect(new Set(marks).size).toBe(4);
  });
});
