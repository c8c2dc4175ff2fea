import { describe, expect, it } from 'vitest';
import { parseEnvironment } from '../../../src/platform/core/environment';
import { openMarket } from '../../../src/platform/market/openMarket';

const REAL = {
  MARKET_DATA: 'twelvedata',
  TWELVEDATA_KEY: 'a key',
  TWELVEDATA_CREDITS_PER_MINUTE: '55',
  TWELVEDATA_CREDITS_PER_DAY: 'unlimited',
};
const open = (given: Record<string, string>) => openMarket(parseEnvironment(given));

describe('openMarket', () => {
  it('uses real prices if the plan suffices', async () => {
    expect(await open(REAL)).toMatchObject({ source: 'twelvedata' });
  });

  it('uses simulated prices on emulators and for a declared demonstration', async () => {
    expect((await open({ FUNCTIONS_EMULATOR: 'true' })).source).toBe('simulated');
    expect((await open({ DEMONSTRATION: 'true' })).source).toBe('simulated');
  });
});

describe('openMarket errors', () => {
  it.each<[string, Record<string, string>, string]>([
    [
      'simulated prices for a public record',
      { MARKET_DATA: 'simulated' },
      'MARKET_DATA is simulated: outside emulators such prices are only for demonstrations, which need DEMONSTRATION=true',
    ],
    [
      'replayed prices for a public record',
      { CANDLES_DIR: 'candles', DEMONSTRATION: 'false' },
      'MARKET_DATA is replay',
    ],
    [
      'the broker’s own pairs on a real source',
      { ...REAL, PAIRS: 'EURUSD,EURUSD-OTC' },
      'PAIRS includes EURUSD-OTC, which the real market doesn’t trade',
    ],
    [
      'more pairs than the plan’s credits per minute allow',
      { ...REAL, TWELVEDATA_CREDITS_PER_MINUTE: '8' },
      'Not enough Twelve Data credits: 4 pairs in each of the day’s 288 slots need 17 credits a minute, but the plan has 8',
    ],
    [
      'more pairs than the plan’s credits per day allow',
      { ...REAL, TWELVEDATA_CREDITS_PER_DAY: '800' },
      '4 pairs in each of the day’s 288 slots need 2600 credits a day, but the plan has 800',
    ],
    [
      'a real source without its key',
      { ...REAL, TWELVEDATA_KEY: '' },
      'Environment variable TWELVEDATA_KEY is missing',
    ],
  ])('reject %s', async (_, given, sentence) => {
    await expect(open(given)).rejects.toThrow(sentence);
  });
});
