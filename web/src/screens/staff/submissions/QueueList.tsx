import { type AdminProof, momentText, roughDuration, WAT } from '@quantalgo/contracts';
import { TriangleAlert } from 'lucide-react';
import { useNow } from '../../../data/core/clock';
import { useMember } from '../../../data/session/currentSession';
import { waitLook } from './suggestions';

const WAIT_LOOKS = { 'in time': 'text-muted', urgent: 'text-amber', late: 'text-put' } as const;

function Wait({ ms }: { ms: number }) {
  const look = waitLook(ms);
  return (
    <span className={`flex shrink-0 items-center gap-1 text-xs tabular-nums ${WAIT_LOOKS[look]}`}>
      {look !== 'in time' && <TriangleAlert size={12} aria-hidden />}
      {roughDuration(ms)}
      {look === 'late' && <span className="sr-only">, longer than promised</span>}
    </span>
  );
}

interface ItemProps {
  proof: AdminProof;
  current: boolean;
  now: number;
  selected: boolean;
  disabled: boolean;
  onOpen: () => void;
  onSelect: (selected: boolean) => void;
}

function Item({ proof, current, now, selected, disabled, onOpen, onSelect }: ItemProps) {
  const ownId = useMember()?.id;
  const { claim, traderId, createdAt } = proof;
  const isHeld = claim !== null && claim.by !== ownId && Date.parse(claim.until) > now;
  return (
    <li
      className={`relative flex items-stretch ${current ? 'bg-sunk before:absolute before:inset-y-0 before:left-0 before:w-[3px] before:bg-accent' : ''}`}
    >
      <label className="grid w-11 shrink-0 cursor-pointer place-content-center">
        <input
          type="checkbox"
          aria-label={`Select the proof of trader ID ${traderId}`}
          checked={selected}
          disabled={isHeld || disabled}
          onChange={({ target }) => onSelect(target.checked)}
          className="size-4.5 accent-(--text)"
        />
      </label>
      <button
        type="button"
        aria-current={current ? 'true' : undefined}
        aria-disabled={isHeld || disabled}
        onClick={() => {
          if (!isHeld && !disabled) onOpen();
        }}
        className="grid min-h-14 min-w-0 flex-1 content-center gap-0.5 py-2 pr-4 text-left hover:bg-sunk"
      >
        <span className="flex items-baseline justify-between gap-2">
          <span className="truncate text-sm font-semibold tabular-nums">
            <bdi>{traderId}</bdi>
          </span>
          <Wait ms={now - Date.parse(createdAt)} />
        </span>
        <span className="truncate text-xs text-muted">
          {isHeld
            ? 'Somebody else looks at it'
            : `Sent ${momentText(Date.parse(createdAt), now, WAT)}`}
        </span>
      </button>
    </li>
  );
}

/** The proofs that wait, oldest first. */
export function QueueList({
  proofs,
  currentId,
  selected,
  disabled,
  onOpen,
  onSelect,
}: {
  proofs: readonly AdminProof[];
  currentId: string | undefined;
  selected: ReadonlySet<string>;
  /** Whether nothing can be taken now. */
  disabled: boolean;
  onOpen: (id: string) => void;
  onSelect: (id: string, selected: boolean) => void;
}) {
  const now = useNow(30_000);
  return (
    <ul aria-label="Waiting proofs" className="divide-y divide-line-soft">
      {proofs.map((proof) => (
        <Item
          key={proof.id}
          proof={proof}
          now={now}
          current={proof.id === currentId}
          selected={selected.has(proof.id)}
          disabled={disabled}
          onOpen={() => onOpen(proof.id)}
          onSelect={(on) => onSelect(proof.id, on)}
        />
      ))}
    </ul>
  );
}
