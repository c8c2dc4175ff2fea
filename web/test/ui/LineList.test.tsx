import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LineList } from '../../src/ui/LineList';

type Line = { readonly heading: string } | { readonly name: string; readonly number: number };

const LINES: Line[] = [
  { heading: 'Today' },
  { name: 'one', number: 1 },
  { heading: 'Yesterday' },
  { name: 'two', number: 2 },
];

let getHeightRem: (line: Line, windowRem: number) => number;

const getKey = (line: Line) => ('heading' in line ? line.heading : line.name);

const List = ({ lines = LINES }: { lines?: readonly Line[] }) => (
  <LineList
    label="Names"
    lines={lines}
    count={2}
    getHeightRem={getHeightRem}
    getKey={getKey}
    getNumber={(line) => ('heading' in line ? null : line.number)}
  >
    {(line, onKeyDown) =>
      'heading' in line ? (
        <h2>{line.heading}</h2>
      ) : (
        <button type="button" onKeyDown={onKeyDown}>
          {line.name}
        </button>
      )
    }
  </LineList>
);

const button = (name: string) => screen.getByRole('button', { name });

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockReturnValue();
  getHeightRem = () => 3;
});

describe('LineList', () => {
  it('gives each line its position in the set, but not headings', () => {
    render(<List />);
    const places = screen
      .getAllByRole('listitem')
      .map((item) => item.getAttribute('aria-posinset'));
    expect(places).toEqual([null, '1', null, '2']);
  });

  it('moves the focus with the arrow keys, skipping headings and stopping at the ends', () => {
    render(<List />);
    button('one').focus();
    fireEvent.keyDown(button('one'), { key: 'ArrowDown' });
    expect(button('two')).toHaveFocus();
    fireEvent.keyDown(button('two'), { key: 'ArrowDown' });
    expect(button('two')).toHaveFocus();
    fireEvent.keyDown(button('two'), { key: 'ArrowUp' });
    expect(button('one')).toHaveFocus();
    fireEvent.keyDown(button('one'), { key: 'Home' });
    expect(button('one')).toHaveFocus();
  });

  it('updates its height when its lines are replaced by as many others', () => {
    getHeightRem = (line) => ('heading' in line ? 2 : 5);
    const { rerender } = render(<List />);
    expect(screen.getByRole('list')).toHaveStyle({ height: `${14 * 16}px` });
    const others = ['three', 'four', 'five'].map((name, at) => ({ name, number: at + 1 }));
    rerender(<List lines={[{ heading: 'Today' }, ...others]} />);
    expect(screen.getByRole('list')).toHaveStyle({ height: `${17 * 16}px` });
  });

  it('updates its height when the window is resized', () => {
    getHeightRem = (_line, windowRem) => (windowRem < 30 ? 6 : 3);
    render(<List />);
    expect(screen.getByRole('list')).toHaveStyle({ height: `${4 * 3 * 16}px` });
    vi.stubGlobal('innerWidth', 320);
    fireEvent(window, new Event('resize'));
    expect(screen.getByRole('list')).toHaveStyle({ height: `${4 * 6 * 16}px` });
    vi.unstubAllGlobals();
  });
});
