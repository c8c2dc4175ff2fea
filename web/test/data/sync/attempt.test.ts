import { UPLOAD_MISSING } from '@quantalgo/contracts/submissions/submission';
import { describe, expect, it } from 'vitest';
import { ApiError, NetworkError } from '../../../src/data/core/errors';
import { applyAttempt, getItemDueTime, toSendOutcome } from '../../../src/data/sync/deliver';
import type { OutboxItem } from '../../../src/data/outbox/item';
import { anItem } from '../outbox/anItem';

const NOW = 1_800_000_000_000;
const BROKEN = new TypeError('any is not a function');
const UNREACHABLE = { type: 'unreachable', fault: null } as const;

describe('toSendOutcome', () => {
  it.each([
    [new NetworkError('offline'), { type: 'unreachable', fault: null }],
    [new DOMException('cut', 'AbortError'), { type: 'unreachable', fault: null }],
    [new ApiError('Broken', 500), { type: 'unreachable', fault: null }],
    [new ApiError('Your session has ended', 401), { type: 'unreachable', fault: null }],
    [BROKEN, { type: 'unreachable', fault: 'TypeError: any is not a function', cause: BROKEN }],
    [new ApiError('Slow down', 429, 30), { type: 'later', ms: 30_000 }],
    [new ApiError('Not an image', 400), { type: 'refused', reason: 'Not an image' }],
    [new ApiError('Not there', 409), { type: 'refused', reason: 'Not there' }],
    [
      new ApiError('Not arrived', 409, undefined, false, undefined, UPLOAD_MISSING),
      { type: 'unreachable', fault: null },
    ],
  ])('%s', (error, outcome) => {
    expect(toSendOutcome(error)).toEqual(outcome);
  });
});

describe('applyAttempt and getItemDueTime', () => {
  it('doubles the retry delay up to one minute and never stops retrying', () => {
    let item: OutboxItem = anItem();
    const delays = Array.from({ length: 9 }, () => {
      item = applyAttempt(item, UNREACHABLE, NOW, 0);
      return item.nextAttemptAt - NOW;
    });
    expect(delays).toEqual([2, 4, 8, 16, 32, 60, 60, 60, 60].map((seconds) => seconds * 1000));
    expect(item.state).toBe('waiting');
  });

  it('shortens the retry delay by up to half, depending on the device’s jitter', () => {
    const getDelay = (jitter: number) =>
      applyAttempt(anItem(), UNREACHABLE, NOW, jitter).nextAttemptAt - NOW;
    expect([0, 0.5, 1].map(getDelay)).toEqual([2000, 1500, 1000]);
  });

  it('marks the item sent or refused, and never due again once sent', () => {
    expect(applyAttempt(anItem(), { type: 'sent' }, NOW, 0)).toMatchObject({
      state: 'sent',
      sentAt: NOW,
    });
    expect(applyAttempt(anItem(), { type: 'refused', reason: 'No image' }, NOW, 0)).toMatchObject({
      state: 'refused',
      reason: 'No image',
    });
    expect(getItemDueTime(anItem({ state: 'sent' }), NOW)).toBeNull();
  });

  it('delays the next attempt by the server’s Retry-After', () => {
    expect(getItemDueTime(applyAttempt(anItem(), { type: 'later', ms: 5000 }, NOW, 0), NOW)).toBe(
      NOW + 5000,
    );
  });

  it('keeps the Retry-After delay across reconnections, capped at one day', () => {
    const deferred = applyAttempt(anItem(), { type: 'later', ms: 3_600_000 }, NOW, 0);
    expect(getItemDueTime({ ...deferred, nextAttemptAt: 0 }, NOW + 60_000)).toBe(NOW + 3_600_000);
    const long = applyAttempt(anItem(), { type: 'later', ms: 365 * 86_400_000 }, NOW, 0);
    expect(getItemDueTime(long, NOW)).toBe(NOW + 86_400_000);
  });

  it.each([
    { type: 'sent' },
    { type: 'later', ms: 1000 },
    { type: 'refused', reason: 'No image' },
    UNREACHABLE,
  ] as const)('keeps an app fault until the next attempt: $type', (next) => {
    const failed = applyAttempt(anItem(), toSendOutcome(BROKEN), NOW, 0);
    expect(failed).toMatchObject({ attempts: 1, fault: 'TypeError: any is not a function' });
    expect(applyAttempt(failed, next, NOW, 0).fault).toBeNull();
  });

  it('stops sending after a week unless the member confirms', () => {
    const item = anItem();
    const later = item.createdAt + 7 * 86_400_000 + 1;
    expect([getItemDueTime(item, later - 1), getItemDueTime(item, later)]).toEqual([0, null]);
    expect(getItemDueTime({ ...item, confirmedAt: later }, later)).toBe(0);
  });

  it('is due after the page closed mid-send or the clock was set back', () => {
    expect(getItemDueTime(anItem({ state: 'sending' }), NOW)).toBe(0);
    expect(getItemDueTime(anItem({ nextAttemptAt: NOW + 24 * 60 * 60_000 }), NOW)).toBe(NOW);
    expect(getItemDueTime(anItem({ notBefore: NOW + 25 * 60 * 60_000 }), NOW)).toBe(NOW);
  });
});
