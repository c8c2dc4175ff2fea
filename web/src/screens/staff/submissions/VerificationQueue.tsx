import { endpoints, PATHS } from '@quantalgo/contracts';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useOnline } from '../../../data/core/useOnline';
import { useSending } from '../../../data/session/useSending';
import { fetchQueue, type Queue, useQueue } from '../../../data/staff/submissions';
import { Button } from '../../../ui/Button';
import { Card } from '../../../ui/Card';
import { Switch } from '../../../ui/Choices';
import { TextLink } from '../../../ui/Links';
import { Notice } from '../../../ui/Notice';
import { ScreenHead } from '../../../ui/ScreenHead';
import { Age, AnswerNotice } from '../AnswerList';
import { TIER_NAMES } from '../MemberFacts';
import { Key, useShortcuts, useShortcutsWanted } from '../Shortcuts';
import { ImportDialog } from './ImportDialog';
import { CaseView } from './ProofCase';
import { QueueList } from './QueueList';
import { BulkReject, RejectDialog } from './RejectDialog';
import { type Decided, type Review, useReview } from './useReview';

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
export default function VerificationQueue() {
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

const Outcome = ({ decided }: { decided: Decided }) => (
  <p className="text-sm">
    <bdi className="font-semibold">{decided.user.fullName}</bdi>{' '}
    {decided.kind === 'approved' ? (
      <>is {TIER_NAMES[decided.tier]} now.</>
    ) : (
      <>
        was told: “<bdi>{decided.reason}</bdi>”
      </>
    )}{' '}
    <TextLink to={`${PATHS.staffUsers}?search=${encodeURIComponent(decided.user.email)}`}>
      See this user
    </TextLink>
  </p>
);

/** What stands where a proof would: what became of the last one, and the way to the next. */
function NoCase({ review, waiting }: { review: Review; waiting: number | null }) {
  const online = useOnline();
  const { decided, isEmpty, doing, next } = review;
  const none = isEmpty || waiting === 0;
  const place = useRef<HTMLDivElement>(null);
  // What had the focus is gone with the proof.
  useEffect(() => {
    if (decided) place.current?.focus();
  }, [decided]);
  return (
    <div
      ref={place}
      tabIndex={-1}
      className="grid min-h-64 content-center justify-items-center gap-4 p-6 text-center"
    >
      <div role="status" className="grid justify-items-center gap-3">
        {(decided || none) && <CircleCheck size={28} aria-hidden className="text-call" />}
        {decided && <Outcome decided={decided} />}
        {none && <p className="text-sm text-muted">No proof waits that nobody has taken.</p>}
      </div>
      <Button
        look="primary"
        aria-keyshortcuts="N"
        disabled={!online}
        doing={doing === 'taking' ? 'Taking…' : undefined}
        onClick={() => void next()}
      >
        {decided || none ? 'Take the next' : 'Take the oldest'} <Key>N</Key>
      </Button>
    </div>
  );
}
