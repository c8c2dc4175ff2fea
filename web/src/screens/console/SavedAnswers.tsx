import type { CannedAnswer } from '@quantalgo/contracts/console/console';
import { adminTicketsEndpoints } from '@quantalgo/contracts/console/endpoints';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { useOnline } from '../../data/core/useOnline';
import { toFailureText } from '../../data/core/errors';
import { useMutation } from '../../data/core/useMutation';
import type { StaffQuery } from '../../data/console/queries';
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
  const all = answers.seen?.value ?? [];
  const dialogKey = useId();
  const choose = (id: string | null) => {
    const chosen = all.find((item) => item.id === id);
    if (chosen) onChoose(chosen.text);
  };
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-0 flex-1 basis-52">
        <FilterSelect
          label="Saved answers"
          all={all.length === 0 ? 'None saved yet' : 'Insert one…'}
          options={all.map(({ id }) => id)}
          nameOf={(id) => all.find((item) => item.id === id)?.title ?? ''}
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
  answers: StaffQuery<readonly CannedAnswer[]>;
  onClose: () => void;
}) {
  const online = useOnline();
  const { update } = answers;
  const { pending, failure, send } = useMutation(async (id: string) => {
    await deleteCannedAnswer(id);
    update((all) => all.filter((item) => item.id !== id));
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
          none="None yet. Answers you save below are shared with all staff."
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
      <NewSavedAnswer onSaved={(item) => update((all) => [...all, item])} />
      <Button variant="quiet" size="small" onClick={onClose}>
        Close
      </Button>
    </div>
  );
}

const EMPTY = { title: '', text: '' };

function NewSavedAnswer({ onSaved }: { onSaved: (answer: CannedAnswer) => void }) {
  const online = useOnline();
  const [values, setValues] = useState(EMPTY);
  const [errors, setErrors] = useState<Partial<Record<keyof typeof EMPTY, string>>>({});
  const key = useRef(crypto.randomUUID());
  const { pending, failure, send } = useMutation(async (body: Omit<CannedAnswer, 'id'>) => {
    onSaved(await saveCannedAnswer(body, key.current));
    key.current = crypto.randomUUID();
    setValues(EMPTY);
  }, toFailureText(adminTicketsEndpoints.saveCannedAnswer));
  const getFieldProps = (name: keyof typeof EMPTY) => ({
    value: values[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setValues({ ...values, [name]: target.value });
      setErrors({});
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const parsed = adminTicketsEndpoints.saveCannedAnswer.body.safeParse(values);
    const findMessage = (name: keyof typeof EMPTY) =>
      parsed.error?.issues.find(({ path }) => path[0] === name)?.message;
    const [title, text] = [findMessage('title'), findMessage('text')];
    setErrors({ ...(title && { title }), ...(text && { text }) });
    if (parsed.success && online) void send(parsed.data);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <TextField {...getFieldProps('title')} label="Title" name="title" autoComplete="off" />
      <TextArea {...getFieldProps('text')} label="Text" name="text" rows={3} />
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <Button
        type="submit"
        size="small"
        disabled={!online}
        busyLabel={pending ? 'Saving…' : undefined}
      >
        Save answer
      </Button>
    </form>
  );
}
