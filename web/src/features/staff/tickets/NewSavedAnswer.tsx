import { endpoints, type CannedAnswer } from '@quantalgo/contracts';
import { useRef, useState, type SubmitEvent } from 'react';
import { useSending } from '../../../data/session/useSending';
import { failureWords } from '../../../data/staff/answers';
import { saveCannedAnswer } from '../../../data/staff/tickets';
import { useOnline } from '../../../data/core/useOnline';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import { TextArea, TextField } from '../../../ui/Field';

const EMPTY = { title: '', text: '' };

/** A further text that support answers often. */
export function NewSavedAnswer({ onSaved }: { onSaved: (answer: CannedAnswer) => void }) {
  const online = useOnline();
  const [values, setValues] = useState(EMPTY);
  const [errors, setErrors] = useState<Partial<Record<keyof typeof EMPTY, string>>>({});
  const key = useRef(crypto.randomUUID());
  const { sending, failure, send } = useSending(async (body: Omit<CannedAnswer, 'id'>) => {
    onSaved(await saveCannedAnswer(body, key.current));
    key.current = crypto.randomUUID();
    setValues(EMPTY);
  }, failureWords('saveCannedAnswer'));
  const control = (name: keyof typeof EMPTY) => ({
    value: values[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setValues({ ...values, [name]: target.value });
      setErrors({});
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const parsed = endpoints.saveCannedAnswer.body.safeParse(values);
    const wrong = (name: keyof typeof EMPTY) =>
      parsed.error?.issues.find(({ path }) => path[0] === name)?.message;
    const [title, text] = [wrong('title'), wrong('text')];
    setErrors({ ...(title && { title }), ...(text && { text }) });
    if (parsed.success && online) void send(parsed.data);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <TextField {...control('title')} label="Title" name="title" autoComplete="off" />
      <TextArea {...control('text')} label="Text" name="text" rows={3} />
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <Button type="submit" size="small" disabled={!online} doing={sending ? 'Saving…' : undefined}>
        Save answer
      </Button>
    </form>
  );
}
