import { canUseFeature, TIERS, type Tier } from '@quantalgo/contracts/access/access';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { GROUPS, SCREEN_TABLE } from '../../src/app/screenTable';

const rowOf = (label: string) => SCREEN_TABLE.find((row) => row.label === label);

/** The specification's table of roles and permissions: guest, starter, essential. */
const ROLES_AND_PERMISSIONS = {
  'Control Center': ['open', 'open', 'open'],
  'Upgrade Access': ['open', 'open', 'open'],
  'Account Hub': ['open', 'open', 'open'],
  'Support Desk': ['open', 'open', 'open'],
  'Signal Stream': ['locked', 'open', 'open'],
  "Trader's Network": ['locked', 'open', 'open'],
  'Performance Matrix': ['locked', 'open', 'open'],
  'Platinum Stream': ['locked', 'locked', 'open'],
  'Essential Room': ['locked', 'locked', 'open'],
} as const;

const CELLS = SCREEN_TABLE.flatMap(({ label }) => {
  const listed = Object.entries(ROLES_AND_PERMISSIONS).find(([name]) => name === label);
  return TIERS.map((tier, index) => ({ label, tier, cell: listed?.[1][index] }));
}).filter(({ cell }) => cell !== undefined);

const seenBy = (label: string, tier: Tier, dashboardUnlocked: boolean) => {
  const row = rowOf(label);
  if (!row) throw new Error(`No row is called ${label}`);
  return canUseFeature(row.feature, { tier, dashboardUnlocked, staff: false }) ? 'open' : 'locked';
};

const budgetSchema = z.object({ screens: z.object({ kB: z.number() }) });

describe('the table of screens', () => {
  it.each(CELLS)('$label is $cell to an unlocked $tier', ({ label, tier, cell }) => {
    expect(seenBy(label, tier, true)).toBe(cell);
  });

  it.each(CELLS)('$label is to a locked $tier what it is to a guest', ({ label, tier }) => {
    expect(seenBy(label, tier, false)).toBe(seenBy(label, 'guest', false));
  });

  it.each(['Copy Trading', 'AI Trading Bot', 'Mentorship Vault'])(
    '%s is a teaser while locked, and open to every unlocked tier',
    (label) => {
      expect(TIERS.map((tier) => seenBy(label, tier, true))).toEqual(['locked', 'open', 'open']);
      expect(TIERS.map((tier) => seenBy(label, tier, false))).toEqual(TIERS.map(() => 'locked'));
    },
  );

  it.each(['Platinum Stream', 'Essential Room', "Trader's Network"])(
    '%s, where members write, shows what the device keeps and queues their words',
    (label) => expect(rowOf(label)?.offline).toBe('stored-and-queued'),
  );

  it('names the rooms in the order of the specification', () => {
    const order = [
      'Control Center',
      'Signal Stream',
      'Platinum Stream',
      'Essential Room',
      "Trader's Network",
      'Performance Matrix',
      'Upgrade Access',
      'Account Hub',
      'Support Desk',
    ];
    const places = SCREEN_TABLE.map(({ label }) => order.findIndex((name) => name === label));
    const known = places.filter((place) => place >= 0);
    expect(known).toEqual([...known].sort((one, other) => one - other));
  });

  it('keeps the screens of a group together', () => {
    const groups = SCREEN_TABLE.map(({ group }) => GROUPS.indexOf(group));
    expect(groups).toEqual([...groups].sort((one, other) => one - other));
  });

  it('leads from the bar of phones to at most four screens, so that More is the fifth', () => {
    expect(SCREEN_TABLE.filter((row) => 'barLabel' in row).length).toBeLessThanOrEqual(4);
  });

  it('holds every screen to one budget', () => {
    const file = new URL('../../budget.json', import.meta.url);
    const { screens } = budgetSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    expect(screens.kB).toBeLessThanOrEqual(40);
  });
});
