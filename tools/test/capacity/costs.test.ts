import { describe, expect, it } from 'vitest';
import {
  MEMBER_READS,
  MEMBER_WRITES,
  computeMonthlyBill,
  countPushOperations,
  SIZES,
} from '../../src/capacity/costs';

/* Worked out by hand. */

it('computes a member’s monthly reads and writes', () => {
  // 20 × (2 × 74 + 6 × 21) in the room, 200 × 3 by calls, ½ × (20 × 9 + 30 × 2) for a device, 30.44 × 5 by night
  expect(MEMBER_READS).toBeCloseTo(5480 + 600 + 120 + 152.2, 6);
  // 20 × 3, and ½ × 20 × 2 for a device
  expect(MEMBER_WRITES).toBe(80);
});

describe('computeMonthlyBill', () => {
  it('adds up the reads and writes of 1,000 members, the site and one shard', () => {
    const { reads, writes } = computeMonthlyBill(1000);
    expect(reads).toBeCloseTo(6_352_200 + 908_396.64 + 6250 * 100, 0);
    expect(writes).toBeCloseTo(80_000 + 159_375 + 6250 * 60, 0);
  });

  it('charges for accounts by the tiers of Identity Platform', () => {
    const accounts = (members: number) => computeMonthlyBill(members).items.accounts;
    expect(accounts(49_999)).toBe(0);
    expect(accounts(100_000)).toBeCloseTo(50_000 * 0.0055 + 0.0046, 6);
    expect(accounts(1_000_000)).toBeCloseTo(50_000 * 0.0055 + 900_000 * 0.0046 + 0.0032, 6);
  });

  it('includes 98 backups of the database and point-in-time recovery', () => {
    for (const members of SIZES) {
      const { databaseGib, items } = computeMonthlyBill(members);
      expect(items.backups).toBeCloseTo(databaseGib * 98 * 0.03, 9);
      expect(items.recovery).toBe(items.database);
    }
  });

  it('returns the sum of its items', () => {
    const { items, all } = computeMonthlyBill(10_000);
    expect(Object.values(items).reduce((sum, one) => sum + one, 0)).toBeCloseTo(all, 9);
  });
});

it('splits a push into shards of 1,000 devices', () => {
  expect(countPushOperations(1000)).toEqual({
    shards: 1,
    signal: { reads: 50, writes: 50 },
    outcome: { reads: 50, writes: 10 },
  });
  expect(countPushOperations(100_000)).toEqual({
    shards: 100,
    signal: { reads: 5005, writes: 5103 },
    outcome: { reads: 5005, writes: 1103 },
  });
});
