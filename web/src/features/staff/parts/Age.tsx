import { watMoment } from '@quantalgo/contracts';
import { RefreshCw } from 'lucide-react';
import type { Answer } from '../../../data/staff/answers';
import { useNow } from '../../../data/core/clock';
import { useOnline } from '../../../data/core/useOnline';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';

/** Whatever was answered, it is shown and not amended here. */
type Shown = Omit<Answer<unknown>, 'amend'>;

/** How old what is shown is, and the way to ask for it anew. */
export function Age({ answer }: { answer: Shown }) {
  const now = useNow(60_000);
  const { seen, asking, askAgain } = answer;
  return (
    <div className="flex items-center gap-2 text-xs text-muted tabular-nums">
      {seen && <span>as of {watMoment(seen.at, now)}</span>}
      <Button look="quiet" size="small" aria-label="Refresh" disabled={asking} onClick={askAgain}>
        <RefreshCw size={16} aria-hidden />
      </Button>
    </div>
  );
}

/** Why the server could not be asked; or that there is no network, and what is shown can only be read. */
export function AnswerNotice({ answer }: { answer: Shown }) {
  const online = useOnline();
  if (!online)
    return (
      <Notice tone="warning">
        You are offline. What you see is what this page last received, to be read only.
      </Notice>
    );
  if (answer.failure === null) return null;
  return (
    <Notice
      tone="error"
      actions={
        <Button size="small" onClick={answer.askAgain}>
          Try again
        </Button>
      }
    >
      {answer.failure}
    </Notice>
  );
}
