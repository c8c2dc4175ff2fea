import { isLocked } from '@quantalgo/contracts/access/access';
import type { User } from '@quantalgo/contracts/account/member';
import { capitalize, formatCount } from '@quantalgo/contracts/core/format';
import { getInitial } from '@quantalgo/contracts/core/visibleText';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import type { OutboxItem } from '../../data/outbox/item';
import { readUnsentItems, type UnsentContents } from '../../data/outbox/outbox';
import { logOut } from '../../data/auth/session';
import { runAfterPaint } from '../../data/core/firstPaint';
import { lazyComponent } from '../../ui/lazyComponent';
import { setPendingLogOut } from '../guards';

export const LOCKED_HINT = 'Unlock with funded account';

/** Staff see the Essential tier's label. */
function formatTier({ tier, staff }: Pick<User, 'tier' | 'staff'>): string {
  if (staff) return 'Essential Node';
  return tier === 'guest' ? 'Guest Tier' : `${capitalize(tier)} Node`;
}

export const getMemberBadge = (user: User): 'Active' | 'Pending' =>
  isLocked(user) ? 'Pending' : 'Active';

export function describeOutboxItem({ content }: OutboxItem): string {
  switch (content.kind) {
    case 'proof':
      return `Your proof and screenshot for trader ID ${content.traderId}`;
    case 'setup':
      return `Your account setup and proof for broker account ${content.brokerAccount}`;
    case 'ticket':
      return `Your ticket “${content.body.subject}”`;
    case 'reply':
      return 'Your reply to a support ticket';
    case 'close':
      return 'Your request to close a support ticket';
    case 'bot':
      return 'Your change to a paper bot';
    case 'settings':
      return 'Your changes in Account Hub';
    case 'picture':
      return 'A picture';
    case 'learning':
      return 'Your progress in a lesson';
    case 'network':
      return 'Your activity in the Trader’s Network';
    case 'chat':
      return 'Your message in the Essential Room';
    case 'live':
      return 'Your question in a live session';
    case 'journal':
      return content.writes.length === 1
        ? 'A journal entry'
        : `${formatCount(content.writes.length)} journal entries`;
  }
}

export const describeUnreadable = (count: number): string =>
  count === 1
    ? 'An item saved by another version of the app'
    : `${formatCount(count)} items saved by another version of the app`;

export const UserCard = ({ member }: { member: User }) => (
  <div className="rounded-lg border border-line bg-raised">
    <div className="flex items-center gap-3 py-2 pr-1 pl-3">
      <span
        aria-hidden
        className="grid size-9 shrink-0 place-content-center rounded-md bg-line font-semibold"
      >
        {getInitial(member.fullName)}
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-semibold">{member.fullName}</p>
        <p className="text-xs text-muted">{formatTier(member)}</p>
      </div>
      <LogOutButton uid={member.id} />
    </div>
    {isLocked(member) && <ActivationRow member={member} />}
    {member.tier === 'guest' && !member.staff && (
      <p className="flex justify-between gap-2 border-t border-line-soft px-3 py-2 text-xs text-muted">
        Admission code
        <span translate="no" className="font-semibold text-text tabular-nums select-all">
          {member.admissionCode}
        </span>
      </p>
    )}
  </div>
);

/** Loaded late, because it reads the outbox. The placeholder has the same height. */
const ActivationRow = lazyComponent(
  async () => (await import('./lateParts')).ActivationRow,
  <div className="h-13" />,
  runAfterPaint,
);

const NOTHING_UNSENT: UnsentContents = { items: [], unreadable: [], isComplete: true };

const mayLoseItems = ({ items, unreadable, isComplete }: UnsentContents): boolean =>
  !isComplete || items.length + unreadable.length > 0;

const UnsentDialog = lazyComponent(async () => (await import('./UnsentDialog')).UnsentDialog);

/** Logging out deletes unsent items, so they are listed first and the member decides. */
function LogOutButton({ uid }: { uid: string }) {
  const [unsent, setUnsent] = useState(NOTHING_UNSENT);
  const handlePress = async () => {
    const contents = await readUnsentItems(uid).catch(() => ({
      ...NOTHING_UNSENT,
      isComplete: false,
    }));
    setUnsent(contents);
    if (!mayLoseItems(contents)) startLogOut();
  };
  const stay = () => setUnsent(NOTHING_UNSENT);
  return (
    <>
      <button
        type="button"
        aria-label="Log out"
        title="Log out"
        onClick={() => void handlePress()}
        className="grid size-11 shrink-0 place-content-center rounded-md text-muted transition-colors hover:bg-sunk hover:text-text"
      >
        <LogOut size={18} aria-hidden />
      </button>
      {mayLoseItems(unsent) && (
        <UnsentDialog unsent={unsent} onStay={stay} onLogOut={startLogOut} />
      )}
    </>
  );
}

const startLogOut = (): void => setPendingLogOut(logOut());
