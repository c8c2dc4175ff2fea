import { CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useOnline } from '../../../data/core/useOnline';
import type { RequestState } from '../../../data/core/useRequest';
import { Button } from '../../../ui/Button';
import { Card } from '../../../ui/Card';
import { Switch } from '../../../ui/Choices';
import { Skeleton } from '../../../ui/Loading';
import { Notice } from '../../../ui/Notice';
import { Age, BelowList, QueryNotice } from '../QueryList';
import { Key, useShortcuts, useShortcutsEnabled } from '../Shortcuts';
import { CaseView } from './Case';
import { isDecidable, type ReviewKind, type Submission } from './kinds';
import { QueueList, type Selection } from './QueueList';
import { UndoBar } from './UndoBar';
import { findHeldIds, type Review } from './useReview';

interface ReviewQueueProps {
  readonly kind: ReviewKind;
  /** The query that returned `rows`. */
  readonly query: RequestState;
  readonly rows: readonly Submission[] | undefined;
  readonly review: Review;
  /** Absent if rows can't be selected. */
  readonly selection?: Selection;
  readonly above?: ReactNode;
  readonly below?: ReactNode;
}

/** Side by side if there is room. On phones the opened submission replaces the queue. */
export function ReviewQueue(props: ReviewQueueProps) {
  const { kind, query, review } = props;
  const { opened, failure, decisions } = review;
  const online = useOnline();
  const [shortcuts, setShortcuts] = useShortcutsEnabled();
  useShortcuts(
    {
      ...(online && !opened ? { n: review.next } : {}),
      ...(opened ? { Escape: review.close } : {}),
    },
    shortcuts,
  );
  return (
    <>
      <QueryNotice query={query} />
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <UndoBar
        decisions={decisions}
        shortcuts={shortcuts}
        onUndo={review.undo}
        onReopen={review.reopen}
      />
      <Card as="div" className="overflow-clip lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
        <WaitingColumn {...props} />
        {opened ? (
          <CaseView
            key={opened.submission.id}
            kind={kind}
            reviewCase={opened}
            review={review}
            shortcuts={shortcuts}
          />
        ) : (
          <NoCase kind={kind} query={query} review={review} waiting={countDecidable(props)} />
        )}
      </Card>
      <BelowList query={query}>
        <div className="max-lg:hidden">
          <Switch
            label="Single-key shortcuts"
            help={`N ${kind.isClaimed ? 'takes' : 'opens'} the next ${kind.noun}, S and E approve, R rejects, Z undoes, Esc ${kind.isClaimed ? 'returns it to the queue' : 'closes it'}. +, −, 0, T and the arrow keys zoom, turn and move the image.`}
            checked={shortcuts}
            onChange={setShortcuts}
          />
        </div>
      </BelowList>
    </>
  );
}

function countDecidable({ rows, review }: ReviewQueueProps): number | null {
  const heldIds = findHeldIds(review.decisions);
  return rows?.filter((row) => isDecidable(row) && !heldIds.has(row.id)).length ?? null;
}

function WaitingColumn({ kind, query, rows, review, selection, above, below }: ReviewQueueProps) {
  const online = useOnline();
  const { opened, opening } = review;
  return (
    <div className={`border-line-soft lg:border-r ${(opened ?? opening) ? 'max-lg:hidden' : ''}`}>
      <header className="flex min-h-12 items-center justify-between gap-2 px-4">
        <h2 className="text-sm">Waiting</h2>
        <Age query={query} />
      </header>
      {!query.data && query.loading && (
        <p role="status" className="px-4 pb-4 text-sm text-muted">
          {`Loading ${kind.noun}s…`}
        </p>
      )}
      {rows && (
        <>
          {above}
          <QueueList
            kind={kind}
            rows={rows}
            currentId={opened ? opened.submission.id : undefined}
            decisions={review.decisions}
            selection={selection}
            disabled={kind.isClaimed && !online}
            onOpen={review.open}
          />
          {below}
        </>
      )}
    </div>
  );
}

function NoCase({
  kind,
  query,
  review,
  waiting,
}: Pick<ReviewQueueProps, 'kind' | 'query' | 'review'> & { waiting: number | null }) {
  const online = useOnline();
  const { opening, decisions, isEmpty, isTaking, next, close } = review;
  const isQueueEmpty = isEmpty || waiting === 0;
  const container = useRef<HTMLDivElement>(null);
  // The focused element was removed together with the case.
  const hasDecided = decisions.length > 0;
  useEffect(() => {
    if (hasDecided) container.current?.focus();
  }, [hasDecided]);
  if (opening)
    return (
      <div className="grid content-start gap-4 p-4">
        <Button variant="quiet" size="small" className="justify-self-start" onClick={close}>
          Back to the queue
        </Button>
        {opening.failure !== null && <QueryNotice query={opening} />}
        {opening.loading && <Skeleton className="h-96 rounded-lg" />}
      </div>
    );
  const verb = kind.isClaimed ? 'Take' : 'Open';
  return (
    <BelowList query={query}>
      <div
        ref={container}
        tabIndex={-1}
        className="grid min-h-64 content-center justify-items-center gap-4 p-6 text-center"
      >
        <div role="status" className="grid justify-items-center gap-3">
          {isQueueEmpty && <CircleCheck size={28} aria-hidden className="text-call" />}
          {isQueueEmpty && <p className="text-sm text-muted">{kind.none}</p>}
        </div>
        <Button
          variant={isQueueEmpty ? 'secondary' : 'primary'}
          aria-keyshortcuts="N"
          disabled={!online}
          busyLabel={isTaking ? 'Taking…' : undefined}
          onClick={next}
        >
          <span>{isQueueEmpty ? 'Check again' : `${verb} the oldest`}</span> <Key>N</Key>
        </Button>
      </div>
    </BelowList>
  );
}
