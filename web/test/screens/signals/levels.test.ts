import { REVEAL_WITHIN_MS, SLOT_MS } from '@quantalgo/contracts';
import { describe, expect, it } from 'vitest';
import { playedLevels, SETTLED_WITHIN_MS } from '../../../src/screens/signals/levels';
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

const at = (now: number, knownUntil = now) => statesOf(playedLevels(received(), now, knownUntil));

describe('the levels of a signal that runs', () => {
  it('lights level 0 from publication on', () => {
    expect(at(ENTRY - 60_000)).toEqual(['now', 'ahead', 'ahead', 'ahead']);
    expect(at(ENTRY + 60_000)).toEqual(['now', 'ahead', 'ahead', 'ahead']);
  });

  it('calls a level not won once its settlement would have come', () => {
    const over = ENTRY + SLOT_MS;
    expect(at(over + SETTLED_WITHIN_MS)).toEqual(['not-won', 'now', 'ahead', 'ahead']);
  });

  it('says nothing of a level whose settlement may be on its way', () => {
    expect(at(ENTRY + SLOT_MS + 1000)).toEqual(['unknown', 'now', 'ahead', 'ahead']);
  });

  it('says nothing of levels that ended after the server was last heard', () => {
    const offline = ENTRY + 2 * SLOT_MS + 60_000;
    expect(at(offline, ENTRY + SLOT_MS + 60_000)).toEqual(['not-won', 'unknown', 'now', 'ahead']);
  });

  it('never guesses the result of the last level', () => {
    const over = ENTRY + 4 * SLOT_MS + 60_000;
    expect(at(over)).toEqual(['not-won', 'not-won', 'not-won', 'unknown']);
  });
});

describe('the levels of a settled signal', () => {
  const levelsOf = (settlement: ReturnType<typeof settled>) =>
    playedLevels(received(0, { settlement }), 0, 0);

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
    const late = { ...lostAll(), settledAt: SLOT + REVEAL_WITHIN_MS + 1 };
    expect(statesOf(levelsOf(late))).toEqual(['void', 'void', 'void', 'void']);
  });

  it('gives each level the closes it was judged on', () => {
    const [first, second, third] = levelsOf(wonAtLevel1());
    expect([first?.entry, first?.exit]).toEqual([1.0854, 1.0852]);
    expect([second?.entry, second?.exit]).toEqual([1.0852, 1.0855]);
    expect([third?.entry, third?.exit]).toEqual([1.0855, null]);
  });
});
