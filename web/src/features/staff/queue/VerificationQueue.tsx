import { endpoints } from '@quantalgo/contracts';
import { useState } from 'react';
import { useSending } from '../../../data/session/useSending';
import { fetchQueue, useQueue, type Queue } from '../../../data/staff/submissions';
import { useOnline } from '../../../data/core/useOnline';
import { Button } from '../../../ui/Button';
import { Card } from '../../../ui/Card';
import { Notice } from '../../../ui/Notice';
import { ScreenHead } from '../../../ui/ScreenHead';
import { Switch } from '../../../ui/Choices';
import { Age, AnswerNotice } from '../parts/Age';
import { useShortcuts } from '../parts/useShortcuts';
import { useShortcutsWanted } from '../parts/useShortcutsWanted';
import { BulkReject } from './BulkReject';
import { CaseView } from './CaseView';
import { ImportDialog } from './ImportDialog';
import { NoCase } from './NoCase';
import { QueueList } from './QueueList';
import { RejectDialog } from './RejectDialog';
import { useReview, type Review } from './useReview';

const without =
  (gone: readonly string[]) =>
  (queue: Queue): Queue => ({
    ...queue,
    proofs: queue.proofs.filter(({ id }) => !gone.includes(id)),
  });

/** The keys of the queue: with a proof open those that decide it. */
function useQueueKeys(review: Review, onReject: () => void, wanted: boolean): void {
  const online = useOnline();
  const { opened } = review;
  const decides = opened?.proof.state === 'waiting' && online;
  useShortcuts(
    {
      ...(online && !opened ? { n: () => void review.next() } : {}),
      ...(opened ? { Escape: () => review.close(opened) } : {}),
      ...(decides
        ? {
            s: () => void review.approve(opened, 'starter'),
            e: () => void review.approve(opened, 'essential'),
            r: onReject,
          }
        : {}),
    },
    wanted,
  );
}

function Waiting({ answer, review }: { answer: ReturnType<typeof useQueue>; review: Review }) {
  const online = useOnline();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const queue = answer.seen?.value;
  const more = useSending(
    async (after: string) => {
      const next = await fetchQueue(after);
      answer.amend(({ proofs }) => ({ proofs: [...proofs, ...next.proofs], more: next.more }));
    },
    {
      wordless: endpoints.adminProofs.failure,
      unanswered: 'Network error. Please check your connection and try again.',
    },
  );
  if (!queue) return null;
  const ids = queue.proofs.map(({ id }) => id).filter((id) => selected.has(id));
  const last = queue.proofs.at(-1);
  return (
    <>
      <BulkReject ids={ids} onRejected={(gone) => answer.amend(without(gone))} />
      <QueueList
        proofs={queue.proofs}
        currentId={review.opened?.proof.id}
        selected={selected}
        disabled={!online}
        onOpen={(id) => void review.take(id)}
        onSelect={(id, on) => {
          const next = new Set(selected);
          if (on) next.add(id);
          else next.delete(id);
          setSelected(next);
        }}
      />
      {queue.more && last && (
        <Button
          look="quiet"
          className="w-full"
          doing={more.sending ? 'Loading…' : undefined}
          onClick={() => void more.send(last.id)}
        >
          Show more
        </Button>
      )}
      {more.failure !== null && <Notice tone="error">{more.failure}</Notice>}
    </>
  );
}

/** Proofs of funded broker accounts that wait for staff: looked at, and decided, one after the other. */
export function VerificationQueue() {
  const answer = useQueue();
  const review = useReview((id) => answer.amend(without([id])));
  const [shortcuts, setShortcuts] = useShortcutsWanted();
  const [isRejecting, setRejecting] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const { opened, failure } = review;
  useQueueKeys(review, () => setRejecting(true), shortcuts);
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
      <AnswerNotice answer={answer} />
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <Card as="div" className="overflow-hidden lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
        <div className={`border-line-soft lg:border-r ${opened ? 'max-lg:hidden' : ''}`}>
          <header className="flex min-h-12 items-center justify-between gap-2 pr-1 pl-4">
            <h2 className="text-sm">Waiting</h2>
            <Age answer={answer} />
          </header>
          {!answer.seen && answer.asking && (
            <p role="status" className="px-4 pb-4 text-sm text-muted">
              Loading proofs...
            </p>
          )}
          <Waiting answer={answer} review={review} />
        </div>
        {opened ? (
          <CaseView
            key={opened.proof.id}
            found={opened}
            review={review}
            shortcuts={shortcuts}
            onReject={() => setRejecting(true)}
          />
        ) : (
          <NoCase review={review} waiting={answer.seen?.value.proofs.length ?? null} />
        )}
      </Card>
      <div className="max-lg:hidden">
        <Switch
          label="Single keys"
          help="N takes the next proof, S and E approve, R rejects, Esc gives it back; + − 0 T and the arrows move the image."
          checked={shortcuts}
          onChange={setShortcuts}
        />
      </div>
      <RejectDialog
        open={isRejecting && opened !== null}
        title={`Reject the proof of ${opened?.user.fullName ?? 'nobody'}`}
        onReject={(reason) => opened && void review.reject(opened, reason)}
        onClose={() => setRejecting(false)}
      />
      <ImportDialog open={isImporting} onClose={() => setImporting(false)} />
    </div>
  );
}
