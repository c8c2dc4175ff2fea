import { DAY_MS, MINUTE_MS } from '@quantalgo/contracts/core/time';
import { describe, expect, it } from 'vitest';
import { shouldOfferInstall, addVisit, type InstallHistory } from '../../../src/data/pwa/install';

const NOTHING: InstallHistory = { visits: 0, seenAt: 0, refusals: 0, refusedAt: 0 };
const NOW = Date.parse('2026-11-20T10:00:00Z');

/** A history with visits that started these periods (ms) ago. */
const createHistory = (...ago: number[]) =>
  ago.reduce((history, before) => addVisit(history, NOW - before), NOTHING);

describe('install offer', () => {
  it('is not made on the first visit, even after several pages', () => {
    expect(shouldOfferInstall(createHistory(0), NOW)).toBe(false);
    expect(shouldOfferInstall(createHistory(40 * MINUTE_MS, 20 * MINUTE_MS, 0), NOW)).toBe(false);
  });

  it('is made from the second visit on', () => {
    expect(shouldOfferInstall(createHistory(DAY_MS, 0), NOW)).toBe(true);
    expect(shouldOfferInstall(createHistory(31 * MINUTE_MS, 0), NOW)).toBe(true);
  });

  it('is made again a month after it was declined', () => {
    const refused = { ...createHistory(90 * DAY_MS, 0), refusals: 1 };
    expect(shouldOfferInstall({ ...refused, refusedAt: NOW - 29 * DAY_MS }, NOW)).toBe(false);
    expect(shouldOfferInstall({ ...refused, refusedAt: NOW - 31 * DAY_MS }, NOW)).toBe(true);
  });

  it('is never made after it was declined twice', () => {
    const refused = {
      ...createHistory(90 * DAY_MS, 0),
      refusals: 2,
      refusedAt: NOW - 400 * DAY_MS,
    };
    expect(shouldOfferInstall(refused, NOW)).toBe(false);
  });
});
