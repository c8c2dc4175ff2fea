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
    const { afterProof, noteProven } = await opened();
    const work = vi.fn();
    afterProof(work);
    await vi.advanceTimersByTimeAsync(3000);
    expect(work).not.toHaveBeenCalled();
    noteProven();
    await vi.advanceTimersByTimeAsync(FRAME);
    expect(work).toHaveBeenCalledOnce();
  });

  it('comes at once from then on', async () => {
    const { afterProof, noteProven } = await opened();
    noteProven();
    const work = vi.fn();
    afterProof(work);
    await vi.advanceTimersByTimeAsync(FRAME);
    expect(work).toHaveBeenCalledOnce();
  });

  it('comes all the same where a server proves nothing', async () => {
    const { afterProof } = await opened();
    const work = vi.fn();
    afterProof(work);
    await vi.advanceTimersByTimeAsync(6000);
    expect(work).toHaveBeenCalledOnce();
  });

  it('never comes once it was called off', async () => {
    const { afterProof, noteProven } = await opened();
    const work = vi.fn();
    const callOff = afterProof(work);
    noteProven();
    callOff();
    await vi.advanceTimersByTimeAsync(6000);
    expect(work).not.toHaveBeenCalled();
  });
});
