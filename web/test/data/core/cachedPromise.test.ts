import { expect, it, vi } from 'vitest';
import { memoizePromise } from '../../../src/data/core/cachedPromise';

it('runs the work once for concurrent callers', async () => {
  const work = vi.fn(() => Promise.resolve(7));
  const getValue = memoizePromise(work);
  expect(await Promise.all([getValue(), getValue()])).toEqual([7, 7]);
  expect(work).toHaveBeenCalledOnce();
});

it('runs the work again after a failure', async () => {
  const work = vi
    .fn<() => Promise<number>>()
    .mockRejectedValueOnce(new Error('The chunk could not be loaded'))
    .mockResolvedValue(7);
  const getValue = memoizePromise(work);
  await expect(Promise.all([getValue(), getValue()])).rejects.toThrow('chunk');
  expect(await getValue()).toBe(7);
  expect(work).toHaveBeenCalledTimes(2);
});
