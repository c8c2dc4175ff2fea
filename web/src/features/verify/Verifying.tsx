import { useEffect, useRef } from 'react';
import type { Progress } from '../../data/ledger/messages';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Notice';
import { UploadProgress } from '../../ui/Progress';
import { countText } from './words';

const WAITS = {
  unanswered:
    'No answer comes. What is verified so far stays so; it goes on by itself when the connection is back.',
  unreadable:
    'Something else answered than the ledger, perhaps the page of a network that wants you to sign in.',
} as const;

const labelOf = ({ entries, of }: Progress) =>
  of === 0
    ? 'Asking for the newest entry'
    : `${countText(entries)} of ${countText(of)} entries hold`;

/** How far the verification is. Said once to readers of screens; the bar can be asked. */
export function Verifying({
  progress,
  onAgain,
  onCancel,
}: {
  progress: Progress;
  onAgain: () => void;
  onCancel: () => void;
}) {
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus({ preventScroll: true }), []);
  const { entries, of, waits } = progress;
  return (
    <div className="grid gap-4">
      <p role="status" className="sr-only">
        Verifying the ledger
      </p>
      <UploadProgress label={labelOf(progress)} share={of === 0 ? null : entries / of} />
      {waits && (
        <Notice
          tone="warning"
          actions={
            <Button size="small" onClick={onAgain}>
              Try again
            </Button>
          }
        >
          {WAITS[waits]}
        </Notice>
      )}
      <Button ref={cancel} size="small" className="w-fit" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
