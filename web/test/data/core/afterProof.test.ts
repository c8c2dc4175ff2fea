// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** The module of a page that has just been opened. */
const opened = () => {
  vi.resetModules();
  return import('../../../src/data/core/firstPaint');
};

/** Longer than a frame (ms). */
const FRAME = 50;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('what comes after the proof of what is shown', () => {
  it('waits for it', async () => {
    const { runAfterProof, markProven } = await opened();
    const work = vi.fn();
    runAfterProof(work);
    await vi.advanceTimersByTimeAsync(3000);
    expect(work).not.toHaveBeenCalled();
    markProven();
    await vi.advanceTimersByTimeAsync(FRAME);
    expect(work).toHaveBeenCalledOnce();
  });

  it('comes at once from then on', async () => {
    const { runAfterProof, markProven } = await opened();
    markProven();
    const work = vi.fn();
    runAfterProof(work);
    await vi.advanceTimersByTimeAsync(FRAME);
    expect(work).toHaveBeenCalledOnce();
  });

  it('comes all the same where a server proves nothing', async () => {
    const { runAfterProof } = await opened();
    const work = vi.fn();
    runAfterProof(work);
    await vi.advanceTimersByTimeAsync(6000);
    expect(work).toHaveBeenCalledOnce();
  });

  it('never comes once it was called off', async () => {
    const { runAfterProof, markProven } = await opened();
    const work = vi.fn();
    const callOff = runAfterProof(work);
    markProven();
    callOff();
    await vi.advanceTimersByTimeAsync(6000);
    expect(work).not.toHaveBeenCalled();
  });
});
