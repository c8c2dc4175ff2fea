import { canUseFeature } from '@quantalgo/contracts/access/access';
import type { User } from '@quantalgo/contracts/account/member';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { Lock, type LucideIcon, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation, useMatch } from 'react-router-dom';
import { lazyComponent } from '../../ui/lazyComponent';
import { Tooltip } from '../../ui/Tooltip';
import { GROUPS, matchesPath, STAFF_TABLE } from '../screenTable';
import { type Screen, SCREENS } from '../screens';
import { SCREEN_ICONS } from './screenIcons';
import { LOCKED_HINT, UserCard } from './UserCard';

/** Not needed for the first paint. The placeholder has the same height. */
const SupportLinks = lazyComponent(
  async () => (await import('./SupportLinks')).SupportLinks,
  <div className="h-22" />,
);

const ITEM_CLASS =
  'relative flex h-11 items-center gap-2.5 rounded-md px-2.5 text-sm transition-colors';

const OPEN_CLASS = 'font-medium text-muted hover:bg-raised hover:text-text';

const CURRENT_CLASS =
  'bg-raised font-semibold text-text before:absolute before:inset-y-2 before:-left-3 before:w-[3px] before:rounded-r-sm before:bg-accent';

interface ItemProps {
  screen: Screen;
  current: boolean;
}

/** Links to the Control Center, which explains how to unlock the screen. */
function LockedItem({ screen: { path, label }, current }: ItemProps) {
  const Icon = SCREEN_ICONS[path];
  return (
    <Tooltip text={LOCKED_HINT}>
      {(tooltipId) => (
        <Link
          to={PATHS.dashboard}
          state={{ locked: label }}
          aria-describedby={tooltipId}
          aria-current={current ? 'page' : undefined}
          className={`${ITEM_CLASS} ${current ? CURRENT_CLASS : 'font-medium text-faint hover:bg-raised'}`}
        >
          <Icon size={18} aria-hidden />
          <span className="truncate">{label}</span>
          <span className="sr-only"> (locked)</span>
          <Lock size={14} aria-hidden className="ml-auto shrink-0" />
        </Link>
      )}
    </Tooltip>
  );
}

const NavLink = ({
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
    className={`${ITEM_CLASS} ${current ? CURRENT_CLASS : OPEN_CLASS}`}
  >
    <Icon size={18} aria-hidden />
    <span>{children}</span>
  </Link>
);

function NavItem({ screen, member }: { screen: Screen; member: User }) {
  const { path, label, feature } = screen;
  const current = useMatch(path) !== null;
  if (!canUseFeature(feature, member)) return <LockedItem screen={screen} current={current} />;
  return (
    <NavLink to={path} icon={SCREEN_ICONS[path]} current={current}>
      {label}
    </NavLink>
  );
}

const Group = ({ name, children }: { name: string; children: ReactNode }) => (
  <div role="group" aria-label={name} className="grid gap-0.5">
    <p aria-hidden className="px-3 pb-0.5 text-xs text-faint">
      {name}
    </p>
    {children}
  </div>
);

function StaffGroup() {
  const { pathname } = useLocation();
  const isConsole = STAFF_TABLE.some((row) => matchesPath(row, pathname));
  return (
    <Group name="Staff">
      <NavLink to={STAFF_TABLE[0].path} icon={ShieldCheck} current={isConsole}>
        Staff console
      </NavLink>
    </Group>
  );
}

/** Next to the screen from 1024 px, otherwise in the dialog that “More” opens. */
export const Sidebar = ({ member }: { member: User }) => (
  <div className="flex min-h-0 flex-1 flex-col">
    <nav
      aria-label="Dashboard"
      className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-3 pt-1 pb-4 lg:gap-2"
    >
      {member.staff && <StaffGroup />}
      {GROUPS.map((name) => (
        <Group key={name} name={name}>
          {SCREENS.filter(({ group }) => group === name).map((screen) => (
            <NavItem key={screen.path} screen={screen} member={member} />
          ))}
        </Group>
      ))}
    </nav>
    <div className="grid grid-cols-1 gap-2 border-t border-line-soft px-3 pt-2 pb-4">
      <SupportLinks />
      <UserCard member={member} />
    </div>
  </div>
);
