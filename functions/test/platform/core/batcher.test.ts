import fc from 'fast-check';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createBatcher } from '../../../src/platform/core/batcher';

/** A store that takes `ms` to read, and records the names of each round. */
function slowStore(ms: number) {
  const values = new Map<string, number>();
  const rounds: (readonly string[])[] = [];
  interface One {
    readonly name: string;
    readonly end: (found: number | undefined) => void;
  }
  const join = createBatcher(async (all: readonly One[]) => {
    rounds.push(all.map(({ name }) => name));
    const found = all.map(({ name }) => values.get(name));
    await wait(ms);
    all.forEach(({ end }, index) => end(found[index]));
  });
  const ask = (name: string) =>
    new Promise<number | undefined>((resolve) => join({ name, end: resolve }));
  return { values, rounds, ask };
}

const nextTurn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe('concurrent requests', () => {
  it('are served in one batch', async () => {
    const { values, rounds, ask } = slowStore(1);
    values.set('a', 1).set('b', 2);
    expect(await Promise.all([ask('a'), ask('b'), ask('a')])).toEqual([1, 2, 1]);
    expect(rounds).toEqual([['a', 'b', 'a']]);
  });
});

describe('requests during a batch', () => {
  it('never get values older than the request', async () => {
    const steps = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(steps, async (pauses) => {
        const { values, ask } = slowStore(2);
        const answers: Promise<void>[] = [];
        for (const [version, pause] of pauses.entries()) {
          values.set('access', version);
          answers.push(
            ask('access').then((found) => {
              expect(found).toBeGreaterThanOrEqual(version);
            }),
          );
          if (pause > 0) await wait(pause);
        }
        await Promise.all(answers);
      }),
      { numRuns: 30 },
    );
  });

  it('are served at once while a lane is free, and otherwise batched for the next', async () => {
    const { rounds, ask } = slowStore(20);
    const first = ask('a');
    await nextTurn();
    const second = ask('b');
    await nextTurn();
    expect(rounds).toEqual([['a'], ['b']]);
    const more = [ask('a'), ask('b')];
    await nextTurn();
    more.push(ask('a'));
    await nextTurn();
    expect(rounds).toHaveLength(2);
    await Promise.all([first, second, ...more]);
    expect(rounds).toEqual([['a'], ['b'], ['a', 'b', 'a']]);
  });

  it('wait at most a quarter of a second for a batch that hangs', async () => {
    const served: string[] = [];
    const join = createBatcher((all: readonly string[]) => {
      served.push(...all);
      return new Promise(() => undefined);
    });
    for (const name of ['a', 'b', 'c']) {
      join(name);
      await nextTurn();
    }
    expect(served).toEqual(['a', 'b']);
    await expect.poll(() => served).toEqual(['a', 'b', 'c']);
  });
});
