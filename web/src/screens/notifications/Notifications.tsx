import type { User } from '@quantalgo/contracts/account/member';
import { useMember } from '../../data/auth/currentSession';
import { PageHeading } from '../../ui/Heading';
import { NotificationList } from './NotificationList';

const MAX_IN_POPOVER = 8;

/** In one file with the screen, so that both are one file to cache. */
export const NotificationsInPopover = ({
  member,
  onClose,
}: {
  member: User;
  onClose: () => void;
}) => (
  <NotificationList
    member={member}
    title={<p className="text-base font-semibold">Notifications</p>}
    limit={MAX_IN_POPOVER}
    onOpen={onClose}
  />
);

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
