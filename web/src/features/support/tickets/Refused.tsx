import type { OutboxItem } from '../../../data/outbox/item';
import { discard, tryAgain } from '../../../data/outbox/outbox';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';

const ignore = () => undefined;

/** Something that the server refused: why, and what can be done about it. */
export const Refused = ({
  item,
  reason,
  onEdit,
}: {
  item: OutboxItem;
  reason: string;
  /** Puts it back into its form, where it can be changed. */
  onEdit?: () => void;
}) => (
  <Notice
    tone="error"
    actions={
      <>
        {onEdit && (
          <Button size="small" onClick={onEdit}>
            Edit
          </Button>
        )}
        <Button size="small" onClick={() => void tryAgain(item).catch(ignore)}>
          Try again
        </Button>
        <Button look="quiet" size="small" onClick={() => void discard(item.id).catch(ignore)}>
          Discard
        </Button>
      </>
    }
  >
    {reason}
  </Notice>
);
