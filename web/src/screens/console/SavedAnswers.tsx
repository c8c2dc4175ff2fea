import type { CannedAnswer } from '@quantalgo/contracts/console/console';
import { adminTicketsEndpoints } from '@quantalgo/contracts/console/endpoints';
import { useId, useState } from 'react';
import { type Request } from '../../data/core/useRequest';
import { useOnline } from '../../data/core/useOnline';
import { toFailureText } from '../../data/core/errors';
import { useForm } from '../../data/core/useForm';
import { useIdempotentRequest } from '../../data/core/useIdempotentRequest';
import { useMutation } from '../../data/core/useMutation';
import { deleteCannedAnswer, saveCannedAnswer, useCannedAnswers } from '../../data/console/console';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { TextArea, TextField } from '../../ui/Field';
import { FilterSelect } from '../../ui/Filters';
import { Notice } from '../../ui/Notice';
import { QueryList, QueryNotice } from './QueryList';

export function SavedAnswers({ onChoose }: { onChoose: (text: string) => void }) {
  const [open, setOpen] = useState(false);
  const answers = useCannedAnswers();
  const savedAnswers = answers.data ?? [];
  const dialogKey = useId();
  const choose = (id: string | null) => {
    const answer = savedAnswers.find((item) => item.id === id);
    if (answer) onChoose(answer.text);
  };
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-0 flex-1 basis-52">
        <FilterSelect
          label="Saved answers"
          all={savedAnswers.length === 0 ? 'None saved yet' : 'Insert one…'}
          options={savedAnswers.map(({ id }) => id)}
          getName={(id) => savedAnswers.find((item) => item.id === id)?.title ?? ''}
          value={null}
          onChoose={choose}
        />
      </div>
      <Button size="small" className="min-h-11!" onClick={() => setOpen(true)}>
        Edit saved answers
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} label="Saved answers">
        <SavedAnswersDialog key={dialogKey} answers={answers} onClose={() => setOpen(false)} />
      </Dialog>
    </div>
  );
}

function SavedAnswersDialog({
  answers,
  onClose,
}: {
  answers: Request<readonly CannedAnswer[]>;
  onClose: () => void;
}) {
  const online = useOnline();
  const { update } = answers;
  const { pending, failure, send } = useMutation(async (id: string) => {
    await deleteCannedAnswer(id);
    update((items) => items.filter((item) => item.id !== id));
  }, toFailureText(adminTicketsEndpoints.deleteCannedAnswer));
  return (
    <div className="grid gap-4 p-5">
      <h2 className="text-base font-semibold">Saved answers</h2>
      <QueryNotice query={answers} />
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <div className="-mx-4 max-h-72 overflow-y-auto border-y border-line-soft">
        <QueryList
          query={answers}
          label="Saved answers"
          none="No saved answers yet. Those you save below are shared with all staff."
        >
          {({ id, title, text }) => (
            <li key={id} className="flex items-start gap-3 px-4 py-2.5">
              <div className="min-w-0 flex-1 text-sm">
                <p className="font-semibold wrap-anywhere">{title}</p>
                <p className="line-clamp-2 text-xs wrap-anywhere text-muted">{text}</p>
              </div>
              <Button
                variant="quiet"
                size="small"
                aria-label={`Delete ${title}`}
                disabled={!online || pending}
                onClick={() => void send(id)}
              >
                Delete
              </Button>
            </li>
          )}
        </QueryList>
      </div>
      <NewSavedAnswer onSaved={(item) => update((items) => [...items, item])} />
      <Button variant="quiet" size="small" onClick={onClose}>
        Close
      </Button>
    </div>
  );
}

function NewSavedAnswer({ onSaved }: { onSaved: (answer: CannedAnswer) => void }) {
  const online = useOnline();
  const save = useIdempotentRequest(saveCannedAnswer);
  const form = useForm(adminTicketsEndpoints.saveCannedAnswer.body, {
    initial: { title: '', text: '' },
    onSubmit: async (answer) => onSaved(await save(answer)),
    failure: toFailureText(adminTicketsEndpoints.saveCannedAnswer),
    clears: true,
  });
  return (
    <form {...form.props} className="grid gap-3">
      <TextField {...form.field('title')} label="Title" autoComplete="off" />
      <TextArea {...form.field('text')} label="Text" rows={3} />
      {form.failure !== null && <Notice tone="error">{form.failure}</Notice>}
      <Button
        type="submit"
        size="small"
        disabled={!online}
        busyLabel={form.pending ? 'Saving…' : undefined}
      >
        Save answer
      </Button>
    </form>
  );
}
