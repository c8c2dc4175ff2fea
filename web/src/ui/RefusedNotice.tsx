import { Button } from './Button';
import { Notice } from './Notice';

/** What the server did not take: its reason, and what the member can do about it. */
export const RefusedNotice = ({
  reason,
  problem,
  onDiscard,
  onTryAgain,
  onEdit,
}: {
  reason: string | null;
  /** Why the last of these actions failed. */
  problem: string | null;
  onDiscard: () => void;
  onTryAgain: () => void;
  /** Puts it back into its form for editing. */
  onEdit?: (() => void) | undefined;
}) => (
  <Notice
    tone="error"
    actions={
      <>
        <Button size="small" variant="quiet" onClick={onDiscard}>
          Discard
        </Button>
        {onEdit && (
          <Button size="small" onClick={onEdit}>
            Edit
          </Button>
        )}
        <Button size="small" onClick={onTryAgain}>
          Try again
        </Button>
      </>
    }
  >
    {reason !== null && <span>{reason}</span>}
    {problem !== null && <p>{problem}</p>}
  </Notice>
);
