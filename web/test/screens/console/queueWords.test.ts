import { HOUR_MS } from '@quantalgo/contracts/core/time';
import { describe, expect, it } from 'vitest';
import { suggestedTier } from '../../../src/screens/console/submissions/Case';
import { waitLook } from '../../../src/screens/console/submissions/QueueList';
import { PROOF_REVIEW, SETUP_REVIEW } from '../../../src/screens/console/submissions/kinds';
import {
  maxZoom,
  sidewaysScale,
  step,
  WHOLE,
} from '../../../src/screens/console/submissions/Picture';

const row = {
  traderId: 'PO-1',
  underOurLink: true,
  funded: true,
  amount: 64,
  importedAt: '2026-11-20T10:00:00.000Z',
};

describe('what the broker’s list speaks for', () => {
  it('is Starter from $20 on and Essential from $100 on', () => {
    expect([19.99, 20, 99.99, 100].map((amount) => suggestedTier({ ...row, amount }))).toEqual([
      null,
      'starter',
      'starter',
      'essential',
    ]);
  });

  it('is nothing for an account that is not listed, not ours, not funded, or of unknown amount', () => {
    expect(suggestedTier(null)).toBeNull();
    expect(suggestedTier({ ...row, underOurLink: false })).toBeNull();
    expect(suggestedTier({ ...row, funded: false })).toBeNull();
    expect(suggestedTier({ ...row, amount: null })).toBeNull();
  });
});

describe.each([
  [PROOF_REVIEW, [18, 18.1, 24, 24.1]],
  [SETUP_REVIEW, [36, 36.1, 48, 48.1]],
] as const)('a wait', ({ noun, promiseMs }, hours) => {
  it(`of a ${noun} is to be seen from three quarters of the time that is promised, and late after it`, () => {
    expect(hours.map((one) => waitLook(one * HOUR_MS, promiseMs))).toEqual([
      'in time',
      'urgent',
      'urgent',
      'late',
    ]);
  });
});

describe('the view of an image', () => {
  it('moves only while it is closer than whole, and is in the middle when it is whole again', () => {
    expect(step(WHOLE, 'left')).toEqual(WHOLE);
    const close = step(WHOLE, 'closer');
    expect(step(close, 'left').x).toBeGreaterThan(0);
    expect(step(step(close, 'left'), 'farther')).toEqual(WHOLE);
  });

  it('is upright again after four turns', () => {
    const turned = ['turn', 'turn', 'turn', 'turn'] as const;
    expect(turned.reduce<typeof WHOLE>(step, WHOLE)).toEqual(WHOLE);
  });

  it('fits its frame sideways too', () => {
    const frame = { width: 400, height: 500 };
    const picture = { width: 800, height: 400 };
    const upright = 400 / 800;
    expect(sidewaysScale(frame, picture) * upright * picture.width).toBeLessThanOrEqual(500);
    expect(sidewaysScale(frame, { width: 0, height: 0 })).toBe(1);
  });

  it('enlarges a long capture until its text can be read', () => {
    const frame = { width: 350, height: 380 };
    const most = maxZoom(frame, { width: 1080, height: 11_000 });
    const shownWidth = ((frame.height / 11_000) * 1080 * most) / 1080;
    expect(shownWidth).toBeCloseTo(2);
    expect(maxZoom(frame, { width: 700, height: 700 })).toBe(8);
    let view = WHOLE;
    for (let tries = 0; tries < 20; tries += 1) view = step(view, 'closer', most);
    expect(view.zoom).toBe(most);
  });
});
