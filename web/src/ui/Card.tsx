import { type HTMLAttributes, type ReactNode, useId } from 'react';

/** Has no padding. The content adds its own. */
export const Card = ({
  as: Element = 'section',
  className = '',
  ...rest
}: HTMLAttributes<HTMLElement> & { as?: 'section' | 'div' | 'article' | 'aside' | 'li' }) => (
  <Element {...rest} className={`rounded-lg border border-line bg-raised ${className}`} />
);

export function Panel({
  title,
  aside,
  className = '',
  children,
}: {
  title: ReactNode;
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Card aria-labelledby={id} className={`overflow-hidden ${className}`}>
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 px-4">
        <h2 id={id} className="py-1.5 text-sm">
          {title}
        </h2>
        {aside !== undefined && (
          <div className="flex min-h-8 flex-wrap items-center gap-x-3 empty:hidden">{aside}</div>
        )}
      </header>
      {children}
    </Card>
  );
}

export interface Figure {
  readonly label: string;
  readonly value: string;
  readonly note?: string;
}

export const Figures = ({
  figures,
  className = '',
}: {
  figures: readonly Figure[];
  className?: string;
}) => (
  <dl
    className={`grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-px bg-line-soft sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none ${className}`}
  >
    {figures.map(({ label, value, note }) => (
      <div key={label} className="bg-raised px-4 py-3 max-sm:last:odd:col-span-full">
        <dt className="text-xs text-muted">{label}</dt>
        <dd translate="no" className="text-lg font-semibold tracking-tight tabular-nums">
          {value}
        </dd>
        {note !== undefined && <dd className="text-xs text-faint tabular-nums">{note}</dd>}
      </div>
    ))}
  </dl>
);

const COLUMN_CLASS = 'grid min-w-0 gap-4 lg:gap-5.5';

const COLUMNS = {
  narrow: 'lg:grid-cols-[minmax(0,1fr)_19.5rem]',
  wide: 'lg:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_26rem]',
};

/**
 * On wide screens `side` is beside the main column, and `below` under it. Otherwise all are
 * stacked: main column, `side`, `below`.
 */
export const SideBySide = ({
  side,
  below,
  wide = false,
  children,
}: {
  side: ReactNode;
  below?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}) => (
  <div
    className={`grid items-start gap-4 lg:gap-5.5 ${wide ? COLUMNS.wide : COLUMNS.narrow} ${below ? 'lg:grid-rows-[auto_1fr]' : ''}`}
  >
    <div className={COLUMN_CLASS}>{children}</div>
    <div className={`${COLUMN_CLASS} ${below ? 'lg:row-span-2' : ''}`}>{side}</div>
    {below && <div className={COLUMN_CLASS}>{below}</div>}
  </div>
);
