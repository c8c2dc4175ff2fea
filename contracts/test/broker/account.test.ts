import { describe, expect, it } from 'vitest';
import { suggestTier } from '../../src/broker/account';

const account = { underOurLink: true, funded: true, amount: 64 };

describe('suggestTier', () => {
  it('suggests Starter from $20 and Essential from $100', () => {
    expect([19.99, 20, 99.99, 100].map((amount) => suggestTier({ ...account, amount }))).toEqual([
      null,
      'starter',
      'starter',
      'essential',
    ]);
  });

  it('suggests nothing for a missing, foreign or unfunded account or an unknown amount', () => {
    expect(suggestTier(null)).toBeNull();
    expect(suggestTier({ ...account, underOurLink: false })).toBeNull();
    expect(suggestTier({ ...account, funded: false })).toBeNull();
    expect(suggestTier({ ...account, amount: null })).toBeNull();
  });
});
