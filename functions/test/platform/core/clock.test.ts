import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { describe, expect, it } from 'vitest';
import { createRunClock } from '../../../src/platform/core/clock';
import { NOON } from '../../candles';

const run = (scheduled: number, inEmulator: boolean) => {
  let now = NOON;
  const clock = createRunClock(scheduled, { inEmulator, wall: () => now });
  return { clock, pass: (ms: number) => (now += ms) };
};

describe('scheduled run clock', () => {
  it('is the machine’s in production, whatever the scheduled time', () => {
    expect(run(NOON + SLOT_MS, false).clock()).toBe(NOON);
    expect(run(NOON - SLOT_MS, false).clock()).toBe(NOON);
  });

  it('may be up to one slot ahead on the local stack', () => {
    const { clock, pass } = run(NOON + SLOT_MS, true);
    expect(clock()).toBe(NOON + SLOT_MS);
    pass(1500);
    expect(clock()).toBe(NOON + SLOT_MS + 1500);
    expect(run(NOON + SLOT_MS + 1, true).clock()).toBe(NOON);
  });

  it('never goes back for a late run', () => {
    expect(run(NOON - SLOT_MS, true).clock()).toBe(NOON);
  });
});
