import {
  adminProofsEndpoints,
  MAX_BULK_DECISIONS,
} from '@quantalgo/contracts/submissions/reviewEndpoints';
import { useState } from 'react';
import { toFailureText } from '../../../data/core/errors';
import { useMutation } from '../../../data/core/useMutation';
import {
  approveProofs,
  type ConfirmedProof,
  fetchProofs,
  findConfirmedProofs,
  rejectProofs,
  useProofQueue,
} from '../../../data/console/submissions';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import { ScreenHead } from '../../../ui/Heading';
import { lazyComponent } from '../../../ui/lazyComponent';
import { ReviewQueue } from './ReviewQueue';
import { toProofSubmission, PROOF_REVIEW } from './kinds';
import { RejectDialog } from './RejectDialog';
import { findHeldIds, type Review, useProofReview } from './useReview';

const ConfirmedProofsDialog = lazyComponent(
  async () => (await import('./ConfirmedProofsDialog')).ConfirmedProofsDialog,
);

const ImportDialog = lazyComponent(async () => (await import('./ImportDialog')).ImportDialog);

export default function VerificationQueue() {
  const query = useProofQueue();
  const review = useProofReview(query);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isImporting, setImporting] = useState(false);
  const rows = query.data?.rows ?? [];
  const heldIds = findHeldIds(review.decisions);
  const ids = rows.map(({ id }) => id).filter((id) => selected.has(id) && !heldIds.has(id));
  const select = (id: string, on: boolean) => {
    const newSelection = new Set(selected);
    if (on) newSelection.add(id);
    else newSelection.delete(id);
    setSelected(newSelection);
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
        above={<BulkDecisions ids={ids} review={review} />}
        below={<ShowMore query={query} />}
      />
      <ImportDialog open={isImporting} onClose={() => setImporting(false)} />
    </div>
  );
}

function ShowMore({ query: { data, update } }: { query: ReturnType<typeof useProofQueue> }) {
  const { pending, failure, send } = useMutation(async (after: string) => {
    const nextPage = await fetchProofs(after);
    update(({ rows }) => ({ rows: [...rows, ...nextPage.rows], more: nextPage.more }));
  }, toFailureText(adminProofsEndpoints.adminProofs));
  const lastRow = data?.rows.at(-1);
  return (
    <>
      {data?.more === true && lastRow && (
        <Button
          variant="quiet"
          className="w-full"
          busyLabel={pending ? 'Loading…' : undefined}
          onClick={() => void send(lastRow.id)}
        >
          Show more
        </Button>
      )}
      {failure !== null && <Notice tone="error">{failure}</Notice>}
    </>
  );
}

function BulkDecisions({ ids, review }: { ids: readonly string[]; review: Review }) {
  const [isRejecting, setRejecting] = useState(false);
  const [confirmedProofs, setConfirmedProofs] = useState<readonly ConfirmedProof[] | null>(null);
  const { pending, failure, send } = useMutation(
    async () => setConfirmedProofs(await findConfirmedProofs(ids)),
    toFailureText(adminProofsEndpoints.approveProofs),
  );
  const tooMany = ids.length > MAX_BULK_DECISIONS;
  const approve = (proofs: readonly ConfirmedProof[]) => {
    const proofIds = proofs.map(({ id }) => id);
    setConfirmedProofs(null);
    review.hold(
      {
        ids: proofIds,
        text: `${proofs.length} approved`,
        send: async () => (await approveProofs(proofIds)).map(({ id }) => id),
      },
      adminProofsEndpoints.approveProofs,
    );
  };
  return (
    <div className="grid gap-2 px-4 pb-3 empty:hidden">
      {ids.length > 0 && (
        <>
          <Button
            size="small"
            disabled={tooMany}
            busyLabel={pending ? 'Checking…' : undefined}
            onClick={() => void send()}
          >
            {`Approve ${ids.length} using the broker’s list…`}
          </Button>
          <Button
            variant="danger"
            size="small"
            disabled={tooMany}
            onClick={() => setRejecting(true)}
          >
            {`Reject ${ids.length} selected…`}
          </Button>
        </>
      )}
      {tooMany && (
        <p className="text-xs text-muted">{`Select at most ${MAX_BULK_DECISIONS} at once.`}</p>
      )}
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <RejectDialog
        open={isRejecting}
        title={`Reject ${ids.length} selected`}
        reasons={PROOF_REVIEW.reasons}
        onReject={(reason) =>
          review.hold(
            {
              ids,
              text: `${ids.length} rejected`,
              send: () => rejectProofs(ids, reason),
            },
            adminProofsEndpoints.rejectProofs,
          )
        }
        onClose={() => setRejecting(false)}
      />
      <ConfirmedProofsDialog
        confirmed={confirmedProofs}
        selectedCount={ids.length}
        onApprove={approve}
        onClose={() => setConfirmedProofs(null)}
      />
    </div>
  );
}
