import { formatMinutesSeconds } from '@quantalgo/contracts/core/durations';
import type { RoomRestrictions } from '@quantalgo/contracts/network/post';
import { Clock } from 'lucide-react';
import { clockOffset, useNow } from '../../data/core/clock';
import { useItemActions } from '../../data/outbox/useAction';
import type { PostView } from '../../data/network/view';
import { Notice } from '../../ui/Notice';
import { RefusedNotice } from '../../ui/RefusedNotice';

export function Delivery({ delivery }: Pick<PostView, 'delivery'>) {
  const getActions = useItemActions();
  switch (delivery.state) {
    case 'open':
      return null;
    case 'unsent':
      return <Unsent {...delivery} />;
    case 'held':
      return (
        <p className="flex items-center gap-1.5 text-xs text-amber">
          <Clock size={12} aria-hidden />
          Only you can see this for now. We check new members’ links and pictures within a day.
        </p>
      );
    case 'refused': {
      const { item, reason } = delivery;
      if (!item) return <Notice tone="error">{reason}</Notice>;
      return <RefusedNotice reason={reason} {...getActions(item)} />;
    }
  }
}

const PAUSE_RULE = 'New members can send one message a minute.';

/**
 * The outbox sends the message after the pause. The countdown isn’t spoken, because it ticks in a
 * live region.
 */
const Pause = ({ pauseMs }: { pauseMs: number }) => (
  <>
    <span aria-hidden>{`Sends in ${formatMinutesSeconds(pauseMs)}. ${PAUSE_RULE}`}</span>
    <span className="sr-only">{`Waiting to be sent. ${PAUSE_RULE}`}</span>
  </>
);

type UnsentDelivery = Extract<PostView['delivery'], { state: 'unsent' }>;

function Unsent({ failing, notBefore }: Omit<UnsentDelivery, 'state'>) {
  // The device's clock, because the outbox's times use it.
  const now = useNow() - (clockOffset.get()?.offset ?? 0);
  return (
    <p className="flex items-center gap-1.5 text-xs text-amber tabular-nums">
      <Clock size={12} aria-hidden className="shrink-0" />
      {notBefore > now ? (
        <Pause pauseMs={notBefore - now} />
      ) : (
        <span>{failing ? 'Waiting for a better connection' : 'Sending…'}</span>
      )}
    </p>
  );
}

const formatReason = (reason: string | null) => (reason === null ? '' : ` Reason: ${reason}.`);

/** Null if the member may write. */
export function describeRestriction(
  restrictions: RoomRestrictions | null,
  formatUntil: (at: number) => string,
): string | null {
  if (restrictions?.banned === true)
    return `You can still read, but you can no longer post.${formatReason(restrictions.reason)} Support can tell you more.`;
  if (restrictions && restrictions.mutedUntil !== null)
    return `You’re muted until ${formatUntil(Date.parse(restrictions.mutedUntil))}. You can still read.${formatReason(restrictions.reason)}`;
  return null;
}
