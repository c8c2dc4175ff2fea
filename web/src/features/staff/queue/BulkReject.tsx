import { BULK_REJECT_MOST, endpoints } from '@quantalgo/contracts';
import { useState } from 'react';
import { useSending } from '../../../data/session/useSending';
import { rejectProofs } from '../../../data/staff/submissions';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import { RejectDialog } from './RejectDialog';

/** Rejects the selected proofs with one reason. */
export function BulkReject({
  ids,
  onRejected,
}: {
  ids: readonly string[];
  onRejected: (ids: readonly string[]) => void;
}) {
  const [asks, setAsks] = useState(false);
  const [left, setLeft] = useState(0);
  const { sending, failure, send } = useSending(
    async (reason: string) => {
      const rejected = await rejectProofs(ids, reason);
      setLeft(ids.length - rejected.length);
      onRejected(rejected);
    },
    {
      wordless: endpoints.rejectProofs.failure,
      unanswered: 'Network error. Please check your connection and try again.',
    },
  );
  const tooMany = ids.length > BULK_REJECT_MOST;
  return (
    <div className="grid gap-2 px-4 pb-3 empty:hidden">
      {ids.length > 0 && (
        <Button
          look="danger"
          size="small"
          disabled={tooMany}
          doing={sending ? 'Rejecting…' : undefined}
          onClick={() => setAsks(true)}
        >
          Reject {ids.length} selected…
        </Button>
      )}
      {tooMany && <p className="text-xs text-muted">{BULK_REJECT_MOST} at once at most.</p>}
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      {left > 0 && (
        <Notice tone="warning">{left} were left out: others took or decided them.</Notice>
      )}
      <RejectDialog
        open={asks}
        title={`Reject ${ids.length} proofs`}
        onReject={(reason) => void send(reason)}
        onClose={() => setAsks(false)}
      />
    </div>
  );
}
