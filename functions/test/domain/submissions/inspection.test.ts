import { HOUR_MS, MINUTE_MS } from '@quantalgo/contracts/core/time';
import { describe, expect, it } from 'vitest';
import {
  decideAfterOutage,
  isCrashingFile,
  isInspectionDue,
} from '../../../src/domain/submissions/inspection';
import { NOON } from '../../candles';

const sent = { createdAt: NOON };

describe('submission inspection', () => {
  it('is left to its trigger for three minutes', () => {
    expect(isInspectionDue(sent, NOON + 3 * MINUTE_MS - 1)).toBe(false);
    expect(isInspectionDue(sent, NOON + 3 * MINUTE_MS)).toBe(true);
  });

  it('is due again three minutes after the last attempt', () => {
    const tried = { ...sent, triedAt: NOON + 10 * MINUTE_MS };
    expect(isInspectionDue(tried, NOON + 12 * MINUTE_MS)).toBe(false);
    expect(isInspectionDue(tried, NOON + 13 * MINUTE_MS)).toBe(true);
  });

  it('blames the file after three crashes', () => {
    expect([undefined, 2, 3].map((attempts) => isCrashingFile({ ...sent, attempts }))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('is retried for an hour if a service of ours fails', () => {
    expect(decideAfterOutage(sent, NOON + HOUR_MS - 1)).toBe('retry');
    expect(decideAfterOutage(sent, NOON + HOUR_MS)).toBe('give up');
  });
});
