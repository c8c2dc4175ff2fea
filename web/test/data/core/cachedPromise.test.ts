import { expect, it, vi } from 'vitest';
import { memoizePromise } from '../../../src/data/core/cachedPromise';

it('does its work once for all who ask', async () => {
  const work = vi.fn(() => Promise.resolve(7));
  const ask = memoizePromise(work);
  expect(await Promise.all([ask(), ask()])).toEqual([7, 7]);
  expect(work).toHaveBeenCalledOnce();
});

it('does again what failed, for whoever asks next', async () => {
  const work = vi
    .fn<() => Promise<number>>()
    .mockRejectedValueOnce(new Error('The chunk could not be loaded'))
    .mockResolvedValue(7);
  const ask = memoizePromise(work);
  await expect(Promise.all([ask(), ask()])).rejects.toThrow('chunk');
  expect(await ask()).toBe(7);
  expect(work).toHaveBeenCalledTimes(2);
});
