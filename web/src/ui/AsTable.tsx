import { type ReactNode, useEffect, useRef, useState } from 'react';

interface Column {
  readonly name: string;
  readonly figures?: boolean;
}

export const numberColumn = (name: string): Column => ({ name, figures: true });

const toAlignClass = (column: Column) => (column.figures ? 'text-right' : 'text-left');

const CELL_CLASS = 'py-1 pr-3 font-normal last:pr-0';

export const AsTable = ({
  summary = 'As a table',
  caption,
  columns,
  rows,
}: {
  summary?: string;
  caption: string;
  columns: readonly Column[];
  rows: readonly (readonly string[])[];
}) => (
  <details className="border-t border-line-soft text-xs">
    <summary className="min-h-11 px-4 py-3.5 font-semibold text-muted">{summary}</summary>
    <SidewaysScroller label={caption} className="px-4 pb-3">
      <table className="w-full tabular-nums">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-muted">
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" className={`${CELL_CLASS} ${toAlignClass(column)}`}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = '', ...cells], row) => (
            <tr key={row} className="border-t border-line-soft">
              <th scope="row" className={`${CELL_CLASS} text-left whitespace-nowrap`}>
                {name}
              </th>
              {columns.slice(1).map((column, at) => (
                <td
                  translate="no"
                  key={column.name}
                  className={`${CELL_CLASS} whitespace-nowrap ${toAlignClass(column)}`}
                >
                  {cells[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </SidewaysScroller>
  </details>
);

/**
 * Scrolls wide content sideways. While it overflows it is a tab stop, because not every browser
 * makes scrollers focusable.
 */
export const SidewaysScroller = ({
  label,
  className = '',
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) => {
  const scroller = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const { current } = scroller;
    if (!current || typeof ResizeObserver === 'undefined') return;
    const measure = () => setScrolls(current.scrollWidth > current.clientWidth);
    const observer = new ResizeObserver(measure);
    for (const element of [current, ...current.children]) observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const tabStop = scrolls ? { role: 'group', 'aria-label': label, tabIndex: 0 } : {};
  return (
    <div ref={scroller} className={`overflow-x-auto ${className}`} {...tabStop}>
      {children}
    </div>
  );
};
