import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';

const TAB =
  'relative flex min-h-11 shrink-0 items-center px-3 text-sm whitespace-nowrap transition-colors';

const CURRENT =
  'font-semibold text-text after:absolute after:inset-x-3 after:bottom-0 after:h-[2px] after:bg-accent';

function Tab({ path, label }: { path: string; label: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  const current = useLocation().pathname === path;
  useEffect(() => {
    if (current) link.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <Link
      ref={link}
      to={path}
      aria-current={current ? 'page' : undefined}
      className={`${TAB} ${current ? CURRENT : 'font-medium text-muted hover:text-text'}`}
    >
      {label}
    </Link>
  );
}

/** The console of staff: a bar of its screens, and the one that is open. */
const Console = ({
  tabs,
  children,
}: {
  /** The screens of the console, as its bar names them. */
  tabs: readonly { readonly path: string; readonly label: string }[];
  children: ReactNode;
}) => (
  <div className="grid gap-4">
    <nav
      aria-label="Staff console"
      className="-mx-3 flex overflow-x-auto border-b border-line-soft"
    >
      {tabs.map((tab) => (
        <Tab key={tab.path} {...tab} />
      ))}
    </nav>
    {children}
  </div>
);

export default Console;
