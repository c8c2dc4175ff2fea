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

const OVERSCAN = 4;

const ARROW_STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/** In px; `windowRem` is the window's width in rem. */
interface Place {
  readonly top: number;
  readonly rem: number;
  readonly windowRem: number;
}

function measurePlace(list: HTMLElement | null): Place {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  const top = Math.round((list?.getBoundingClientRect().top ?? 0) + window.scrollY);
  return { top: list ? top : 0, rem, windowRem: window.innerWidth / rem };
}

const isSamePlace = (a: Place, b: Place): boolean =>
  a.top === b.top && a.rem === b.rem && a.windowRem === b.windowRem;

function usePlace(list: { readonly current: HTMLElement | null }, lines: readonly unknown[]) {
  const [place, setPlace] = useState(() => measurePlace(null));
  useLayoutEffect(() => {
    const measure = () => {
      const now = measurePlace(list.current);
      setPlace((previous) => (isSamePlace(previous, now) ? previous : now));
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [list, lines]);
  return place;
}

function getFocusedLine(): number | null {
  const line = document.activeElement?.closest('[data-line]')?.getAttribute('data-line');
  return line === null || line === undefined ? null : Number(line);
}

/**
 * A virtualised list with headings. Arrow keys move the focus from line to line.
 * @param getHeightRem line height in rem, because it scales with the text size
 * @param getNumber position among the counted lines, from 1; null for a heading
 * @param children must pass `onKeyDown` to the line's link or button
 */
export function LineList<Line>({
  label,
  lines,
  count,
  getHeightRem,
  getKey,
  getNumber,
  children,
}: {
  label: string;
  lines: readonly Line[];
  count: number;
  getHeightRem: (line: Line, windowRem: number) => number;
  getKey: (line: Line) => string;
  getNumber: (line: Line) => number | null;
  children: (line: Line, onKeyDown: KeyboardEventHandler) => ReactNode;
}) {
  const list = useRef<HTMLUListElement>(null);
  const { top, rem, windowRem } = usePlace(list, lines);
  const getHeightAt = (index: number): number => {
    const line = lines[index];
    return line === undefined ? 0 : rem * getHeightRem(line, windowRem);
  };
  const getKeyAt = useCallback(
    (index: number) => {
      const line = lines[index];
      return line === undefined ? index : getKey(line);
    },
    [lines, getKey],
  );
  const virtualizer = useWindowVirtualizer({
    count: lines.length,
    getItemKey: getKeyAt,
    estimateSize: getHeightAt,
    overscan: OVERSCAN,
    scrollMargin: top,
    initialRect: { width: 0, height: window.innerHeight },
  });
  // The virtualizer caches heights by key.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rem, windowRem]);
  const move = (event: KeyboardEvent) => {
    const step = ARROW_STEPS[event.key];
    const from = getFocusedLine();
    if (step === undefined || from === null) return;
    const to = findNextCounted(lines, getNumber, from, step);
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
        const number = getNumber(line);
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

function findNextCounted<Line>(
  lines: readonly Line[],
  getNumber: (line: Line) => number | null,
  from: number,
  step: 1 | -1,
): number | null {
  for (let index = from + step; ; index += step) {
    const line = lines[index];
    if (line === undefined) return null;
    if (getNumber(line) !== null) return index;
  }
}
