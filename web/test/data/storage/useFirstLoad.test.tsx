import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useFirstLoad } from '../../../src/data/storage/memberDatabase';

interface Props {
  readonly stored: readonly string[] | null | undefined;
  readonly hasFailed?: boolean;
}

const renderFirstLoad = (initialProps: Props) =>
  renderHook(({ stored, hasFailed }: Props) => useFirstLoad(stored, hasFailed), { initialProps });

const goOnline = (online: boolean) =>
  act(() => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
    window.dispatchEvent(new Event(online ? 'online' : 'offline'));
  });

const hide = (hidden: boolean) =>
  act(() => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
    document.dispatchEvent(new Event('visibilitychange'));
  });

const wait = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

describe('useFirstLoad', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('waits for the first data', () => {
    const { result, rerender } = renderFirstLoad({ stored: undefined });
    rerender({ stored: null });
    expect(result.current).toBe(true);
    rerender({ stored: [] });
    expect(result.current).toBe(false);
  });

  it('doesn’t wait on a device that has data', () => {
    const { result, rerender } = renderFirstLoad({ stored: undefined });
    rerender({ stored: ['a'] });
    expect(result.current).toBe(false);
  });

  it('stops waiting after a failure', () => {
    const { result, rerender } = renderFirstLoad({ stored: null });
    rerender({ stored: null, hasFailed: true });
    expect(result.current).toBe(false);
    rerender({ stored: null, hasFailed: false });
    expect(result.current).toBe(false);
  });

  it('doesn’t wait offline, nor again once back online', () => {
    const { result } = renderFirstLoad({ stored: null });
    goOnline(false);
    expect(result.current).toBe(false);
    goOnline(true);
    expect(result.current).toBe(false);
  });

  it('waits at most eight seconds of the time that the page is visible', () => {
    const { result } = renderFirstLoad({ stored: null });
    wait(5000);
    hide(true);
    wait(60_000);
    hide(false);
    wait(7900);
    expect(result.current).toBe(true);
    wait(200);
    expect(result.current).toBe(false);
  });
});
