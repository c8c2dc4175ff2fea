import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import { describe, expect, it } from 'vitest';
import { fitCalibration } from '../../../../src/domain/signals/calibration/fit';
import { partitionByCalibration } from '../../../../src/domain/signals/selection';
import { meanReversion } from '../../../../src/domain/signals/strategies/meanReversion';
import { NOON } from '../../../candles';

const at = { slot: NOON, source: 'simulated', rules: LADDER_RULES } as const;
const { levels, stakes } = LADDER_RULES;
const longer = { ...LADDER_RULES, levels: levels + 1, stakes: [...stakes, 50] };

describe('partitionByCalibration', () => {
  const calibration = fitCalibration(meanReversion, [], at);
  const calibrations = new Map([[meanReversion.id, calibration]]);
  const holdsAt = (changes: Partial<Parameters<typeof partitionByCalibration>[2]>) =>
    partitionByCalibration([meanReversion], calibrations, { ...at, ...changes }).toFit.length === 0;

  it('accepts a calibration for an hour in its own market', () => {
    expect(holdsAt({ slot: NOON + 30 * MINUTE_MS })).toBe(true);
    expect(holdsAt({ slot: NOON + 90 * MINUTE_MS })).toBe(false);
    expect(holdsAt({ slot: NOON - MINUTE_MS })).toBe(false);
    expect(holdsAt({ source: 'replay' })).toBe(false);
  });

  it('accepts a calibration only under the rules it was fitted with', () => {
    expect(holdsAt({ rules: { ...LADDER_RULES } })).toBe(true);
    expect(holdsAt({ rules: longer })).toBe(false);
    expect(holdsAt({ rules: { ...LADDER_RULES, payout: 0.7 } })).toBe(false);
  });

  it('stores its rules in the calibration', () => {
    expect(fitCalibration(meanReversion, [], { ...at, rules: longer }).rules).toEqual(longer);
  });
});
