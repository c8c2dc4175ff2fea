import { Check, TriangleAlert, Undo2 } from 'lucide-react';
import { useNow } from '../../../data/core/clock';
import type { HeldDecision } from '../../../data/console/heldDecisions';
import { Button } from '../../../ui/Button';
import { Key, useShortcuts } from '../Shortcuts';

interface UndoBarProps {
  readonly decisions: readonly HeldDecision[];
  readonly shortcuts: boolean;
  readonly onUndo: (decision: HeldDecision) => void;
  readonly onReopen: (decision: HeldDecision) => void;
}

/** Shows the newest decision while it can be undone, and all that couldn't be sent. */
export function UndoBar({ decisions, shortcuts, onUndo, onReopen }: UndoBarProps) {
  const newest = decisions.findLast(({ state }) => state === 'held');
  useShortcuts(newest ? { z: () => onUndo(newest) } : {}, shortcuts);
  const failed = decisions.filter(({ state }) => state === 'failed');
  return (
    <div role="status" className={failed.length === 0 ? 'contents' : 'grid gap-2'}>
      {failed.map((decision) => (
        <div
          key={decision.key}
          className="flex flex-wrap items-center gap-3 rounded-lg border border-put bg-put-bg px-4 py-2 text-sm"
        >
          <TriangleAlert size={16} aria-hidden className="text-put" />
          <p className="min-w-0 flex-1 basis-56 wrap-anywhere">
            <span className="font-semibold">{`Not saved: ${decision.text}.`}</span>{' '}
            <span>{decision.failure}</span>
          </p>
          <Button size="small" onClick={() => onReopen(decision)}>
            Reopen
          </Button>
        </div>
      ))}
      {newest && <Held key={newest.key} decision={newest} onUndo={() => onUndo(newest)} />}
    </div>
  );
}

function Held({ decision, onUndo }: { decision: HeldDecision; onUndo: () => void }) {
  const seconds = Math.max(0, Math.ceil((decision.until - useNow()) / 1000));
  return (
    // Overlays the page, so that its content doesn't move.
    <div className="fixed top-20 left-1/2 z-30 flex w-max max-w-[calc(100%-2rem)] -translate-x-1/2 items-center gap-3 rounded-lg border border-edge bg-sunk px-4 py-1 text-sm shadow-float">
      <Check size={16} aria-hidden className="shrink-0 text-call" />
      <span className="min-w-0 flex-1 font-semibold wrap-anywhere">{decision.text}</span>
      <Button variant="quiet" size="small" aria-keyshortcuts="Z" onClick={onUndo}>
        <Undo2 size={16} aria-hidden />
        <span>Undo</span>
        <span translate="no" aria-hidden className="tabular-nums">{`${seconds} s`}</span>
        <Key>Z</Key>
      </Button>
    </div>
  );
}
