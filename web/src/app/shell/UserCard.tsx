import type { User } from '@quantalgo/contracts';
import { LogOutButton } from './LogOutButton';
import { tierName } from './words';

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
