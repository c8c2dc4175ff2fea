import {
  adminProofsEndpoints,
  MAX_BULK_REJECTIONS,
} from '@quantalgo/contracts/submissions/reviewEndpoints';
import { useState } from 'react';
import { toFailureText } from '../../../data/core/errors';
import { useMutation } from '../../../data/core/useMutation';
import { fetchProofs, rejectProofs, useProofQueue } from '../../../data/console/submissions';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import { ScreenHead } from '../../../ui/Heading';
import { ReviewQueue } from './ReviewQueue';
import { ImportDialog } from './ImportDialog';
import { toProofSubmission, PROOF_REVIEW } from './kinds';
import { RejectDialog } from './RejectDialog';
import { useProofReview, removeSubmissions } from './useReview';

export default function VerificationQueue() {
  const query = useProofQueue();
  const review = useProofReview(query);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isImporting, setImporting] = useState(false);
  const rows = query.data?.rows ?? [];
  const ids = rows.map(({ id }) => id).filter((id) => selected.has(id));
  const select = (id: string, on: boolean) => {
    const next = new Set(selected);
    if (on) next.add(id);
    else next.delete(id);
    setSelected(next);
  };
  return (
    <div className="grid gap-4">
      <ScreenHead
        title="Verification queue"
        aside={
          <Button size="small" onClick={() => setImporting(true)}>
            Import the broker’s list
          </Button>
        }
      >
        Oldest first. Members are promised an answer within 24 hours.
      </ScreenHead>
      <ReviewQueue
        kind={PROOF_REVIEW}
        query={query}
        rows={query.data?.rows.map(toProofSubmission)}
        review={review}
        selection={{ ids: selected, onSelect: select }}
        above={
          <BulkReject
            ids={ids}
            onRejected={(rejected) => query.update(removeSubmissions(rejected))}
          />
        }
        below={<ShowMore query={query} />}
      />
      <ImportDialog open={isImporting} onClose={() => setImporting(false)} />
    </div>
  );
}

function ShowMore({ query: { data, update } }: { query: ReturnType<typeof useProofQueue> }) {
  const { pending, failure, send } = useMutation(async (after: string) => {
    const next = await fetchProofs(after);
    update(({ rows }) => ({ rows: [...rows, ...next.rows], more: next.more }));
  }, toFailureText(adminProofsEndpoints.adminProofs));
  const last = data?.rows.at(-1);
  return (
    <>
      {data?.more === true && last && (
        <Button
          variant="quiet"
          className="w-full"
          busyLabel={pending ? 'Loading…' : undefined}
          onClick={() => void send(last.id)}
        >
          Show more
        </Button>
      )}
      {failure !== null && <Notice tone="error">{failure}</Notice>}
    </>
  );
}

function BulkReject({
  ids,
  onRejected,
}: {
  ids: readonly string[];
  onRejected: (ids: readonly string[]) => void;
}) {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const [skippedCount, setSkippedCount] = useState(0);
  const { pending, failure, send } = useMutation(async (reason: string) => {
    const rejected = await rejectProofs(ids, reason);
    setSkippedCount(ids.length - rejected.length);
    onRejected(rejected);
  }, toFailureText(adminProofsEndpoints.rejectProofs));
  const tooMany = ids.length > MAX_BULK_REJECTIONS;
  return (
    <div className="grid gap-2 px-4 pb-3 empty:hidden">
      {ids.length > 0 && (
        <Button
          variant="danger"
          size="small"
          disabled={tooMany}
          busyLabel={pending ? 'Rejecting…' : undefined}
          onClick={() => setIsDialogOpen(true)}
        >
          {`Reject ${ids.length} selected…`}
        </Button>
      )}
      {tooMany && <p className="text-xs text-muted">{`${MAX_BULK_REJECTIONS} at once at most.`}</p>}
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      {skippedCount > 0 && (
        <Notice tone="warning">{`${skippedCount} were skipped: others took or decided them.`}</Notice>
      )}
      <RejectDialog
        open={isDialogOpen}
        title={`Reject ${ids.length} proofs`}
        reasons={PROOF_REVIEW.reasons}
        onReject={(reason) => void send(reason)}
        onClose={() => setIsDialogOpen(false)}
      />
    </div>
  );
}
