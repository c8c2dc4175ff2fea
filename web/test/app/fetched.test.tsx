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

class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError = () => ({ failed: true });

  override render = () => (this.state.failed ? 'It failed' : this.props.children);
}

describe('lazyScreen', () => {
  it('renders at once if its code is already loaded', async () => {
    const { Component: Screen, load } = lazyScreen(() => Promise.resolve({ default: Counter }));
    await load();
    render(within(Screen));
    expect(screen.getByRole('button')).toBeInTheDocument();
  });

  it('suspends while its code loads, fetches it once and keeps its state', async () => {
    const fetch = vi.fn(() => Promise.resolve({ default: Counter }));
    const { Component: Screen } = lazyScreen(fetch);
    const { rerender } = render(within(Screen));
    expect(screen.getByText('Waiting')).toBeInTheDocument();
    await userEvent.click(await screen.findByRole('button'));
    rerender(within(Screen));
    expect(screen.getByRole('button')).toHaveTextContent('Counted 1');
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('fetches the code again on the next render after a failure', async () => {
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

  it('throws if the code can’t be loaded, and retries only when rendered again', async () => {
    const fetch = vi
      .fn<() => Promise<{ default: ComponentType }>>()
      .mockRejectedValue(new TypeError('Failed to fetch'));
    const { Component: Screen } = lazyScreen(fetch);
    const { unmount } = render(<Boundary>{within(Screen)}</Boundary>);
    expect(await screen.findByText('It failed')).toBeInTheDocument();
    expect(fetch).toHaveBeenCalledTimes(1);
    unmount();
    fetch.mockResolvedValue({ default: Counter });
    await vi.waitFor(
      async () => {
        const again = render(<Boundary>{within(Screen)}</Boundary>);
        await again.findByRole('button', {}, { timeout: 100 }).finally(again.unmount);
      },
      { timeout: 5000 },
    );
    expect(fetch).toHaveBeenCalledTimes(2);
    // React logs each failure.
    vi.mocked(console.error).mockClear();
  });
});
