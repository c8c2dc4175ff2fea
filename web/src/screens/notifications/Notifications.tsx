import type { User } from '@quantalgo/contracts/account/member';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useMember } from '../../data/auth/currentSession';
import { PageHeading } from '../../ui/Heading';
import { NotificationList } from './NotificationList';

const MAX_IN_POPOVER = 8;

/** In the same file as the screen, so that both are cached as one. */
export function NotificationsPopover({ member, onClose }: { member: User; onClose: () => void }) {
  const dialog = useRef<HTMLDivElement>(null);
  useEffect(() => dialog.current?.focus({ preventScroll: true }), []);
  return (
    <div
      ref={dialog}
      role="dialog"
      aria-label="Notifications"
      tabIndex={-1}
      data-passing
      className="fixed top-17 right-[max(1.75rem,(100vw-14.5rem-76.5rem)/2)] z-40 flex max-h-[calc(100dvh-6rem)] w-107 flex-col overflow-hidden rounded-lg border border-line bg-raised shadow-float"
    >
      <div className="min-h-0 flex-1 overflow-y-auto">
        <NotificationList
          member={member}
          title={<p className="text-base font-semibold">Notifications</p>}
          limit={MAX_IN_POPOVER}
          onOpen={onClose}
        />
      </div>
      <Link
        to={PATHS.notifications}
        onClick={onClose}
        className="flex min-h-12 items-center justify-between border-t border-line-soft px-4 text-sm font-medium hover:bg-sunk"
      >
        <span>All notifications</span>
        <ChevronRight size={18} aria-hidden className="text-muted" />
      </Link>
    </div>
  );
}

export default function Notifications() {
  const member = useMember();
  if (!member) return null;
  return (
    <div className="-mx-4 max-w-2xl lg:mx-0 lg:rounded-lg lg:border lg:border-line lg:bg-raised lg:pb-2">
      <NotificationList
        key={member.id}
        member={member}
        title={<PageHeading>Notifications</PageHeading>}
      />
    </div>
  );
}
