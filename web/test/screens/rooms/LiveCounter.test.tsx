import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sampleSeed } from '../../../src/data/core/sampleSteps';
import LiveCounter from '../../../src/screens/rooms/LiveCounter';
import { renderAt } from '../../support/render';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

describe('the live counter', () => {
  it('begins at 1,247, changes every five seconds by its seed, and can be stopped', () => {
    act(() => sampleSeed.set(7));
    renderAt('/dashboard/live', <LiveCounter />);
    expect(screen.getByText('1,247')).toBeInTheDocument();
    pass(4999);
    expect(screen.getByText('1,247')).toBeInTheDocument();
    pass(1);
    expect(screen.getByText('1,248')).toBeInTheDocument();
    pass(25_000);
    expect(screen.getByText('1,250')).toBeInTheDocument();
    act(() => screen.getByRole('button', { name: 'Pause updates' }).click());
    pass(60_000);
    expect(screen.getByText('1,250')).toBeInTheDocument();
  });

  it('says that it is a sample', () => {
    renderAt('/dashboard/live', <LiveCounter />);
    expect(screen.getByText('Sample')).toBeInTheDocument();
    expect(screen.getByText(/we keep no public count/)).toBeInTheDocument();
  });
});
