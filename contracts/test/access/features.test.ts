import { describe, expect, it } from 'vitest';
import {
  FEATURES,
  TIERS,
  canUseFeature,
  type Access,
  type Feature,
  type Tier,
} from '../../src/access/access';

const OPEN = true;
const LOCKED = false;

/** Specified permissions per feature: guest, starter, essential. */
const TABLE: Readonly<Record<Feature, readonly [boolean, boolean, boolean]>> = {
  'control-center': [OPEN, OPEN, OPEN],
  'upgrade-access': [OPEN, OPEN, OPEN],
  'account-hub': [OPEN, OPEN, OPEN],
  'support-desk': [OPEN, OPEN, OPEN],
  'signal-stream': [LOCKED, OPEN, OPEN],
  'traders-network': [LOCKED, OPEN, OPEN],
  'performance-matrix': [LOCKED, OPEN, OPEN],
  'platinum-stream': [LOCKED, LOCKED, OPEN],
  'essential-room': [LOCKED, LOCKED, OPEN],
  'copy-trading': [LOCKED, OPEN, OPEN],
  'bot-access': [LOCKED, OPEN, OPEN],
  'mentorship-vault': [LOCKED, OPEN, OPEN],
  'live-counter': [OPEN, OPEN, OPEN],
  'account-setup': [OPEN, OPEN, OPEN],
};

const access = (tier: Tier, dashboardUnlocked: boolean, staff = false): Access => ({
  tier,
  dashboardUnlocked,
  staff,
});

describe.each(Object.keys(FEATURES).filter((name): name is Feature => name in TABLE))(
  '%s',
  (feature) => {
    it.each(TIERS)('matches the specified table for an unlocked %s', (tier) => {
      const cell = TABLE[feature][TIERS.indexOf(tier)];
      expect(canUseFeature(feature, access(tier, true))).toBe(cell);
    });

    it.each(TIERS)('gives a locked %s the same access as a guest', (tier) => {
      expect(canUseFeature(feature, access(tier, false))).toBe(TABLE[feature][0]);
    });

    it.each(TIERS)('is open to staff with tier %s, locked or unlocked', (tier) => {
      expect(canUseFeature(feature, access(tier, false, true))).toBe(OPEN);
      expect(canUseFeature(feature, access(tier, true, true))).toBe(OPEN);
    });
  },
);

describe('feature table', () => {
  it('lists every dashboard feature', () => {
    expect(Object.keys(FEATURES).sort()).toEqual(Object.keys(TABLE).sort());
  });
});
