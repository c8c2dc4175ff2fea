import { expect, it } from 'vitest';
import { completeAll, runSteps } from '../../../src/platform/core/steps';

const fail = (reason: string) => () => Promise.reject<number>(new Error(reason));

it('runs all steps in order despite failures, then throws every failure', async () => {
  const seen: number[] = [];
  const record = (n: number) => () => Promise.resolve(seen.push(n));
  const throwAtOnce = (): Promise<number> => {
    throw new Error('full');
  };
  const running = runSteps([record(1), fail('down'), record(2), throwAtOnce, record(3)]);
  await expect(running).rejects.toThrow('Error: down; Error: full');
  expect(seen).toEqual([1, 2, 3]);
  expect(await runSteps([record(4), record(5)])).toEqual([4, 5]);
});

it('waits for running steps before it throws', async () => {
  let hasEnded = false;
  const slow = new Promise<number>((resolve) => {
    setTimeout(() => {
      hasEnded = true;
      resolve(1);
    }, 5);
  });
  await expect(completeAll([fail('down')(), slow])).rejects.toThrow('down');
  expect(hasEnded).toBe(true);
});
