import { act, render, screen } from '@testing-library/react';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ErrorBoundary } from '../../src/app/ErrorBoundary';

const MESSAGE = 'This screen stopped working';

/** A screen that throws the first `times` times that it is mounted. */
function throwing(error: unknown, times: number) {
  let mounted = 0;
  return function Screen() {
    useLayoutEffect(() => {
      mounted += 1;
      if (mounted <= times) throw error;
    }, []);
    return <p>It works</p>;
  };
}

const boundary = (Screen: () => ReactNode, at = '/one') => (
  <ErrorBoundary screen={at}>
    <Screen />
  </ErrorBoundary>
);

const goOffline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);

afterEach(() => {
  vi.spyOn(navigator, 'onLine', 'get').mockRestore();
  // React reports each error that a boundary catches.
  vi.mocked(console.error).mockClear();
});

const LOAD_FAILURE = new TypeError('Failed to fetch dynamically imported module: /assets/a.js');

describe('a screen that throws', () => {
  it('is mounted once more after its first error', () => {
    render(boundary(throwing(new Error('once'), 1)));
    expect(screen.getByText('It works')).toBeInTheDocument();
    expect(screen.queryByText(MESSAGE)).not.toBeInTheDocument();
  });

  it('is given up after its second error', () => {
    render(boundary(throwing(new Error('twice'), 2)));
    expect(screen.getByRole('heading')).toHaveTextContent(MESSAGE);
    expect(screen.getByRole('button', { name: 'Reload' })).toBeInTheDocument();
  });

  it('may be mounted once more again after another screen was opened', () => {
    const { rerender } = render(boundary(throwing(new Error('once'), 1)));
    rerender(boundary(throwing(new Error('once more'), 1), '/two'));
    expect(screen.getByText('It works')).toBeInTheDocument();
  });

  it('gives way to the next screen', () => {
    const { rerender } = render(boundary(throwing(new Error('twice'), 2)));
    rerender(boundary(() => <p>Next</p>, '/two'));
    expect(screen.getByText('Next')).toBeInTheDocument();
  });
});

describe('the message of a screen that stopped', () => {
  const messageOf = (error: unknown) => {
    render(boundary(throwing(error, 2)));
    return document.body.textContent;
  };

  it('says nothing of being offline where the code is at fault', () => {
    goOffline();
    expect(messageOf(new TypeError('x is undefined'))).not.toMatch(/offline|online/i);
  });

  it('names the connection where code could not be loaded offline', () => {
    goOffline();
    expect(messageOf(LOAD_FAILURE)).toMatch(/back online/);
  });

  it('says nothing of being offline where code could not be loaded online', () => {
    expect(messageOf(LOAD_FAILURE)).toMatch(/couldn’t be loaded/);
    expect(document.body.textContent).not.toMatch(/offline|back online/i);
  });

  it('names translations and extensions where a node is gone', () => {
    const gone = new DOMException('The node is not a child of this node.', 'NotFoundError');
    expect(messageOf(gone)).toMatch(/translator or an extension.*Turn it off/);
  });
});

describe('a page that a translator changed', () => {
  it('shows a screen whose nodes are gone anew', () => {
    let showMark: ((shown: boolean) => void) | undefined;
    function Screen() {
      const [hasMark, setHasMark] = useState(false);
      showMark = setHasMark;
      // The rule of the house forbids this in the product: it stands for what the rule doesn't see.
      return (
        <p>
          {hasMark && <b>New: </b>}
          Signals
        </p>
      );
    }
    render(boundary(Screen));
    const text = screen.getByText('Signals').lastChild;
    const font = document.createElement('span');
    font.textContent = 'Signale';
    text?.replaceWith(font);
    act(() => showMark?.(true));
    expect(screen.queryByText(MESSAGE)).not.toBeInTheDocument();
    expect(document.body).toHaveTextContent('Signals');
  });
});
