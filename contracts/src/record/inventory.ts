import * as z from 'zod/mini';
import { sha256Hex } from '../core/sha256';
import { slotId } from '../core/slots';
import { DAY_MS } from '../core/time';
import type { Inventory, Stock } from './heartbeatDocument';
import type { Audience } from '../signals/signal';

export const markInputSchema = z.object({
  id: z.string(),
  salt: z.string(),
  direction: z.string(),
  entryPrice: z.number(),
  settlement: z.nullable(
    z.object({ outcome: z.string(), level: z.nullable(z.number()), settledAt: z.number() }),
  ),
});

export type MarkInput = z.infer<typeof markInputSchema>;

/** 48 bits, so that the sum of two is still exact. */
const MARK_DIGITS = 12;

const MODULUS = 16 ** MARK_DIGITS;

/**
 * Includes the salt. Only recipients know it before settlement, so sums reveal no direction to
 * others.
 */
export function computeMark({ id, salt, direction, entryPrice, settlement }: MarkInput): number {
  const ended = settlement && [settlement.outcome, settlement.level, settlement.settledAt];
  const text = JSON.stringify([id, salt, direction, entryPrice, ended]);
  return Number.parseInt(sha256Hex(text).slice(0, MARK_DIGITS), 16);
}

const EMPTY_STOCK: Stock = { count: 0, sum: 0 };

const addMark = ({ count, sum }: Stock, mark: number): Stock => ({
  count: count + 1,
  sum: (sum + mark) % MODULUS,
});

const replaceMark = ({ count, sum }: Stock, oldMark: number, newMark: number): Stock => ({
  count,
  sum: (sum - oldMark + newMark + MODULUS) % MODULUS,
});

type InventorySignal = MarkInput & { readonly audience: string };

export const getSlotDay = (id: string): string => id.slice(0, 8);

export const listInventoryDays = (slot: number): readonly string[] =>
  [slot - DAY_MS, slot].map((at) => getSlotDay(slotId(at)));

function updateStock(
  inventory: Inventory,
  { id, audience }: InventorySignal,
  update: (stock: Stock) => Stock,
) {
  const day = getSlotDay(id);
  const stocks = inventory[day];
  if (!stocks) return inventory;
  return {
    ...inventory,
    [day]: { ...stocks, [audience]: update(stocks[audience] ?? EMPTY_STOCK) },
  };
}

export const addSignal = (inventory: Inventory, signal: InventorySignal): Inventory =>
  updateStock(inventory, signal, (stock) => addMark(stock, computeMark(signal)));

export const replaceSignal = (
  inventory: Inventory,
  previous: InventorySignal,
  current: InventorySignal,
): Inventory =>
  updateStock(inventory, current, (stock) =>
    replaceMark(stock, computeMark(previous), computeMark(current)),
  );

export const buildInventory = (
  days: readonly string[],
  signals: readonly InventorySignal[],
): Inventory =>
  signals.reduce<Inventory>(addSignal, Object.fromEntries(days.map((day) => [day, {}])));

export const findDifferingDays = (
  expected: Inventory,
  actual: Inventory,
  audiences: readonly Audience[],
): string[] =>
  Object.entries(expected).flatMap(([day, stocks]) => {
    const differs = audiences.some((audience) => {
      const [expectedStock, actualStock] = [
        stocks[audience] ?? EMPTY_STOCK,
        actual[day]?.[audience] ?? EMPTY_STOCK,
      ];
      return expectedStock.count !== actualStock.count || expectedStock.sum !== actualStock.sum;
    });
    return differs ? [day] : [];
  });
