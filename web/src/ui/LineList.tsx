import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type KeyboardEventHandler,
  type ReactNode,
  useCallback,
  useLayoutEffect,
  useMemo,
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

function measurePlace(list: HTMLElement): Place {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  const top = Math.round(list.getBoundingClientRect().top + window.scrollY);
  return { top, rem, windowRem: window.innerWidth / rem };
}

const isSamePlace = (a: Place | null, b: Place): boolean =>
  a?.top === b.top && a.rem === b.rem && a.windowRem === b.windowRem;

/** Null in the first render, whose lines would be laid out twice. */
function usePlace(
  list: { readonly current: HTMLElement | null },
  lines: readonly unknown[],
): Place | null {
  const [place, setPlace] = useState<Place | null>(null);
  useLayoutEffect(() => {
    const measure = () => {
      if (!list.current) return;
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
 * @param getHeightRem line height in rem, because it scales with the text size; all heights are
 *   recalculated when this function or `getKey` changes
 * @param getNumber position among the counted lines, from 1; null for a heading
 * @param children must pass `onKeyDown` to the line's link or button; it changes only with `lines`
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
  const place = usePlace(list, lines);
  const top = place?.top ?? 0;
  // The virtualizer recalculates the heights only when `getItemKey` changes.
  const measures = useMemo(
    () => ({
      getItemKey: (index: number) => {
        const line = lines[index];
        return line === undefined ? index : getKey(line);
      },
      estimateSize: (index: number) => {
        const line = lines[index];
        return line === undefined || !place ? 0 : place.rem * getHeightRem(line, place.windowRem);
      },
    }),
    [lines, place, getKey, getHeightRem],
  );
  const virtualizer = useWindowVirtualizer({
    ...measures,
    count: place ? lines.length : 0,
    overscan: OVERSCAN,
    scrollMargin: top,
    initialRect: { width: 0, height: window.innerHeight },
  });
  const move = useCallback(
    (event: KeyboardEvent) => {
      const step = ARROW_STEPS[event.key];
      const from = getFocusedLine();
      if (step === undefined || from === null) return;
      const to = findNextCounted(lines, getNumber, from, step);
      if (to === null) return;
      event.preventDefault();
      flushSync(() => virtualizer.scrollToIndex(to, { align: 'auto' }));
      list.current?.querySelector<HTMLElement>(`[data-line="${to}"] :is(a, button)`)?.focus();
    },
    [lines, getNumber, virtualizer],
  );
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
