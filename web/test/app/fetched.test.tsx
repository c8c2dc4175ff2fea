import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Suspense, useState, type ComponentType } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { lazyScreen } from '../../src/app/lazyLoading';

const Counter = () => {
  const [count, setCount] = useState(0);
  return <button onClick={() => setCount(count + 1)}>Counted {count}</button>;
};
const within = (Component: ComponentType) => (
  <Suspense fallback="Waiting">
    <Component />
  </Suspense>
);

describe('a screen whose code is fetched', () => {
  it('shows at once where the code has come before', async () => {
    const { Component, load } = lazyScreen(() => Promise.resolve({ default: Counter }));
    await load();
    render(within(Component));
    expect(screen.getByRole('button')).toBeInTheDocument();
  });

  it('is waited for where it has not, is fetched once, and keeps what it holds', async () => {
    const fetch = vi.fn(() => Promise.resolve({ default: Counter }));
    const { Component } = lazyScreen(fetch);
    const { rerender } = render(within(Component));
    expect(screen.getByText('Waiting')).toBeInTheDocument();
    await userEvent.click(await screen.findByRole('button'));
    rerender(within(Component));
    expect(screen.getByRole('button')).toHaveTextContent('Counted 1');
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('is fetched again when it is shown anew after a failure', async () => {
    const fetch = vi
      .fn<() => Promise<{ default: ComponentType }>>()
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValue({ default: Counter });
    const { Component, load } = lazyScreen(fetch);
    await expect(load()).rejects.toThrow('Failed to fetch');
    render(within(Component));
    expect(await screen.findByRole('button')).toBeInTheDocument();
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});
