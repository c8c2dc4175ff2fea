// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** Loads the module as a new page does. */
const loadModule = () => {
  vi.resetModules();
  return import('../../../src/data/core/firstPaint');
};

/** Longer than a frame (ms). */
const FRAME = 50;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('runAfterProof', () => {
  it('waits until the screen is proven', async () => {
    const { runAfterProof, markProven } = await loadModule();
    const work = vi.fn();
    runAfterProof(work);
    await vi.advanceTimersByTimeAsync(3000);
    expect(work).not.toHaveBeenCalled();
    markProven();
    await vi.advanceTimersByTimeAsync(FRAME);
    expect(work).toHaveBeenCalledOnce();
  });

  it('runs at once if the screen is already proven', async () => {
    const { runAfterProof, markProven } = await loadModule();
    markProven();
    const work = vi.fn();
    runAfterProof(work);
    await vi.advanceTimersByTimeAsync(FRAME);
    expect(work).toHaveBeenCalledOnce();
  });

  it('runs after a timeout if the screen is never proven', async () => {
    const { runAfterProof } = await loadModule();
    const work = vi.fn();
    runAfterProof(work);
    await vi.advanceTimersByTimeAsync(6000);
    expect(work).toHaveBeenCalledOnce();
  });

  it('never runs once cancelled', async () => {
    const { runAfterProof, markProven } = await loadModule();
    const work = vi.fn();
    const cancel = runAfterProof(work);
    markProven();
    cancel();
    await vi.advanceTimersByTimeAsync(6000);
    expect(work).not.toHaveBeenCalled();
  });
});
