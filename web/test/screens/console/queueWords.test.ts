import { HOUR_MS } from '@quantalgo/contracts/core/time';
import { describe, expect, it } from 'vitest';
import { getWaitUrgency } from '../../../src/screens/console/submissions/QueueList';
import { PROOF_REVIEW, SETUP_REVIEW } from '../../../src/screens/console/submissions/kinds';
import {
  getMaxZoom,
  getSidewaysScale,
  applyViewCommand,
  WHOLE,
} from '../../../src/screens/console/submissions/Picture';

describe.each([
  [PROOF_REVIEW, [18, 18.1, 24, 24.1]],
  [SETUP_REVIEW, [36, 36.1, 48, 48.1]],
] as const)('wait urgency', ({ noun, promiseMs }, hours) => {
  it(`marks a ${noun} urgent from three quarters of the promised time and late after it`, () => {
    expect(hours.map((one) => getWaitUrgency(one * HOUR_MS, promiseMs))).toEqual([
      'in time',
      'urgent',
      'urgent',
      'late',
    ]);
  });
});

describe('image view', () => {
  it('pans only while zoomed in and recentres when zoomed out', () => {
    expect(applyViewCommand(WHOLE, 'left')).toEqual(WHOLE);
    const close = applyViewCommand(WHOLE, 'closer');
    expect(applyViewCommand(close, 'left').x).toBeGreaterThan(0);
    expect(applyViewCommand(applyViewCommand(close, 'left'), 'farther')).toEqual(WHOLE);
  });

  it('is upright again after four turns', () => {
    const turned = ['turn', 'turn', 'turn', 'turn'] as const;
    expect(turned.reduce<typeof WHOLE>(applyViewCommand, WHOLE)).toEqual(WHOLE);
  });

  it('fits its frame when turned sideways', () => {
    const frame = { width: 400, height: 500 };
    const picture = { width: 800, height: 400 };
    const upright = 400 / 800;
    expect(getSidewaysScale(frame, picture) * upright * picture.width).toBeLessThanOrEqual(500);
    expect(getSidewaysScale(frame, { width: 0, height: 0 })).toBe(1);
  });

  it('allows enough zoom to read a long screenshot', () => {
    const frame = { width: 350, height: 380 };
    const most = getMaxZoom(frame, { width: 1080, height: 11_000 });
    const shownWidth = ((frame.height / 11_000) * 1080 * most) / 1080;
    expect(shownWidth).toBeCloseTo(2);
    expect(getMaxZoom(frame, { width: 700, height: 700 })).toBe(8);
    let view = WHOLE;
    for (let tries = 0; tries < 20; tries += 1) view = applyViewCommand(view, 'closer', most);
    expect(view.zoom).toBe(most);
  });
});
