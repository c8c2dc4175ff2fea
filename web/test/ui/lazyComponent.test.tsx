import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { lazyComponent } from '../../src/ui/lazyComponent';

const Part = () => <p>The part</p>;
const fetch = vi.fn<() => Promise<typeof Part>>();
const isBack = () => window.dispatchEvent(new Event('online'));
const settled = () => act(() => Promise.resolve());

/** Fails as an import does without a network; `meanwhile` happens before that. */
const fail = (meanwhile: () => void = () => undefined) =>
  fetch.mockImplementationOnce(async () => {
    await Promise.resolve();
    meanwhile();
    throw new TypeError('Failed to fetch dynamically imported module');
  });

/** Shows a component that is fetched when it is first shown. @returns what takes it away */
async function show(): Promise<() => void> {
  const Lazy = lazyComponent(fetch, <p>Meanwhile</p>);
  const { unmount } = render(<Lazy />);
  expect(screen.getByText('Meanwhile')).toBeInTheDocument();
  await settled();
  return unmount;
}

describe('a component whose code is fetched when it is shown', () => {
  beforeEach(() => {
    fetch.mockReset().mockResolvedValue(Part);
  });

  it('stands in the place of what was shown meanwhile', async () => {
    await show();
    expect(screen.getByText('The part')).toBeInTheDocument();
    expect(screen.queryByText('Meanwhile')).not.toBeInTheDocument();
  });

  it('is fetched again once the network is back', async () => {
    fail();
    await show();
    expect(screen.getByText('Meanwhile')).toBeInTheDocument();
    isBack();
    await settled();
    expect(screen.getByText('The part')).toBeInTheDocument();
    expect(fetch).toHaveBeenCalledTimes(2);
    isBack();
    await settled();
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('is fetched again at once where the network came back while it failed', async () => {
    fail(isBack);
    await show();
    expect(screen.getByText('The part')).toBeInTheDocument();
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('is not fetched again once it is gone', async () => {
    fail();
    (await show())();
    isBack();
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});
