import { act, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';

/** From here on the seconds of the page pass only when a test says so, but for those that it waits itself. */
export function holdTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  vi.spyOn(globalThis, 'setTimeout');
}

/** Waits until the page has set out to go on in exactly so many ms, and lets them pass. */
export async function leadsOn(ms: number): Promise<void> {
  const timers = vi.mocked(setTimeout);
  await waitFor(() => expect(timers).toHaveBeenCalledWith(expect.any(Function), ms));
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}
