import { WAT } from '@quantalgo/contracts/core/time';
import { outcomeText } from '@quantalgo/contracts/signals/words';
import { describe, expect, it } from 'vitest';
import {
  announcement,
  delayText,
  levelReachedText,
  worstLabel,
} from '../../../src/screens/signals/signalText';
import { brokeEven, lostAll, received, wonAtLevel1 } from './signals';

describe('the words of a signal', () => {
  it('announces the verdict first, then pair, direction and entry time with its zone', () => {
    expect(announcement(received(), 'paper', WAT)).toBe(
      'New signal. Paper only: EUR/USD CALL, enter at 15:10 WAT',
    );
  });

  it('bounds a CALL from above and a PUT from below', () => {
    expect(worstLabel({ direction: 'CALL' })).toBe('Not above');
    expect(worstLabel({ direction: 'PUT' })).toBe('Not below');
  });

  it('says how it ended and how far it went', () => {
    expect(outcomeText(wonAtLevel1())).toBe('Won at level 1');
    expect(levelReachedText(wonAtLevel1())).toBe('level 1');
    expect(outcomeText(lostAll())).toBe('Lost all four levels');
    expect(levelReachedText(lostAll())).toBe('4 levels');
    expect(outcomeText(brokeEven())).toBe('Break-even');
    expect(levelReachedText(brokeEven())).toBe('level 0');
  });

  it('never claims that a signal came before it was sent', () => {
    expect(delayText(1000, 1240)).toBe('0.2 s');
    expect(delayText(1000, 900)).toBe('0.0 s');
  });
});
