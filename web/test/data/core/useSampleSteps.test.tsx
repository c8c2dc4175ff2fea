import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sampleSeed, useSampleSteps } from '../../../src/data/core/sampleSteps';

const EVERY_MS = 10_000;

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

const hide = (hidden: boolean) =>
  act(() => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  hide(false);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('useSampleSteps', () => {
  it('advances by one per interval', () => {
    const { result } = renderHook(() => useSampleSteps(EVERY_MS));
    expect(result.current.step).toBe(0);
    pass(EVERY_MS - 1);
    expect(result.current.step).toBe(0);
    pass(1);
    expect(result.current.step).toBe(1);
    pass(3 * EVERY_MS);
    expect(result.current.step).toBe(4);
  });

  it('exposes the sample seed', () => {
    const { result } = renderHook(() => useSampleSteps(EVERY_MS));
    act(() => sampleSeed.set(42));
    expect(result.current.seed).toBe(42);
  });

  it('pauses and resumes with toggle', () => {
    const { result } = renderHook(() => useSampleSteps(EVERY_MS));
    act(() => result.current.toggle());
    pass(5 * EVERY_MS);
    expect(result.current).toMatchObject({ step: 0, running: false });
    act(() => result.current.toggle());
    pass(EVERY_MS);
    expect(result.current).toMatchObject({ step: 1, running: true });
  });

  it('pauses while the page is hidden', () => {
    const { result } = renderHook(() => useSampleSteps(EVERY_MS));
    hide(true);
    pass(5 * EVERY_MS);
    expect(result.current.step).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
    hide(false);
    pass(EVERY_MS);
    expect(result.current.step).toBe(1);
  });

  it('starts paused if reduced motion is preferred', () => {
    vi.stubGlobal('matchMedia', (media: string) => ({ media, matches: true }));
    const { result } = renderHook(() => useSampleSteps(EVERY_MS));
    expect(result.current.running).toBe(false);
  });
});
