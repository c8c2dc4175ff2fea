import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { type FactorRequest, useFactorRequest } from '../../data/console/secondFactor';
import { FactorDialog, FactorGate, FactorSettings } from './SecondFactor';

const TAB_CLASS =
  'relative flex min-h-11 shrink-0 items-center px-3 text-sm whitespace-nowrap transition-colors';

const CURRENT_TAB_CLASS =
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
      className={`${TAB_CLASS} ${current ? CURRENT_TAB_CLASS : 'font-medium text-muted hover:text-text'}`}
    >
      {label}
    </Link>
  );
}

/**
 * A gate replaces the screen if the session hasn't passed the factor. A dialog asks for it again
 * later, or over another open dialog.
 */
function useFactorView(request: FactorRequest | null): 'gate' | 'dialog' | null {
  const [view, setView] = useState<'gate' | 'dialog'>('gate');
  const [previous, setPrevious] = useState(request);
  if (previous !== request) {
    setPrevious(request);
    const isBusy = document.querySelector('dialog[open]') !== null;
    setView(request?.reason === 'missing' && !isBusy ? 'gate' : 'dialog');
  }
  return request && view;
}

function Console({
  tabs,
  children,
}: {
  tabs: readonly { readonly path: string; readonly label: string }[];
  children: ReactNode;
}) {
  const request = useFactorRequest();
  const view = useFactorView(request);
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="-mx-3 flex items-center border-b border-line-soft">
        <nav aria-label="Staff console" className="flex min-w-0 flex-1 overflow-x-auto">
          {tabs.map((tab) => (
            <Tab key={tab.path} {...tab} />
          ))}
        </nav>
        <FactorSettings />
      </div>
      {request && view === 'gate' && <FactorGate request={request} />}
      <div hidden={view === 'gate'}>{children}</div>
      <FactorDialog request={view === 'dialog' ? request : null} />
    </div>
  );
}

export default Console;
