import { BRAND, PATHS, type User } from '@quantalgo/contracts';
import { Send, ShieldCheck, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { ExternalLink } from '../../ui/ExternalLink';
import { SCREENS } from '../screens';
import { GROUPS, isAt, STAFF_TABLE } from '../screenTable';
import { NavItem, NavLink } from './NavItem';
import { UserCard } from './UserCard';

const QUIET_ITEM =
  'flex min-h-11 items-center gap-3 rounded-md px-3 text-sm font-medium text-muted transition-colors hover:bg-raised hover:text-text';

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
  const inside = STAFF_TABLE.some((row) => isAt(row, pathname));
  return (
    <Group name="Staff">
      <NavLink to={STAFF_TABLE[0].path} icon={ShieldCheck} current={inside}>
        Staff console
      </NavLink>
    </Group>
  );
}

/** Every screen of the dashboard, and the member's card: beside the screen from 1024 px, behind More below that. */
export const Sidebar = ({ member }: { member: User }) => (
  <div className="flex min-h-0 flex-1 flex-col">
    <nav
      aria-label="Dashboard"
      data-lasting
      className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-3 pt-1 pb-4"
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
    <div className="grid gap-2 border-t border-line-soft px-3 pt-2 pb-4">
      <div className="grid">
        <Link to={PATHS.transfer} className={QUIET_ITEM}>
          <Smartphone size={18} aria-hidden />
          Continue in the app
        </Link>
        <ExternalLink href={BRAND.telegram.support} className={QUIET_ITEM}>
          <Send size={18} aria-hidden />
          Contact support
        </ExternalLink>
      </div>
      <UserCard member={member} />
    </div>
  </div>
);
