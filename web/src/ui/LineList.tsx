import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type KeyboardEventHandler,
  type ReactNode,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';

/** Lines rendered beyond the visible ones, at either end. */
const BEYOND = 4;

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/** Where a list begins on the page and the size of its text, in px; and the width of the window in that size. */
interface Place {
  readonly top: number;
  readonly rem: number;
  readonly windowRem: number;
}

function placeOf(list: HTMLElement | null): Place {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  const top = Math.round((list?.getBoundingClientRect().top ?? 0) + window.scrollY);
  return { top: list ? top : 0, rem, windowRem: window.innerWidth / rem };
}

const isSamePlace = (one: Place, other: Place): boolean =>
  one.top === other.top && one.rem === other.rem && one.windowRem === other.windowRem;

/** Where the list stands; measured again when the window or the lines change. */
function usePlace(list: { readonly current: HTMLElement | null }, lines: readonly unknown[]) {
  const [place, setPlace] = useState(() => placeOf(null));
  useLayoutEffect(() => {
    const measure = () => {
      const now = placeOf(list.current);
      setPlace((before) => (isSamePlace(before, now) ? before : now));
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [list, lines]);
  return place;
}

/** Index of the line that has the focus; null if none has. */
function focusedLine(): number | null {
  const line = document.activeElement?.closest('[data-line]')?.getAttribute('data-line');
  return line === null || line === undefined ? null : Number(line);
}

/**
 * A list of any number of lines below headings, of which only the visible ones are rendered. Arrow keys move the focus
 * from line to line.
 * @param remOf height of a line in rem, as it scales with the text size; rows are higher where text wraps
 * @param numberOf place of a line among those that are counted, from 1; null for a heading
 * @param count how many are counted
 * @param children draws a line; its link or button hears the arrow keys by `onKeyDown`
 */
export function LineList<Line>({
  label,
  lines,
  count,
  remOf,
  keyOf,
  numberOf,
  children,
}: {
  label: string;
  lines: readonly Line[];
  count: number;
  remOf: (line: Line, windowRem: number) => number;
  keyOf: (line: Line) => string;
  numberOf: (line: Line) => number | null;
  children: (line: Line, onKeyDown: KeyboardEventHandler) => ReactNode;
}) {
  const list = useRef<HTMLUListElement>(null);
  const { top, rem, windowRem } = usePlace(list, lines);
  const heightAt = (at: number): number => {
    const line = lines[at];
    return line === undefined ? 0 : rem * remOf(line, windowRem);
  };
  const keyAt = useCallback(
    (at: number) => {
      const line = lines[at];
      return line === undefined ? at : keyOf(line);
    },
    [lines, keyOf],
  );
  const virtualizer = useWindowVirtualizer({
    count: lines.length,
    getItemKey: keyAt,
    estimateSize: heightAt,
    overscan: BEYOND,
    scrollMargin: top,
    initialRect: { width: 0, height: window.innerHeight },
  });
  // Heights are computed anew for other keys, or on request.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rem, windowRem]);
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const from = focusedLine();
    if (step === undefined || from === null) return;
    const to = nextCounted(lines, numberOf, from, step);
    if (to === null) return;
    event.preventDefault();
    flushSync(() => virtualizer.scrollToIndex(to, { align: 'auto' }));
    list.current?.querySelector<HTMLElement>(`[data-line="${to}"] :is(a, button)`)?.focus();
  };
  return (
    <ul
      ref={list}
      aria-label={label}
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map(({ index, key, start, size }) => {
        const line = lines[index];
        if (line === undefined) return null;
        const number = numberOf(line);
        return (
          <li
            key={key}
            data-line={index}
            data-row={key}
            {...(number !== null && { 'aria-setsize': count, 'aria-posinset': number })}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${start - top}px)`, height: size }}
          >
            {children(line, move)}
          </li>
        );
      })}
    </ul>
  );
}

/** Index of the next line in a direction that is no heading; null at the end. */
function nextCounted<Line>(
  lines: readonly Line[],
  numberOf: (line: Line) => number | null,
  from: number,
  step: 1 | -1,
): number | null {
  for (let at = from + step; ; at += step) {
    const line = lines[at];
    if (line === undefined) return null;
    if (numberOf(line) !== null) return at;
  }
}
