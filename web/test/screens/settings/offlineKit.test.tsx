import { act, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { kitState } from '../../../src/data/pwa/appState';
import type { KitState } from '../../../src/data/core/workerProtocol';
import { OfflineKit } from '../../../src/screens/settings/AccountHub';

const show = (status: KitState['status'], done: number) => {
  act(() => kitState.set({ status, done, total: 80 }));
  render(<OfflineKit />);
};

describe('offline kit', () => {
  afterEach(() => {
    act(() => kitState.set(null));
  });

  it('reports that all screens open offline once it is ready', () => {
    show('ready', 80);
    expect(screen.getByText('All screens open offline.')).toBeVisible();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('shows progress while it is being fetched', () => {
    show('fetching', 20);
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
  });

  it.each([
    ['failed', 'Try again'],
    ['absent', 'Save for offline use'],
  ] as const)('can be fetched by hand if it is %s', (status, action) => {
    show(status, 40);
    expect(screen.getByText(/^(Some|Only) screens/)).toBeVisible();
    expect(screen.getByRole('button', { name: action })).toBeVisible();
  });

  it('reports a browser that can’t store the app', () => {
    render(<OfflineKit />);
    expect(screen.getByText('This browser can’t store the app for offline use.')).toBeVisible();
  });
});
