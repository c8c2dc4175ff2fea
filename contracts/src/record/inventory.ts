import * as z from 'zod/mini';
import { sha256Hex } from '../core/sha256';
import { getSlotDay, slotId } from '../core/slots';
import { DAY_MS } from '../core/time';
import type { Inventory, Checksum } from './heartbeatDocument';
import type { Audience } from '../signals/signal';

export const hashedFieldsSchema = z.object({
  id: z.string(),
  salt: z.string(),
  direction: z.string(),
  entryPrice: z.number(),
  settlement: z.nullable(
    z.object({ outcome: z.string(), level: z.nullable(z.number()), settledAt: z.number() }),
  ),
});

export type HashedFields = z.infer<typeof hashedFieldsSchema>;

/** 48 bits, so that the sum of two is still exact. */
const HASH_DIGITS = 12;

const MODULUS = 16 ** HASH_DIGITS;

/**
 * Includes the salt. Only recipients know it before settlement, so sums reveal no direction to
 * others.
 */
export function hashSignal({ id, salt, direction, entryPrice, settlement }: HashedFields): number {
  const settlementFields = settlement && [
    settlement.outcome,
    settlement.level,
    settlement.settledAt,
  ];
  const text = JSON.stringify([id, salt, direction, entryPrice, settlementFields]);
  return Number.parseInt(sha256Hex(text).slice(0, HASH_DIGITS), 16);
}

const EMPTY_CHECKSUM: Checksum = { count: 0, sum: 0 };

const addHash = ({ count, sum }: Checksum, hash: number): Checksum => ({
  count: count + 1,
  sum: (sum + hash) % MODULUS,
});

const replaceHash = ({ count, sum }: Checksum, oldHash: number, newHash: number): Checksum => ({
  count,
  sum: (sum - oldHash + newHash + MODULUS) % MODULUS,
});

type InventorySignal = HashedFields & { readonly audience: string };

export const listInventoryDays = (slot: number): readonly string[] =>
  [slot - DAY_MS, slot].map((at) => getSlotDay(slotId(at)));

function updateChecksum(
  inventory: Inventory,
  { id, audience }: InventorySignal,
  update: (checksum: Checksum) => Checksum,
) {
  const day = getSlotDay(id);
  const checksums = inventory[day];
  if (!checksums) return inventory;
  return {
    ...inventory,
    [day]: { ...checksums, [audience]: update(checksums[audience] ?? EMPTY_CHECKSUM) },
  };
}

export const addSignal = (inventory: Inventory, signal: InventorySignal): Inventory =>
  updateChecksum(inventory, signal, (checksum) => addHash(checksum, hashSignal(signal)));

export const replaceSignal = (
  inventory: Inventory,
  previous: InventorySignal,
  current: InventorySignal,
): Inventory =>
  updateChecksum(inventory, current, (checksum) =>
    replaceHash(checksum, hashSignal(previous), hashSignal(current)),
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
  Object.entries(expected).flatMap(([day, checksums]) => {
    const differs = audiences.some((audience) => {
      const [expectedChecksum, actualChecksum] = [
        checksums[audience] ?? EMPTY_CHECKSUM,
        actual[day]?.[audience] ?? EMPTY_CHECKSUM,
      ];
      return (
        expectedChecksum.count !== actualChecksum.count ||
        expectedChecksum.sum !== actualChecksum.sum
      );
    });
    return differs ? [day] : [];
  });
