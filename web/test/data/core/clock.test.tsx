import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clockOffset, useClockError, useNow } from '../../../src/data/core/clock';

let renders = 0;

function Clock() {
  renders += 1;
  return <p>{new Date(useNow()).toISOString().slice(11, 23)}</p>;
}

function Warning() {
  return <p>{Math.round(useClockError() / 3_600_000)} h ahead</p>;
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function show(hidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

describe('useNow', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 14, 7, 32, 400) });
    clockOffset.set({ offset: 0, roundTrip: 10 });
    renders = 0;
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it('ticks when the server’s second begins', async () => {
    render(<Clock />);
    expect(screen.getByText('14:07:32.000')).toBeInTheDocument();
    await pass(599);
    expect(screen.getByText('14:07:32.000')).toBeInTheDocument();
    await pass(1);
    expect(screen.getByText('14:07:33.000')).toBeInTheDocument();
  });

  it('renders once a second', async () => {
    render(<Clock />);
    const before = renders;
    await pass(10_000);
    expect(renders - before).toBe(10);
  });

  it('pauses while the page is hidden and is correct at once when visible again', async () => {
    render(<Clock />);
    show(true);
    const before = renders;
    await pass(60_000);
    expect(renders).toBe(before);
    show(false);
    expect(screen.getByText('14:08:32.000')).toBeInTheDocument();
  });

  it('shows server time and the error of a device clock that is two hours ahead', () => {
    clockOffset.set({ offset: -7_200_000, roundTrip: 10 });
    render(
      <>
        <Clock />
        <Warning />
      </>,
    );
    expect(screen.getByText('12:07:32.000')).toBeInTheDocument();
    expect(screen.getByText('2 h ahead')).toBeInTheDocument();
  });

  it('jumps when the clock offset changes', () => {
    render(<Clock />);
    act(() => clockOffset.set({ offset: 3_600_000, roundTrip: 10 }));
    expect(screen.getByText('15:07:32.000')).toBeInTheDocument();
  });
});
