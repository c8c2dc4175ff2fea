import { WAT } from '@quantalgo/contracts/core/time';
import { formatResult } from '@quantalgo/contracts/signals/stateText';
import { describe, expect, it } from 'vitest';
import {
  describeNewSignal,
  formatDeliveryDelay,
  formatLevelReached,
  getWorstPriceLabel,
} from '../../../src/screens/signals/signalText';
import { brokeEven, lostAll, received, wonAtLevel1 } from './signals';

describe('signal text', () => {
  it('announces the verdict first, then pair, direction and entry time with its zone', () => {
    expect(describeNewSignal(received(), 'paper', WAT)).toBe(
      'New signal. Paper only: EUR/USD CALL, enter at 15:10 WAT',
    );
  });

  it('labels a CALL limit “Not above” and a PUT limit “Not below”', () => {
    expect(getWorstPriceLabel({ direction: 'CALL' })).toBe('Not above');
    expect(getWorstPriceLabel({ direction: 'PUT' })).toBe('Not below');
  });

  it('formats the outcome and the level reached', () => {
    expect(formatResult(wonAtLevel1())).toBe('Won at level 1');
    expect(formatLevelReached(wonAtLevel1())).toBe('level 1');
    expect(formatResult(lostAll())).toBe('Lost, all 4 levels');
    expect(formatLevelReached(lostAll())).toBe('all 4 levels');
    expect(formatResult(brokeEven())).toBe('Break-even');
    expect(formatLevelReached(brokeEven())).toBe('level 0');
  });

  it('never formats a negative delivery delay', () => {
    expect(formatDeliveryDelay(1000, 1240)).toBe('0.2 s');
    expect(formatDeliveryDelay(1000, 900)).toBe('0.0 s');
  });
});
