import type { RoomStanding } from '@quantalgo/contracts';
import { Clock } from 'lucide-react';
import { discard, tryAgain } from '../../data/outbox/outbox';
import type { PostView } from '../../data/rooms/network/view';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Notice';

const ignore = () => undefined;

/** How far the member's own post has come. */
export function Delivery({ delivery }: Pick<PostView, 'delivery'>) {
  switch (delivery.state) {
    case 'open':
      return null;
    case 'unsent':
      return (
        <p className="flex items-center gap-1.5 text-xs text-amber">
          <Clock size={12} aria-hidden />
          {delivery.failing ? 'Waiting for a better connection' : 'Sending'}
        </p>
      );
    case 'held':
      return (
        <p className="flex items-center gap-1.5 text-xs text-amber">
          <Clock size={12} aria-hidden />
          Only you see it so far: we check new members’ links and pictures first
        </p>
      );
    case 'refused': {
      const { item, reason } = delivery;
      const actions = item && (
        <>
          <Button size="small" onClick={() => void tryAgain(item).catch(ignore)}>
            Try again
          </Button>
          <Button look="quiet" size="small" onClick={() => void discard(item.id).catch(ignore)}>
            Discard
          </Button>
        </>
      );
      return (
        <Notice tone="error" actions={actions}>
          {reason}
        </Notice>
      );
    }
  }
}

const because = (reason: string | null) => (reason === null ? '' : ` The reason: ${reason}.`);

/** Why the member may only read; null if they may write. */
export function silenceText(me: RoomStanding | null, until: (at: number) => string): string | null {
  if (me?.banned === true)
    return `You can read here, but no longer post.${because(me.reason)} Support can tell you more.`;
  if (me && me.mutedUntil !== null)
    return `You can read here, and post again from ${until(Date.parse(me.mutedUntil))}.${because(me.reason)}`;
  return null;
}
