import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Component, type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { lazyScreen } from '../../src/app/lazyLoading';

const Counter = () => {
  const [count, setCount] = useState(0);
  return <button onClick={() => setCount(count + 1)}>Counted {count}</button>;
};
const within = (Screen: ComponentType) => (
  <Suspense fallback="Waiting">
    <Screen />
  </Suspense>
);

class Caught extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError = () => ({ failed: true });

  override render = () => (this.state.failed ? 'It failed' : this.props.children);
}

describe('a screen whose code is fetched', () => {
  it('shows at once where the code has come before', async () => {
    const { Component: Screen, load } = lazyScreen(() => Promise.resolve({ default: Counter }));
    await load();
    render(within(Screen));
    expect(screen.getByRole('button')).toBeInTheDocument();
  });

  it('is waited for where it has not, is fetched once, and keeps what it holds', async () => {
    const fetch = vi.fn(() => Promise.resolve({ default: Counter }));
    const { Component: Screen } = lazyScreen(fetch);
    const { rerender } = render(within(Screen));
    expect(screen.getByText('Waiting')).toBeInTheDocument();
    await userEvent.click(await screen.findByRole('button'));
    rerender(within(Screen));
    expect(screen.getByRole('button')).toHaveTextContent('Counted 1');
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('is fetched again when it is shown anew after a failure', async () => {
    const fetch = vi
      .fn<() => Promise<{ default: ComponentType }>>()
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValue({ default: Counter });
    const { Component: Screen, load } = lazyScreen(fetch);
    await expect(load()).rejects.toThrow('Failed to fetch');
    render(within(Screen));
    expect(await screen.findByRole('button')).toBeInTheDocument();
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('is said to have failed where it cannot be had, and asked for again only when it is shown later', async () => {
    const fetch = vi
      .fn<() => Promise<{ default: ComponentType }>>()
      .mockRejectedValue(new TypeError('Failed to fetch'));
    const { Component: Screen } = lazyScreen(fetch);
    const { unmount } = render(<Caught>{within(Screen)}</Caught>);
    expect(await screen.findByText('It failed')).toBeInTheDocument();
    expect(fetch).toHaveBeenCalledTimes(1);
    unmount();
    fetch.mockResolvedValue({ default: Counter });
    await vi.waitFor(
      async () => {
        const again = render(<Caught>{within(Screen)}</Caught>);
        await again.findByRole('button', {}, { timeout: 100 }).finally(again.unmount);
      },
      { timeout: 5000 },
    );
    expect(fetch).toHaveBeenCalledTimes(2);
    // React tells of each failure.
    vi.mocked(console.error).mockClear();
  });
});
