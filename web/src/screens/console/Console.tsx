import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { type FactorRequest, useFactorRequest } from '../../data/console/secondFactor';
import { FactorDialog, FactorGate, FactorSettings } from './SecondFactor';

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

/**
 * Where to request the second factor: in place of the screen if the session lacks it, otherwise, or over an open
 * dialog, in a dialog.
 */
function usePlace(request: FactorRequest | null): 'gate' | 'dialog' | null {
  const [place, setPlace] = useState<'gate' | 'dialog'>('gate');
  const [asked, setAsked] = useState(request);
  if (asked !== request) {
    setAsked(request);
    const isBusy = document.querySelector('dialog[open]') !== null;
    setPlace(request?.why === 'missing' && !isBusy ? 'gate' : 'dialog');
  }
  return request && place;
}

/** The staff console: a bar of its screens, and the current one. */
function Console({
  tabs,
  children,
}: {
  /** The screens of the console with their labels in the bar. */
  tabs: readonly { readonly path: string; readonly label: string }[];
  children: ReactNode;
}) {
  const request = useFactorRequest();
  const place = usePlace(request);
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
      {request && place === 'gate' && <FactorGate request={request} />}
      <div hidden={place === 'gate'}>{children}</div>
      <FactorDialog request={place === 'dialog' ? request : null} />
    </div>
  );
}

export default Console;
