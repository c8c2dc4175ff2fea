import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { REVEAL_TIMEOUT_MS } from '@quantalgo/contracts/signals/ended';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getPlayedLevels } from '../../../src/screens/signals/levels';
import {
  brokeEven,
  ENTRY,
  lostAll,
  received,
  settled,
  SLOT,
  statesOf,
  wonAtLevel1,
} from './signals';

const at = (now: number) => statesOf(getPlayedLevels(received(), now));

describe('the levels of a signal that runs', () => {
  it('lights level 0 from publication on', () => {
    expect(at(ENTRY - 60_000)).toEqual(['now', 'ahead', 'ahead', 'ahead']);
    expect(at(ENTRY + 60_000)).toEqual(['now', 'ahead', 'ahead', 'ahead']);
  });

  it('waits for the close of a level that ended, and lights no larger stake meanwhile', () => {
    expect(at(ENTRY + SLOT_MS + 1000)).toEqual(['waiting', 'due', 'ahead', 'ahead']);
    expect(at(ENTRY + 2 * SLOT_MS)).toEqual(['waiting', 'waiting', 'due', 'ahead']);
  });

  it('never calls a level lost by the clock, however late its close is', () => {
    const hours = fc.integer({ min: 0, max: 48 * 60 * 60_000 });
    fc.assert(
      fc.property(hours, (late) => {
        const states = at(ENTRY + late);
        expect(states).not.toContain('lost');
        expect(states.slice(1)).not.toContain('now');
      }),
    );
    expect(at(ENTRY + 24 * 60 * 60_000)).toEqual(['waiting', 'waiting', 'waiting', 'waiting']);
  });
});

describe('the levels of a settled signal', () => {
  const levelsOf = (settlement: ReturnType<typeof settled>) =>
    getPlayedLevels(received(0, { settlement }), 0);

  it('strikes what was lost, marks what won, and leaves the rest unplayed', () => {
    expect(statesOf(levelsOf(wonAtLevel1()))).toEqual(['lost', 'won', 'unplayed', 'unplayed']);
    expect(statesOf(levelsOf(lostAll()))).toEqual(['lost', 'lost', 'lost', 'lost']);
    expect(statesOf(levelsOf(brokeEven()))).toEqual(['flat', 'unplayed', 'unplayed', 'unplayed']);
  });

  it('shows a flat later level as flat', () => {
    const flatThenWon = settled({ outcome: 'profit', level: 2 }, [1.2, 1.1, 1.1, 1.3]);
    expect(statesOf(levelsOf(flatThenWon))).toEqual(['lost', 'flat', 'won', 'unplayed']);
  });

  it('counts a level whose candle is missing as flat', () => {
    const missing = settled({ outcome: 'profit', level: 2 }, [1.2, null, 1.1, 1.3]);
    expect(statesOf(levelsOf(missing))).toEqual(['flat', 'flat', 'won', 'unplayed']);
  });

  it('calls no level won or lost in a signal that is lost for being judged too late', () => {
    const late = { ...lostAll(), settledAt: SLOT + REVEAL_TIMEOUT_MS + 1 };
    expect(statesOf(levelsOf(late))).toEqual(['void', 'void', 'void', 'void']);
  });

  it('gives each level the closes it was judged on', () => {
    const [first, second, third] = levelsOf(wonAtLevel1());
    expect([first?.entry, first?.exit]).toEqual([1.0854, 1.0852]);
    expect([second?.entry, second?.exit]).toEqual([1.0852, 1.0855]);
    expect([third?.entry, third?.exit]).toEqual([1.0855, null]);
  });
});
