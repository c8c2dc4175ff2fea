import { canUseFeature } from '@quantalgo/contracts/access/access';
import type { User } from '@quantalgo/contracts/account/member';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { Lock, Menu, X } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Dialog } from '../../ui/Dialog';
import { type Screen, SCREENS } from '../screens';
import { Brand } from './Header';
import { SCREEN_ICONS } from './screenIcons';
import { Sidebar } from './Sidebar';
import { LOCKED_HINT } from './UserCard';

const ITEM_CLASS =
  'relative flex min-h-[64px] flex-auto flex-col items-center justify-center gap-1 px-0.5 text-center text-xs font-medium whitespace-nowrap';

const CURRENT_CLASS =
  'font-semibold text-text before:absolute before:top-[-1px] before:h-[2px] before:w-11 before:bg-accent';

function BarItem({ screen, member }: { screen: Screen; member: User }) {
  const { path, barLabel, label, feature } = screen;
  const Icon = SCREEN_ICONS[path];
  const isCurrent = useLocation().pathname === path;
  const locked = !canUseFeature(feature, member);
  return (
    <Link
      to={locked ? PATHS.dashboard : path}
      state={locked ? { locked: label } : undefined}
      title={locked ? LOCKED_HINT : undefined}
      aria-current={isCurrent ? 'page' : undefined}
      className={`${ITEM_CLASS} ${isCurrent ? CURRENT_CLASS : 'text-muted'}`}
    >
      <span className="relative">
        <Icon size={20} aria-hidden />
        {locked && (
          <Lock
            size={12}
            aria-hidden
            className="absolute -right-2.5 -bottom-1 rounded-full bg-ink text-muted"
          />
        )}
      </span>
      {barLabel !== undefined && <span>{barLabel}</span>}
      {locked && <span className="sr-only"> (locked)</span>}
    </Link>
  );
}

export function BottomBar({ member }: { member: User }) {
  // Bound to the history entry that it was opened on, so that following a link closes the menu.
  const [menuKey, setMenuKey] = useState<string | null>(null);
  const { key } = useLocation();
  return (
    <>
      <nav
        aria-label="Main"
        className="fixed inset-x-0 bottom-0 z-20 flex flex-wrap border-t border-line bg-ink pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] lg:hidden"
      >
        {SCREENS.filter(({ barLabel }) => barLabel !== undefined).map((screen) => (
          <BarItem key={screen.path} screen={screen} member={member} />
        ))}
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setMenuKey(key)}
          className={`${ITEM_CLASS} text-muted`}
        >
          <Menu size={20} aria-hidden />
          More
        </button>
      </nav>
      <MenuDialog member={member} open={menuKey === key} onClose={() => setMenuKey(null)} />
    </>
  );
}

const MenuDialog = ({
  member,
  open,
  onClose,
}: {
  member: User;
  open: boolean;
  onClose: () => void;
}) => (
  <Dialog open={open} onClose={onClose} label="Menu" place="right">
    <div className="flex min-h-full flex-col">
      <div className="flex items-center justify-between py-2 pr-2 pl-6">
        <Brand />
        <button
          type="button"
          aria-label="Close menu"
          onClick={onClose}
          className="grid size-11 place-content-center rounded-md text-muted hover:text-text"
        >
          <X size={20} aria-hidden />
        </button>
      </div>
      <Sidebar member={member} />
    </div>
  </Dialog>
);
