import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { REVEAL_TIMEOUT_MS } from '@quantalgo/contracts/signals/signalEnd';
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
  listStates,
  wonAtLevel1,
} from './signals';

const at = (now: number) => listStates(getPlayedLevels(received(), now));

describe('levels of a running signal', () => {
  it('marks level 0 as current from publication', () => {
    expect(at(ENTRY - 60_000)).toEqual(['now', 'ahead', 'ahead', 'ahead']);
    expect(at(ENTRY + 60_000)).toEqual(['now', 'ahead', 'ahead', 'ahead']);
  });

  it('waits for an ended level’s close without making the next level current', () => {
    expect(at(ENTRY + SLOT_MS + 1000)).toEqual(['waiting', 'due', 'ahead', 'ahead']);
    expect(at(ENTRY + 2 * SLOT_MS)).toEqual(['waiting', 'waiting', 'due', 'ahead']);
  });

  it('never marks a level lost before its close arrives', () => {
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

describe('levels of a settled signal', () => {
  const getLevels = (settlement: ReturnType<typeof settled>) =>
    getPlayedLevels(received(0, { settlement }), 0);

  it('marks levels before the outcome lost, the deciding level won and the rest unplayed', () => {
    expect(listStates(getLevels(wonAtLevel1()))).toEqual(['lost', 'won', 'unplayed', 'unplayed']);
    expect(listStates(getLevels(lostAll()))).toEqual(['lost', 'lost', 'lost', 'lost']);
    expect(listStates(getLevels(brokeEven()))).toEqual([
      'flat',
      'unplayed',
      'unplayed',
      'unplayed',
    ]);
  });

  it('marks a later flat level as flat', () => {
    const flatThenWon = settled({ outcome: 'profit', level: 2 }, [1.2, 1.1, 1.1, 1.3]);
    expect(listStates(getLevels(flatThenWon))).toEqual(['lost', 'flat', 'won', 'unplayed']);
  });

  it('marks a level with a missing candle as flat', () => {
    const missing = settled({ outcome: 'profit', level: 2 }, [1.2, null, 1.1, 1.3]);
    expect(listStates(getLevels(missing))).toEqual(['flat', 'flat', 'won', 'unplayed']);
  });

  it('marks every level void if the signal was judged too late', () => {
    const late = { ...lostAll(), settledAt: SLOT + REVEAL_TIMEOUT_MS + 1 };
    expect(listStates(getLevels(late))).toEqual(['void', 'void', 'void', 'void']);
  });

  it('returns the entry and exit closes of each level', () => {
    const [first, second, third] = getLevels(wonAtLevel1());
    expect([first?.entry, first?.exit]).toEqual([1.0854, 1.0852]);
    expect([second?.entry, second?.exit]).toEqual([1.0852, 1.0855]);
    expect([third?.entry, third?.exit]).toEqual([1.0855, null]);
  });
});
