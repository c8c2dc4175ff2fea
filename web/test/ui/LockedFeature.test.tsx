import { act, fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { LockedFeature } from '../../src/ui/LockedScreen';

const show = () =>
  render(
    <LockedFeature
      title="Unlock with funded account"
      description="A signal every five minutes."
      features={['Your whole history, offline']}
      preview={<button>Sample button</button>}
      actions={<a href="/dashboard">Set up my account</a>}
    />,
  );

const scrollTo = (y: number) =>
  act(() => {
    Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
    fireEvent.scroll(document);
  });

describe('LockedFeature', () => {
  it('shows one action and an inert preview', () => {
    show();
    expect(screen.getByRole('heading', { name: 'Unlock with funded account' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Set up my account' })).toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    for (const button of screen.getAllByText('Sample button'))
      expect(button.closest('[inert]')).not.toBeNull();
  });

  it('shows the activation notice only beyond 200 px of scrolling', () => {
    show();
    scrollTo(200);
    expect(screen.queryByText(/ELITE CONTENT/)).not.toBeInTheDocument();
    scrollTo(201);
    expect(screen.getByText('ELITE CONTENT - ACTIVATION REQUIRED')).toBeInTheDocument();
    scrollTo(0);
    expect(screen.getByText('Unlock with funded account')).toBeInTheDocument();
  });
});
