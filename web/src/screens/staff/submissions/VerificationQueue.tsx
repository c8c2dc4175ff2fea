import { useState } from 'react';
import { useSending } from '../../../data/session/useSending';
import { failureWords } from '../../../data/staff/answers';
import { fetchProofs, useProofQueue } from '../../../data/staff/submissions';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import { ScreenHead } from '../../../ui/ScreenHead';
import { Desk } from './Desk';
import { ImportDialog } from './ImportDialog';
import { ofProof, PROOF_REVIEW } from './kinds';
import { BulkReject } from './RejectDialog';
import { useProofReview, without } from './useReview';

/** Proofs of funded broker accounts that wait for staff: looked at, and decided, one after the other. */
export default function VerificationQueue() {
  const answer = useProofQueue();
  const review = useProofReview(answer);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isImporting, setImporting] = useState(false);
  const rows = answer.seen?.value.rows ?? [];
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
      <Desk
        kind={PROOF_REVIEW}
        answer={answer}
        rows={answer.seen?.value.rows.map(ofProof)}
        review={review}
        selection={{ ids: selected, onSelect: select }}
        above={<BulkReject ids={ids} onRejected={(gone) => answer.amend(without(gone))} />}
        below={<ShowMore answer={answer} />}
      />
      <ImportDialog open={isImporting} onClose={() => setImporting(false)} />
    </div>
  );
}

/** The way to the proofs behind those that are shown. */
function ShowMore({ answer: { seen, amend } }: { answer: ReturnType<typeof useProofQueue> }) {
  const { sending, failure, send } = useSending(async (after: string) => {
    const next = await fetchProofs(after);
    amend(({ rows }) => ({ rows: [...rows, ...next.rows], more: next.more }));
  }, failureWords('adminProofs'));
  const last = seen?.value.rows.at(-1);
  return (
    <>
      {seen?.value.more === true && last && (
        <Button
          look="quiet"
          className="w-full"
          doing={sending ? 'Loading…' : undefined}
          onClick={() => void send(last.id)}
        >
          Show more
        </Button>
      )}
      {failure !== null && <Notice tone="error">{failure}</Notice>}
    </>
  );
}
