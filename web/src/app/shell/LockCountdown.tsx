import { LOCK_DURATION_MS } from '@quantalgo/contracts/access/lock';
import type { User } from '@quantalgo/contracts/account/member';
import { formatHms } from '@quantalgo/contracts/core/durations';
import { formatDate, formatZonedTime } from '@quantalgo/contracts/core/format';
import { extendLock, isWaiting } from '@quantalgo/contracts/submissions/activation';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import { useZone } from '../../core/zone';
import { serverNow, useNow } from '../../data/core/clock';
import { type MemberActivation, useActivation } from '../../data/submissions/activation';

/** Red while it runs; grey and paused while a submission is sent or checked. */
export function LockCountdown({ member }: { member: User }) {
  const activation = useActivation(member);
  const isPaused = activation !== undefined && isWaiting(activation);
  return (
    <div
      className={`flex min-h-27.5 flex-wrap items-center gap-x-3 rounded-lg border px-4 py-2.5 sm:min-h-21 lg:min-h-16 ${isPaused ? 'border-line text-muted' : 'border-put/60 text-put'}`}
    >
      <Clock size={18} aria-hidden className="shrink-0 max-[22rem]:hidden" />
      <p className="min-w-0 flex-1 basis-40 text-sm">
        <span>Unlock to prevent loss of access to dashboard</span>
        {isPaused ? (
          <span key="paused" className="block font-semibold">
            {activation.name === 'sending'
              ? 'Paused while your submission is being sent'
              : 'Paused while we check your submission'}
          </span>
        ) : (
          <span key="running" className="block text-xs text-muted">
            Only the countdown ends. You keep your account and progress.
          </span>
        )}
      </p>
      {!isPaused && <TimeLeft member={member} activation={activation} />}
    </div>
  );
}

function TimeLeft({
  member,
  activation,
}: {
  member: User;
  activation: MemberActivation | undefined;
}) {
  const zone = useZone();
  const now = useNow();
  const [fallbackEnd] = useState(() => serverNow() + LOCK_DURATION_MS);
  const lockEnd = member.lockExpiresAt === null ? fallbackEnd : Date.parse(member.lockExpiresAt);
  const endsAt = activation ? extendLock(lockEnd, activation) : lockEnd;
  return (
    <>
      <span className="sr-only">
        {`by ${formatZonedTime(endsAt, zone)} on ${formatDate(endsAt, zone)}`}
      </span>
      <p translate="no" aria-hidden className="text-lg font-semibold tabular-nums">
        {formatHms(endsAt - now)}
      </p>
    </>
  );
}
