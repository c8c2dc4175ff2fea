import { Button } from './Button';
import { Notice } from './Notice';

export const RefusedNotice = ({
  reason,
  problem,
  onDiscard,
  onTryAgain,
  onEdit,
}: {
  reason: string | null;
  problem: string | null;
  onDiscard: () => void;
  onTryAgain: () => void;
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
