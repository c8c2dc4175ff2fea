import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Configuration,
  validateConfiguration,
  configurationSchema,
  isBotPaused,
  createConfiguration,
  PRESETS,
  RISK_LEVELS,
  findRiskLevel,
  togglePause,
} from '../../src/bots/configuration';
import { arbitraryConfiguration } from './arbitrary';

const NOW = Date.parse('2026-11-20T12:00:00Z');

describe('bot configuration', () => {
  it.each(RISK_LEVELS)('is valid and recognised at risk level %s', (risk) => {
    const configuration = createConfiguration(NOW, 0.8, risk);
    expect(validateConfiguration(configuration)).toEqual({});
    expect(findRiskLevel(configuration)).toBe(risk);
    expect(findRiskLevel({ ...configuration, maxOpenTrades: 9 })).toBeNull();
  });

  it('allows more open trades at higher risk, and no paper signals at the lowest', () => {
    const [careful, middle, bold] = RISK_LEVELS.map((risk) => PRESETS[risk]);
    expect(careful?.maxOpenTrades).toBeLessThan(middle?.maxOpenTrades ?? 0);
    expect(middle?.maxOpenTrades).toBeLessThan(bold?.maxOpenTrades ?? 0);
    expect(careful?.verdicts).not.toContain('paper');
  });

  it('is accepted if every field is in range', () => {
    fc.assert(
      fc.property(arbitraryConfiguration, (one) => configurationSchema.safeParse(one).success),
    );
  });

  it.each<[keyof Configuration, unknown, string]>([
    ['balance', 999, 'Enter a balance from $10 to $100,000'],
    ['balance', 10_000_001, 'Enter a balance from $10 to $100,000'],
    ['balance', Number.NaN, 'Enter a balance from $10 to $100,000'],
    ['stake', { kind: 'fixed', cents: 9 }, 'Enter a trade size from $0.10 to $10,000'],
    [
      'stake',
      { kind: 'percent', hundredths: 2_501 },
      'Enter a trade size from 0.1 to 25 percent of the balance',
    ],
    ['levels', 5, 'Enter 1 to 4 levels'],
    ['levels', 0, 'Enter 1 to 4 levels'],
    ['payout', 0.05, 'Enter a payout from 10 to 200 percent'],
    ['maxOpenTrades', 11, 'Enter 1 to 10 open trades'],
    ['maxOpenTrades', 1.5, 'Enter 1 to 10 open trades'],
    ['stopLoss', 99, 'Enter a daily loss limit from $1 to $100,000'],
    ['stopLadders', 0, 'Enter a daily limit of 1 to 20 lost trades'],
    ['verdicts', [], 'Choose at least one verdict'],
    ['verdicts', ['pays', 'pays'], 'Choose at least one verdict'],
    ['pairs', [], 'Choose 1 to 30 pairs, or all of them'],
    ['hours', { from: 9, to: 9 }, 'Enter two different whole hours from 0 to 24'],
    ['hours', { from: 0, to: 24 }, 'Enter two different whole hours from 0 to 24'],
    ['hours', { from: -1, to: 5 }, 'Enter two different whole hours from 0 to 24'],
  ])('is rejected with the allowed range: %s %j', (field, value, words) => {
    const given = { ...createConfiguration(NOW), [field]: value };
    expect(validateConfiguration(given)).toEqual({ [field]: words });
  });

  it('is rejected with unknown fields', () => {
    expect(
      configurationSchema.safeParse({ ...createConfiguration(NOW), broker: 'x' }).success,
    ).toBe(false);
  });

  it('records when it is paused and resumed', () => {
    const paused = togglePause(createConfiguration(NOW), NOW + 1);
    expect(isBotPaused(paused)).toBe(true);
    const resumed = togglePause(paused, NOW + 2);
    expect(isBotPaused(resumed)).toBe(false);
    expect(resumed.pauses).toEqual([{ from: NOW + 1, until: NOW + 2 }]);
  });
});
