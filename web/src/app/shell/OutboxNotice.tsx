import { useClockError, useNow } from '../../data/core/clock';
import { isStale, isUnsent, type OutboxItem } from '../../data/outbox/item';
import {
  confirmItems,
  keepForeignRows,
  useForeignRows,
  useSenderFault,
} from '../../data/outbox/notice';
import { discardItems, useOutboxContents } from '../../data/outbox/outbox';
import { useAction } from '../../data/outbox/useAction';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Notice';
import { describeOutboxItem, describeUnreadable } from './UserCard';

export function OutboxNotice({ uid }: { uid: string }) {
  const outbox = useOutboxContents(uid);
  if (!outbox) return null;
  return (
    <>
      <StaleNotice items={outbox.items} />
      <FaultNotice items={outbox.items} />
      <UnreadableNotice ids={outbox.unreadable} />
      <OthersNotice uid={uid} />
    </>
  );
}

const STALE_CHECK_INTERVAL_MS = 60_000;

function StaleNotice({ items }: { items: readonly OutboxItem[] }) {
  // Item times use the device's clock.
  const deviceNow = useNow(STALE_CHECK_INTERVAL_MS) + useClockError();
  const stale = items.filter((item) => isStale(item, deviceNow));
  const { problem, run } = useAction();
  if (stale.length === 0) return null;
  const ids = stale.map(({ id }) => id);
  return (
    <Notice
      tone="warning"
      actions={
        <>
          <Button variant="quiet" size="small" onClick={() => run(() => discardItems(...ids))}>
            Discard
          </Button>
          <Button size="small" onClick={() => run(() => confirmItems(stale))}>
            Send anyway
          </Button>
        </>
      }
    >
      <p>The following has been unsent for more than a week. Do you still want to send it?</p>
      <ul className="list-disc pl-4 text-muted">
        {stale.map((item) => (
          <li key={item.id}>{describeOutboxItem(item)}</li>
        ))}
      </ul>
      {problem !== null && <p>{problem}</p>}
    </Notice>
  );
}

/** Reports a fault of the app itself, which a better connection wouldn't fix. */
function FaultNotice({ items }: { items: readonly OutboxItem[] }) {
  const senderFault = useSenderFault();
  const failedItem = items.find((item) => isUnsent(item) && item.fault !== null);
  const fault = failedItem?.fault ?? senderFault;
  if (fault === null) return null;
  return (
    <Notice tone="error">
      <p>
        <span>{`${failedItem ? `${describeOutboxItem(failedItem)} could not be sent` : 'Some changes could not be sent'} by this version of the app. Everything stays on this device, and we’ll try again. If this keeps happening, send this message to support:`}</span>{' '}
        <span className="wrap-anywhere text-muted">{fault}</span>
      </p>
    </Notice>
  );
}

function UnreadableNotice({ ids }: { ids: readonly string[] }) {
  const { problem, run } = useAction();
  if (ids.length === 0) return null;
  return (
    <Notice
      tone="warning"
      actions={
        <Button variant="quiet" size="small" onClick={() => run(() => discardItems(...ids))}>
          Discard
        </Button>
      }
    >
      <span>{`${describeUnreadable(ids.length)} can’t be sent yet. Sending resumes when that version runs again.`}</span>
      {problem !== null && <p>{problem}</p>}
    </Notice>
  );
}

/** Must not reveal other members' content. */
function OthersNotice({ uid }: { uid: string }) {
  const ids = useForeignRows(uid) ?? [];
  const { problem, run } = useAction();
  if (ids.length === 0) return null;
  return (
    <Notice
      tone="warning"
      actions={
        <>
          <Button variant="quiet" size="small" onClick={() => run(() => discardItems(...ids))}>
            Delete it
          </Button>
          <Button size="small" onClick={() => run(() => keepForeignRows(ids))}>
            Keep it
          </Button>
        </>
      }
    >
      <span>
        Another member used this device and left something unsent. If you keep it, it will be sent
        when they next log in on this device, or deleted after 30 days. Nobody else can see it.
      </span>
      {problem !== null && <p>{problem}</p>}
    </Notice>
  );
}
