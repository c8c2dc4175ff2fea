import fc from 'fast-check';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { batchReads } from '../../../src/platform/core/batchReads';

/** A store whose reading takes `ms` and counts what it was asked. */
function slowStore(ms: number, most = 100) {
  const values = new Map<string, number>();
  const reads: (readonly string[])[] = [];
  const read = batchReads(async (names: readonly string[]) => {
    reads.push(names);
    const found = names.map((name) => values.get(name));
    await wait(ms);
    return found.map((value, index) =>
      value === undefined
        ? { status: 'rejected' as const, reason: new Error(`There is no ${names[index] ?? ''}`) }
        : { status: 'fulfilled' as const, value },
    );
  }, most);
  return { values, reads, ask: (name: string) => read(name, name) };
}

describe('what is asked for at the same time', () => {
  it('is read once for all who ask', async () => {
    const { values, reads, ask } = slowStore(1);
    values.set('a', 1).set('b', 2);
    expect(await Promise.all([ask('a'), ask('b'), ask('a')])).toEqual([1, 2, 1]);
    expect(reads).toEqual([['a', 'b']]);
  });

  it('is read in parts where it is more than one read takes', async () => {
    const { values, reads, ask } = slowStore(1, 2);
    values.set('a', 1).set('b', 2).set('c', 3);
    expect(await Promise.all([ask('a'), ask('b'), ask('c')])).toEqual([1, 2, 3]);
    expect(reads).toEqual([['a', 'b'], ['c']]);
  });

  it('fails for whoever asked for what cannot be read, and for nobody else', async () => {
    const { values, ask } = slowStore(1);
    values.set('a', 1);
    const [good, bad] = await Promise.allSettled([ask('a'), ask('gone')]);
    expect(good).toEqual({ status: 'fulfilled', value: 1 });
    expect(bad).toMatchObject({ status: 'rejected', reason: { message: 'There is no gone' } });
  });

  it('fails for all where the read itself fails, and the next read is made all the same', async () => {
    let isDown = true;
    const read = batchReads((names: readonly string[]) => {
      if (isDown) return Promise.reject(new Error('Down'));
      return Promise.resolve(names.map((value) => ({ status: 'fulfilled' as const, value })));
    }, 9);
    await expect(Promise.all([read('a', 'a'), read('b', 'b')])).rejects.toThrow('Down');
    isDown = false;
    expect(await read('a', 'a')).toBe('a');
  });
});

describe('what is asked for while a read is under way', () => {
  it('is never what was so before it was asked for', async () => {
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

  it('waits for the next read, together with all others who wait', async () => {
    const { values, reads, ask } = slowStore(20);
    values.set('a', 1);
    const first = ask('a');
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    expect(reads).toHaveLength(1);
    await Promise.all([first, ask('a'), ask('a'), ask('a')]);
    expect(reads).toHaveLength(2);
  });

  it('waits no longer than a quarter of a second for a read that hangs', async () => {
    let isHanging = true;
    const read = batchReads(async (names: readonly string[]) => {
      if (isHanging) await new Promise(() => undefined);
      return names.map((value) => ({ status: 'fulfilled', value }));
    }, 9);
    void read('a', 'a');
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    isHanging = false;
    expect(await read('a', 'a')).toBe('a');
  });
});
