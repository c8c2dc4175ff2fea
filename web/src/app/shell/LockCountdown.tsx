import { LOCK_MS, hoursMinutesSeconds, watDate, watTime, type User } from '@quantalgo/contracts';
import { useState } from 'react';
import { serverNow, useNow } from '../../data/core/clock';

/** Warns a locked member of the end of their access, second by second; zero once that is past. */
export function LockCountdown({ member }: { member: User }) {
  const [withoutWord] = useState(() => serverNow() + LOCK_MS);
  const endsAt = member.lockExpiresAt === null ? withoutWord : Date.parse(member.lockExpiresAt);
  const { hours, minutes, seconds } = hoursMinutesSeconds(endsAt - useNow());
  return (
    <div className="flex items-center justify-between gap-4 rounded-lg border border-put/60 px-4 py-3 text-put">
      <p className="text-sm">
        Unlock to prevent loss of access to dashboard
        <span className="sr-only">
          , by {watTime(endsAt)} WAT on {watDate(endsAt)}
        </span>
      </p>
      <p aria-hidden className="text-lg font-semibold tabular-nums">
        {hours}:{minutes}:{seconds}
      </p>
    </div>
  );
}
