import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { describe, expect, it } from 'vitest';
import { simulateComeback } from '../../src/bench/comeback';

/** Numbers of a fixed sequence, 0 to 1. Source: Park and Miller, 1988. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const comeback = (instances: number, members = 100_000, seed = 1) =>
  simulateComeback({ members, withinMs: 5 * MINUTE_MS, instances }, randomFrom(seed));

describe('100,000 logged-out members', () => {
  it('are logged in within two hours on four instances, as docs/scale.md says', () => {
    const { lastMs, maxRefusalsPerSecond } = comeback(4);
    expect(lastMs).toBeLessThan(120 * MINUTE_MS);
    expect(maxRefusalsPerSecond).toBeLessThan(200);
  });

  it('are logged in within half an hour on twenty instances, as docs/scale.md says', () => {
    const { lastMs, medianMs, maxRefusalsPerSecond } = comeback(20);
    expect(medianMs).toBeLessThan(14 * MINUTE_MS);
    expect(lastMs).toBeLessThan(30 * MINUTE_MS);
    expect(maxRefusalsPerSecond).toBeLessThan(120);
  });

  it('are logged in within eleven minutes on eighty instances', () => {
    expect(comeback(80).lastMs).toBeLessThan(11 * MINUTE_MS);
  });
});

describe('1,000 logged-out members', () => {
  it('need hardly any retries on twenty instances', () => {
    const { tries, lastMs } = comeback(20, 1000);
    expect(tries).toBeLessThan(1.1);
    expect(lastMs).toBeLessThan(6 * MINUTE_MS);
  });
});
