import { act, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';

/** Fakes timers, which advance with real time and can be skipped by `leadsOn`. */
export function holdTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  vi.spyOn(globalThis, 'setTimeout');
}

/** Waits until the page has set a timer of exactly so many ms, and skips it. */
export async function leadsOn(ms: number): Promise<void> {
  const timers = vi.mocked(setTimeout);
  await waitFor(() => expect(timers).toHaveBeenCalledWith(expect.any(Function), ms));
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}
