import { PATHS, mayUse, type User } from '@quantalgo/contracts';
import { Lock, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useMatch } from 'react-router-dom';
import { Tooltip } from '../../ui/Tooltip';
import type { Screen } from '../screens';
import { LOCKED_HINT } from './words';

const ITEM =
  'relative flex h-11 items-center lg:h-10 gap-3 rounded-md px-3 text-sm transition-colors';
const OPEN = 'font-medium text-muted hover:bg-raised hover:text-text';
const CURRENT =
  'bg-raised font-semibold text-text before:absolute before:inset-y-2 before:-left-3 before:w-[3px] before:rounded-r-sm before:bg-accent';

interface ItemProps {
  screen: Screen;
  current: boolean;
}

/** A locked item stays where it is, and leads to the Control Center, where the way to unlock it stands. */
const LockedItem = ({ screen: { label, icon: Icon }, current }: ItemProps) => (
  <Tooltip text={LOCKED_HINT}>
    {(tip) => (
      <Link
        to={PATHS.dashboard}
        state={{ locked: label }}
        aria-describedby={tip}
        aria-current={current ? 'page' : undefined}
        className={`${ITEM} ${current ? CURRENT : 'font-medium text-faint hover:bg-raised'}`}
      >
        <Icon size={18} aria-hidden />
        {label}
        <span className="sr-only"> (locked)</span>
        <Lock size={14} aria-hidden className="ml-auto" />
      </Link>
    )}
  </Tooltip>
);

/** What is open to the member, in the sidebar. */
export const NavLink = ({
  to,
  icon: Icon,
  current,
  children,
}: {
  to: string;
  icon: LucideIcon;
  current: boolean;
  children: ReactNode;
}) => (
  <Link
    to={to}
    aria-current={current ? 'page' : undefined}
    className={`${ITEM} ${current ? CURRENT : OPEN}`}
  >
    <Icon size={18} aria-hidden />
    {children}
  </Link>
);

/** One screen in the sidebar. */
export function NavItem({ screen, member }: { screen: Screen; member: User }) {
  const { path, label, icon: Icon, feature } = screen;
  const current = useMatch(path) !== null;
  if (!mayUse(feature, member)) return <LockedItem screen={screen} current={current} />;
  return (
    <NavLink to={path} icon={Icon} current={current}>
      {label}
    </NavLink>
  );
}
