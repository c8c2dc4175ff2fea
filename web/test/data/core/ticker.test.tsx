import { act, render } from '@testing-library/react';
import { Profiler } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clockOffset, useAt, useNow } from '../../../src/data/core/clock';

let minutes = 0;

const Seconds = () => <p>{useNow()}</p>;
const Quarters = () => <p>{useNow(15_000)}</p>;

function Minute() {
  minutes += 1;
  return <p>{useAt((now) => Math.floor(now / 60_000))}</p>;
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('page clocks', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 14, 7, 32, 400) });
    clockOffset.set({ offset: 0, roundTrip: 10 });
    minutes = 0;
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('share one timer and one commit a second', async () => {
    let commits = 0;
    render(
      <Profiler id="clocks" onRender={() => (commits += 1)}>
        <Seconds />
        <Seconds />
        <Seconds />
        <Quarters />
        <Minute />
      </Profiler>,
    );
    expect(vi.getTimerCount()).toBe(1);
    commits = 0;
    await pass(30_000);
    expect(commits).toBe(30);
  });

  it('re-render only when the value derived from the time changes', async () => {
    render(<Minute />);
    expect(minutes).toBe(1);
    await pass(27_000);
    expect(minutes).toBe(1);
    await pass(1000);
    expect(minutes).toBe(2);
  });

  it('clear the timer on unmount', () => {
    const { unmount } = render(
      <>
        <Seconds />
        <Quarters />
      </>,
    );
    unmount();
    expect(vi.getTimerCount()).toBe(0);
  });
});
