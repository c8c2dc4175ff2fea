import type { CannedAnswer } from '@quantalgo/contracts';
import { useSending } from '../../../data/session/useSending';
import { type Answer, failureWords } from '../../../data/staff/answers';
import { deleteCannedAnswer } from '../../../data/staff/tickets';
import { useOnline } from '../../../data/core/useOnline';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import { AnswerNotice } from '../parts/Age';
import { AnswerList } from '../parts/AnswerList';
import { NewSavedAnswer } from './NewSavedAnswer';

/** All saved answers, to be added to and taken from. */
export function SavedAnswersDialog({
  answers,
  onClose,
}: {
  answers: Answer<readonly CannedAnswer[]>;
  onClose: () => void;
}) {
  const online = useOnline();
  const { amend } = answers;
  const { sending, failure, send } = useSending(async (id: string) => {
    await deleteCannedAnswer(id);
    amend((all) => all.filter((one) => one.id !== id));
  }, failureWords('deleteCannedAnswer'));
  return (
    <div className="grid gap-4 p-5">
      <h2 className="text-base font-semibold">Saved answers</h2>
      <AnswerNotice answer={answers} />
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <div className="-mx-4 max-h-72 overflow-y-auto border-y border-line-soft">
        <AnswerList
          answer={answers}
          label="Saved answers"
          none="None yet. What you save below is there for all of staff."
        >
          {({ id, title, text }) => (
            <li key={id} className="flex items-start gap-3 px-4 py-2.5">
              <div className="min-w-0 flex-1 text-sm">
                <p className="font-semibold wrap-anywhere">{title}</p>
                <p className="line-clamp-2 text-xs wrap-anywhere text-muted">{text}</p>
              </div>
              <Button
                look="quiet"
                size="small"
                aria-label={`Delete ${title}`}
                disabled={!online || sending}
                onClick={() => void send(id)}
              >
                Delete
              </Button>
            </li>
          )}
        </AnswerList>
      </div>
      <NewSavedAnswer onSaved={(one) => amend((all) => [...all, one])} />
      <Button look="quiet" size="small" onClick={onClose}>
        Close
      </Button>
    </div>
  );
}
