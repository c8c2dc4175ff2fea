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

describe('ErrorBoundary', () => {
  it('remounts the screen after its first error', () => {
    render(boundary(throwing(new Error('once'), 1)));
    expect(screen.getByText('It works')).toBeInTheDocument();
    expect(screen.queryByText(MESSAGE)).not.toBeInTheDocument();
  });

  it('shows the error message after the second error', () => {
    render(boundary(throwing(new Error('twice'), 2)));
    expect(screen.getByRole('heading')).toHaveTextContent(MESSAGE);
    expect(screen.getByRole('button', { name: 'Reload' })).toBeInTheDocument();
  });

  it('allows another retry after a different screen was opened', () => {
    const { rerender } = render(boundary(throwing(new Error('once'), 1)));
    rerender(boundary(throwing(new Error('once more'), 1), '/two'));
    expect(screen.getByText('It works')).toBeInTheDocument();
  });

  it('shows the next screen after a failed one', () => {
    const { rerender } = render(boundary(throwing(new Error('twice'), 2)));
    rerender(boundary(() => <p>Next</p>, '/two'));
    expect(screen.getByText('Next')).toBeInTheDocument();
  });
});

describe('ErrorBoundary message', () => {
  const getMessage = (error: unknown) => {
    render(boundary(throwing(error, 2)));
    return document.body.textContent;
  };

  it('doesn’t mention being offline if the code is at fault', () => {
    goOffline();
    expect(getMessage(new TypeError('x is undefined'))).not.toMatch(/offline|online/i);
  });

  it('mentions the connection if code could not be loaded offline', () => {
    goOffline();
    expect(getMessage(LOAD_FAILURE)).toMatch(/back online/);
  });

  it('doesn’t mention being offline if code could not be loaded online', () => {
    expect(getMessage(LOAD_FAILURE)).toMatch(/couldn’t be loaded/);
    expect(document.body.textContent).not.toMatch(/offline|back online/i);
  });

  it('mentions translators and extensions if a DOM node is missing', () => {
    const gone = new DOMException('The node is not a child of this node.', 'NotFoundError');
    expect(getMessage(gone)).toMatch(/translator or an extension.*Turn it off/);
  });
});

describe('page altered by a translator', () => {
  it('remounts a screen after a translator removed its nodes', () => {
    let showMark: ((shown: boolean) => void) | undefined;
    function Screen() {
      const [hasMark, setHasMark] = useState(false);
      showMark = setHasMark;
      // Our lint rule forbids this in product code; it stands in for cases that the rule misses.
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
