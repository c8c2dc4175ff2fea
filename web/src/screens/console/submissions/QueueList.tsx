import { formatRoughDuration } from '@quantalgo/contracts/core/durations';
import { formatMoment } from '@quantalgo/contracts/core/format';
import { WAT } from '@quantalgo/contracts/core/time';
import { INSPECTION_OVERDUE_MS } from '@quantalgo/contracts/submissions/submission';
import { TriangleAlert } from 'lucide-react';
import { useNow } from '../../../data/core/clock';
import { useMember } from '../../../data/auth/currentSession';
import type { HeldDecision } from '../../../data/console/heldDecisions';
import type { ReviewKind, Submission } from './kinds';

const WAIT_STYLES = { 'in time': 'text-muted', urgent: 'text-amber', late: 'text-put' } as const;

/** Waits past this share of the promised time are highlighted. */
const URGENT_SHARE = 0.75;

export function getWaitUrgency(waitedMs: number, promiseMs: number): keyof typeof WAIT_STYLES {
  if (waitedMs > promiseMs) return 'late';
  return waitedMs > promiseMs * URGENT_SHARE ? 'urgent' : 'in time';
}

function Wait({ ms, promiseMs }: { ms: number; promiseMs: number }) {
  const urgency = getWaitUrgency(ms, promiseMs);
  return (
    <span
      className={`flex shrink-0 items-center gap-1 text-xs tabular-nums ${WAIT_STYLES[urgency]}`}
    >
      {urgency !== 'in time' && <TriangleAlert size={12} aria-hidden />}
      <span>{`waiting ${formatRoughDuration(ms)}`}</span>
      {urgency === 'late' && <span className="sr-only">, longer than promised</span>}
    </span>
  );
}

function Inspection({ row: { createdAt, member }, now }: { row: Submission; now: number }) {
  const isOverdue = now - Date.parse(createdAt) >= INSPECTION_OVERDUE_MS;
  return (
    <span className={isOverdue ? 'font-semibold text-put' : ''}>
      <span>{isOverdue ? 'Inspection overdue' : 'Being inspected'}</span>
      {member && (
        <>
          <span> · </span>
          <bdi>{member.fullName}</bdi>
        </>
      )}
    </span>
  );
}

export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly onSelect: (id: string, selected: boolean) => void;
}

interface QueueProps {
  readonly decisions: readonly HeldDecision[];
  readonly rows: readonly Submission[];
  readonly currentId: string | undefined;
  /** Absent if rows can't be selected. */
  readonly selection?: Selection | undefined;
  readonly disabled: boolean;
  readonly onOpen: (id: string) => void;
}

function Item({
  kind,
  row,
  now,
  currentId,
  decisions,
  selection,
  disabled,
  onOpen,
}: Omit<QueueProps, 'rows'> & {
  readonly kind: ReviewKind;
  readonly row: Submission;
  readonly now: number;
}) {
  const ownId = useMember()?.id;
  const { id, account, createdAt, claim } = row;
  const current = id === currentId;
  const isHeld = claim !== null && claim.by !== ownId && Date.parse(claim.until) > now;
  const isInspected = row.state === 'checking';
  const decision = decisions.find(({ ids, state }) => state !== 'failed' && ids.includes(id));
  const isDisabled = isHeld || isInspected || disabled || decision !== undefined;
  return (
    <li
      className={`relative flex items-stretch ${current ? 'bg-sunk before:absolute before:inset-y-0 before:left-0 before:w-[3px] before:bg-accent' : ''}`}
    >
      {selection && (
        <label className="grid w-11 shrink-0 cursor-pointer place-content-center">
          <input
            type="checkbox"
            aria-label={`Select the ${kind.noun} for ${kind.accountName} ${account}`}
            checked={selection.ids.has(id)}
            disabled={isDisabled}
            onChange={({ target }) => selection.onSelect(id, target.checked)}
            className="size-4.5 accent-(--text)"
          />
        </label>
      )}
      <button
        type="button"
        aria-current={current ? 'true' : undefined}
        aria-disabled={isDisabled}
        onClick={() => {
          if (!isDisabled) onOpen(id);
        }}
        className={`grid min-h-14 min-w-0 flex-1 content-center gap-0.5 py-2 pr-4 text-left hover:bg-sunk ${selection ? '' : 'pl-4'}`}
      >
        <span className="flex items-baseline justify-between gap-2">
          <span translate="no" className="truncate text-sm font-semibold tabular-nums">
            <bdi>{account}</bdi>
          </span>
          <Wait ms={now - Date.parse(createdAt)} promiseMs={kind.promiseMs} />
        </span>
        <span className="truncate text-xs text-muted">
          {isInspected && <Inspection row={row} now={now} />}
          {isHeld && <span>Someone else is reviewing it</span>}
          {decision && (
            <span>{`${decision.text}, ${decision.state === 'held' ? 'not sent yet' : 'saving'}`}</span>
          )}
          {!isInspected && !isHeld && !decision && (
            <span>{`${row.below}Sent ${formatMoment(Date.parse(createdAt), now, WAT)}`}</span>
          )}
        </span>
      </button>
    </li>
  );
}

/** Oldest first. Submissions still being inspected can't be opened. */
export function QueueList({ kind, rows, ...item }: QueueProps & { readonly kind: ReviewKind }) {
  const now = useNow(30_000);
  return (
    <ul aria-label={`Pending ${kind.noun}s`} className="divide-y divide-line-soft">
      {rows.map((row) => (
        <Item key={row.id} kind={kind} row={row} now={now} {...item} />
      ))}
    </ul>
  );
}
