import { act, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ClockNotice } from '../../src/app/shell/Notices';
import { clockOffset } from '../../src/data/core/clock';

const deviceIsAhead = (ms: number) => act(() => clockOffset.set({ offset: -ms, roundTrip: 10 }));

describe('ClockNotice', () => {
  afterEach(() => {
    act(() => clockOffset.set(null));
  });

  it.each([
    [2 * 3_600_000, 'Your device’s clock is 2 h ahead. The app uses our server’s time.'],
    [-12 * 60_000, 'Your device’s clock is 12 min behind. The app uses our server’s time.'],
  ])('says how far the device’s clock is off', (ms, words) => {
    deviceIsAhead(ms);
    render(<ClockNotice />);
    expect(screen.getByRole('status')).toHaveTextContent(words);
  });

  it('shows nothing if the clock is off by less than a minute', () => {
    deviceIsAhead(45_000);
    render(<ClockNotice />);
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
  });
});
