import { isLocked, type User } from '@quantalgo/contracts';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import type { OutboxItem } from '../../data/outbox/item';
import { unsentOf } from '../../data/outbox/outbox';
import { signOut } from '../../data/session/session';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { leaveAfter } from '../guards';

/** The tooltip of everything that a funded account opens. */
export const LOCKED_HINT = 'Unlock with funded account';

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** What the user card calls a member's tier: `Guest Tier`, `Starter Node`. Staff count as essential. */
function tierName({ tier, staff }: Pick<User, 'tier' | 'staff'>): string {
  if (staff) return 'Essential Node';
  return tier === 'guest' ? 'Guest Tier' : `${capital(tier)} Node`;
}

/** The badge beside the welcome. */
export const badgeOf = (user: User): 'Active' | 'Pending' =>
  isLocked(user) ? 'Pending' : 'Active';

/** What would be lost with an item of the outbox. */
function unsentWords({ content }: OutboxItem): string {
  switch (content.kind) {
    case 'proof':
      return `Your proof for trader ID ${content.traderId}, with its screenshot`;
    case 'setup':
      return `Your account setup for broker account ${content.brokerAccount}, with its proof`;
    case 'ticket':
      return `Your ticket “${content.body.subject}”`;
    case 'reply':
      return 'Your reply to a support ticket';
    case 'close':
      return 'That a support ticket is closed';
    case 'settings':
      return 'Your changes in Account Hub';
  }
}

/** Who is signed in, as what, and the way out. Guests also see the code that support asks them for. */
export const UserCard = ({ member }: { member: User }) => (
  <div className="rounded-lg border border-line bg-raised">
    <div className="flex items-center gap-3 py-2 pr-1 pl-3">
      <span
        aria-hidden
        className="grid size-9 shrink-0 place-content-center rounded-md bg-line font-semibold uppercase"
      >
        {member.fullName.trim().charAt(0)}
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-semibold">{member.fullName}</p>
        <p className="text-xs text-muted">{tierName(member)}</p>
      </div>
      <LogOutButton uid={member.id} />
    </div>
    {member.tier === 'guest' && !member.staff && (
      <p className="flex justify-between gap-2 border-t border-line-soft px-3 py-2 text-xs text-muted">
        Admission code
        <span className="font-semibold text-text tabular-nums select-all">
          {member.admissionCode}
        </span>
      </p>
    )}
  </div>
);

/** Logs out. What has not been sent would be lost with it: that is named first, and the member decides. */
function LogOutButton({ uid }: { uid: string }) {
  const [unsent, setUnsent] = useState<readonly OutboxItem[]>([]);
  const press = async () => {
    const found = await unsentOf(uid).catch(() => []);
    setUnsent(found);
    if (found.length === 0) logOut();
  };
  const stay = () => setUnsent([]);
  return (
    <>
      <button
        type="button"
        aria-label="Log out"
        title="Log out"
        onClick={() => void press()}
        className="grid size-11 shrink-0 place-content-center rounded-md text-muted transition-colors hover:bg-sunk hover:text-text"
      >
        <LogOut size={18} aria-hidden />
      </button>
      <Dialog open={unsent.length > 0} onClose={stay} label="Log out">
        <div className="grid gap-4 p-5">
          <h2 className="text-lg">Not everything has been sent</h2>
          <p className="text-sm text-muted">
            These wait on this device for a connection. Logging out deletes them:
          </p>
          <ul className="grid list-disc gap-1 pl-5 text-sm">
            {unsent.map((item) => (
              <li key={item.id}>{unsentWords(item)}</li>
            ))}
          </ul>
          <div className="grid gap-3 sm:flex sm:justify-end">
            <Button look="danger" onClick={logOut}>
              Log out and delete
            </Button>
            <Button look="primary" onClick={stay}>
              Stay logged in
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}

/** Signs the member out on this device. */
const logOut = (): void => leaveAfter(signOut());
