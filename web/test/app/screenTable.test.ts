import { canUseFeature, TIERS, type Tier } from '@quantalgo/contracts/access/access';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { GROUPS, SCREEN_TABLE } from '../../src/app/screenTable';

const findRow = (label: string) => SCREEN_TABLE.find((row) => row.label === label);

/** The specification's table of roles and permissions: guest, starter, essential. */
const ROLES_AND_PERMISSIONS = {
  'Control Center': ['open', 'open', 'open'],
  'Upgrade Access': ['open', 'open', 'open'],
  'Account Hub': ['open', 'open', 'open'],
  'Support Desk': ['open', 'open', 'open'],
  'Signal Stream': ['locked', 'open', 'open'],
  'Trader’s Network': ['locked', 'open', 'open'],
  'Performance Matrix': ['locked', 'open', 'open'],
  'Platinum Stream': ['locked', 'locked', 'open'],
  'Essential Room': ['locked', 'locked', 'open'],
} as const;

const CELLS = SCREEN_TABLE.flatMap(({ label }) => {
  const listed = Object.entries(ROLES_AND_PERMISSIONS).find(([name]) => name === label);
  return TIERS.map((tier, index) => ({ label, tier, cell: listed?.[1][index] }));
}).filter(({ cell }) => cell !== undefined);

const getAccess = (label: string, tier: Tier, dashboardUnlocked: boolean) => {
  const row = findRow(label);
  if (!row) throw new Error(`No row is called ${label}`);
  return canUseFeature(row.feature, { tier, dashboardUnlocked, staff: false }) ? 'open' : 'locked';
};

const budgetSchema = z.object({ screens: z.object({ kB: z.number() }) });

describe('SCREEN_TABLE', () => {
  it.each(CELLS)('$label is $cell to an unlocked $tier', ({ label, tier, cell }) => {
    expect(getAccess(label, tier, true)).toBe(cell);
  });

  it.each(CELLS)(
    '$label has the same access for a locked $tier as for a guest',
    ({ label, tier }) => {
      expect(getAccess(label, tier, false)).toBe(getAccess(label, 'guest', false));
    },
  );

  it.each(['Copy Trading', 'AI Trading Bot', 'Mentorship Vault'])(
    '%s is locked for guests and locked members, and open to unlocked members',
    (label) => {
      expect(TIERS.map((tier) => getAccess(label, tier, true))).toEqual(['locked', 'open', 'open']);
      expect(TIERS.map((tier) => getAccess(label, tier, false))).toEqual(TIERS.map(() => 'locked'));
    },
  );

  it.each(['Platinum Stream', 'Essential Room', 'Trader’s Network'])(
    '%s works offline: it shows stored data and queues messages',
    (label) => expect(findRow(label)?.offline).toBe('stored-and-queued'),
  );

  it('lists the screens in the order of the specification', () => {
    const order = [
      'Control Center',
      'Signal Stream',
      'Platinum Stream',
      'Essential Room',
      'Trader’s Network',
      'Performance Matrix',
      'Upgrade Access',
      'Account Hub',
      'Support Desk',
    ];
    const places = SCREEN_TABLE.map(({ label }) => order.findIndex((name) => name === label));
    const positions = places.filter((place) => place >= 0);
    expect(positions).toEqual([...positions].sort((one, other) => one - other));
  });

  it('keeps the screens of a group together', () => {
    const groups = SCREEN_TABLE.map(({ group }) => GROUPS.indexOf(group));
    expect(groups).toEqual([...groups].sort((one, other) => one - other));
  });

  it('has at most four screens in the bottom bar, leaving the fifth place to More', () => {
    expect(SCREEN_TABLE.filter((row) => 'barLabel' in row).length).toBeLessThanOrEqual(4);
  });

  it('limits each screen to 40 kB', () => {
    const file = new URL('../../budget.json', import.meta.url);
    const { screens } = budgetSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    expect(screens.kB).toBeLessThanOrEqual(40);
  });
});
