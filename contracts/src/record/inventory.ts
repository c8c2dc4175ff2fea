import * as z from 'zod/mini';
import { sha256Hex } from '../core/sha256';
import { slotId } from '../core/slots';
import { DAY_MS } from '../core/time';
import type { Inventory, Stock } from './heartbeatDocument';
import type { Audience } from '../signals/signal';

/** The input of a mark: the fields that distinguish versions of a signal, typed so that any build can read them. */
export const markedSchema = z.object({
  id: z.string(),
  salt: z.string(),
  direction: z.string(),
  entryPrice: z.number(),
  settlement: z.nullable(
    z.object({ outcome: z.string(), level: z.nullable(z.number()), settledAt: z.number() }),
  ),
});

export type Marked = z.infer<typeof markedSchema>;

/** Hex digits of a mark: 48 bits, so that the sum of two stays an exact number. */
const DIGITS = 12;

const MODULUS = 16 ** DIGITS;

/**
 * The mark of a signal's current version. It includes the salt, which only its recipients know before settlement, so
 * that a sum of marks reveals no direction to anybody else.
 */
export function markOf({ id, salt, direction, entryPrice, settlement }: Marked): number {
  const ended = settlement && [settlement.outcome, settlement.level, settlement.settledAt];
  const text = JSON.stringify([id, salt, direction, entryPrice, ended]);
  return Number.parseInt(sha256Hex(text).slice(0, DIGITS), 16);
}

const NOTHING: Stock = { count: 0, sum: 0 };

/** Adds a signal's mark to the stock. */
const withMark = ({ count, sum }: Stock, mark: number): Stock => ({
  count: count + 1,
  sum: (sum + mark) % MODULUS,
});

/** Replaces one mark by another. */
const withMarkChanged = ({ count, sum }: Stock, before: number, after: number): Stock => ({
  count,
  sum: (sum - before + after + MODULUS) % MODULUS,
});

type InventorySignal = Marked & { readonly audience: string };

/** The UTC day of a slot's id: `20261120`. */
export const dayOfSlot = (id: string): string => id.slice(0, 8);

/** The days covered by an inventory whose newest slot is `slot` (epoch ms), older first. */
export const inventoryDays = (slot: number): readonly string[] =>
  [slot - DAY_MS, slot].map((at) => dayOfSlot(slotId(at)));

function changed(
  inventory: Inventory,
  { id, audience }: InventorySignal,
  change: (stock: Stock) => Stock,
) {
  const day = dayOfSlot(id);
  const stocks = inventory[day];
  if (!stocks) return inventory;
  return { ...inventory, [day]: { ...stocks, [audience]: change(stocks[audience] ?? NOTHING) } };
}

/** The inventory with one more signal; unchanged if it doesn't cover that day. */
export const withSignal = (inventory: Inventory, signal: InventorySignal): Inventory =>
  changed(inventory, signal, (stock) => withMark(stock, markOf(signal)));

/** The inventory after a signal changed; unchanged if it doesn't cover that day. */
export const withSignalChanged = (
  inventory: Inventory,
  before: InventorySignal,
  after: InventorySignal,
): Inventory =>
  changed(inventory, after, (stock) => withMarkChanged(stock, markOf(before), markOf(after)));

/** The inventory of exactly these days, counted from all of their signals. */
export const inventoryOf = (
  days: readonly string[],
  signals: readonly InventorySignal[],
): Inventory =>
  signals.reduce<Inventory>(withSignal, Object.fromEntries(days.map((day) => [day, {}])));

/** The days on which `held` differs from `told` for these audiences. */
export const differingDays = (
  told: Inventory,
  held: Inventory,
  audiences: readonly Audience[],
): string[] =>
  Object.entries(told).flatMap(([day, stocks]) => {
    const differs = audiences.some((audience) => {
      const [one, other] = [stocks[audience] ?? NOTHING, held[day]?.[audience] ?? NOTHING];
      return one.count !== other.count || one.sum !== other.sum;
    });
    return differs ? [day] : [];
  });
