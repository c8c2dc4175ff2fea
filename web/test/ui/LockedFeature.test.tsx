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

describe('a locked feature', () => {
  it('shows one way in, and a preview that nobody can reach', () => {
    show();
    expect(screen.getByRole('heading', { name: 'Unlock with funded account' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Set up my account' })).toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    for (const button of screen.getAllByText('Sample button'))
      expect(button.closest('[inert]')).not.toBeNull();
  });

  it('asks for activation from 200 px of scrolling on, and takes it back above', () => {
    show();
    scrollTo(200);
    expect(screen.queryByText(/ELITE CONTENT/)).not.toBeInTheDocument();
    scrollTo(201);
    expect(screen.getByText('ELITE CONTENT - ACTIVATION REQUIRED')).toBeInTheDocument();
    scrollTo(0);
    expect(screen.getByText('Unlock with funded account')).toBeInTheDocument();
  });
});
