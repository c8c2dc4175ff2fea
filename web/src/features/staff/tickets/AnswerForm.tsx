import { MESSAGE_MAX_LENGTH, replyBodySchema, type Ticket } from '@quantalgo/contracts';
import { useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react';
import { useSending } from '../../../data/session/useSending';
import { failureWords } from '../../../data/staff/answers';
import { answerTicket, closeTicket } from '../../../data/staff/tickets';
import { useOnline } from '../../../data/core/useOnline';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import { TextArea } from '../../../ui/Field';
import { SavedAnswers } from './SavedAnswers';
import { useDraft } from './useDraft';

/** The answer to a ticket, which its member sees at once; and its end. */
export function AnswerForm({
  id,
  closed,
  onChanged,
}: {
  id: string;
  closed: boolean;
  onChanged: (ticket: Ticket) => void;
}) {
  const online = useOnline();
  const { text, write, keyOf } = useDraft(`answer-${id}`);
  const [error, setError] = useState<string>();
  const input = useRef<HTMLTextAreaElement>(null);
  const answering = useSending(async (message: string) => {
    const ticket = await answerTicket(id, message, keyOf());
    write('');
    onChanged(ticket);
  }, failureWords('replyToTicket'));
  const closing = useSending(
    async () => onChanged(await closeTicket(id)),
    failureWords('closeTicket'),
  );
  const type = (next: string) => {
    write(next);
    setError(undefined);
  };
  const submit = (event?: SubmitEvent) => {
    event?.preventDefault();
    if (!online) return;
    const parsed = replyBodySchema.safeParse({ message: text });
    setError(parsed.error?.issues[0]?.message);
    if (parsed.success) void answering.send(parsed.data.message);
    else input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
  };
  const failure = answering.failure ?? closing.failure;
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <SavedAnswers
        onChoose={(chosen) => {
          type(text.trim() === '' ? chosen : `${text.trimEnd()}\n\n${chosen}`);
          input.current?.focus();
        }}
      />
      <TextArea
        ref={input}
        label="Your answer"
        name="message"
        rows={5}
        help={`Up to ${MESSAGE_MAX_LENGTH.toLocaleString('en-GB')} characters. Ctrl + Enter sends it.`}
        value={text}
        error={error}
        onKeyDown={onKeyDown}
        onChange={({ target }) => type(target.value)}
      />
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          look="primary"
          size="small"
          disabled={!online}
          doing={answering.sending ? 'Sending…' : undefined}
        >
          Send answer
        </Button>
        {!closed && (
          <Button
            size="small"
            disabled={!online}
            doing={closing.sending ? 'Closing…' : undefined}
            onClick={() => void closing.send()}
          >
            Close ticket
          </Button>
        )}
      </div>
    </form>
  );
}
