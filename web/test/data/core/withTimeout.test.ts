import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withTimeout } from '../../../src/data/core/withTimeout';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const after = <T>(ms: number, value: T) =>
  new Promise<T>((resolve) => setTimeout(() => resolve(value), ms));

it('resolves with the value if in time, otherwise with the fallback', async () => {
  const both = Promise.all([
    withTimeout(300, after(299, 'in time'), 'late'),
    withTimeout(300, after(301, 'in time'), 'late'),
    withTimeout(300, new Promise<string>(() => undefined), 'late'),
  ]);
  await vi.advanceTimersByTimeAsync(400);
  expect(await both).toEqual(['in time', 'late', 'late']);
});

it('rejects if the promise rejects, and clears its timer', async () => {
  await expect(withTimeout(300, Promise.reject(new Error('refused')), 'late')).rejects.toThrow(
    'refused',
  );
  expect(vi.getTimerCount()).toBe(0);
});
