import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { lazyComponent } from '../../src/ui/lazyComponent';

const Part = () => <p>The part</p>;
const fetch = vi.fn<() => Promise<typeof Part>>();
const goOnline = () => window.dispatchEvent(new Event('online'));
const flush = () => act(() => Promise.resolve());

/** Fails as an import does offline, after running `before`. */
const fail = (before: () => void = () => undefined) =>
  fetch.mockImplementationOnce(async () => {
    await Promise.resolve();
    before();
    throw new TypeError('Failed to fetch dynamically imported module');
  });

/** Renders a lazy component. @returns its `unmount` */
async function show(): Promise<() => void> {
  const Lazy = lazyComponent(fetch, <p>Meanwhile</p>);
  const { unmount } = render(<Lazy />);
  expect(screen.getByText('Meanwhile')).toBeInTheDocument();
  await flush();
  return unmount;
}

describe('lazyComponent', () => {
  beforeEach(() => {
    fetch.mockReset().mockResolvedValue(Part);
  });

  it('replaces the fallback once loaded', async () => {
    await show();
    expect(screen.getByText('The part')).toBeInTheDocument();
    expect(screen.queryByText('Meanwhile')).not.toBeInTheDocument();
  });

  it('fetches the code again when the network is back, and only then', async () => {
    fail();
    await show();
    expect(screen.getByText('Meanwhile')).toBeInTheDocument();
    goOnline();
    await flush();
    expect(screen.getByText('The part')).toBeInTheDocument();
    expect(fetch).toHaveBeenCalledTimes(2);
    goOnline();
    await flush();
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('fetches the code again at once if the network came back during the failure', async () => {
    fail(goOnline);
    await show();
    expect(screen.getByText('The part')).toBeInTheDocument();
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('doesn’t fetch again after unmounting', async () => {
    fail();
    (await show())();
    goOnline();
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});
