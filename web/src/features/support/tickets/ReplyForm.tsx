import { endpoints, MESSAGE_MAX_LENGTH, type TicketState } from '@quantalgo/contracts';
import { useRef, useState, type SubmitEvent } from 'react';
import * as z from 'zod/mini';
import { append } from '../../../data/outbox/outbox';
import { readDraft, writeDraft } from '../../../data/core/webStorage';
import { Button } from '../../../ui/Button';
import { TextArea } from '../../../ui/Field';

const FAILED = 'It could not be saved on this device. Please try again.';

const draftOf = (ticketId: string) => `reply-${ticketId}`;

/** What was typed before a reload. */
const restored = (ticketId: string) =>
  z.string().safeParse(readDraft(draftOf(ticketId))).data ?? '';

/** A further message to the ticket, which opens a closed one again; and the end of an open one. */
export function ReplyForm({
  uid,
  ticketId,
  state,
}: {
  uid: string;
  ticketId: string;
  state: TicketState;
}) {
  const [message, setMessage] = useState(() => restored(ticketId));
  const [error, setError] = useState<string>();
  const input = useRef<HTMLTextAreaElement>(null);
  const type = (text: string) => {
    setMessage(text);
    setError(undefined);
    writeDraft(draftOf(ticketId), text === '' ? null : text);
  };
  const send = async () => {
    const parsed = endpoints.replyToTicket.body.safeParse({ message });
    setError(parsed.error?.issues[0]?.message);
    if (!parsed.success) return input.current?.focus();
    await append(uid, { kind: 'reply', ticketId, message: parsed.data.message });
    type('');
  };
  const close = () => append(uid, { kind: 'close', ticketId });
  const saving = (work: Promise<unknown>) => void work.catch(() => setError(FAILED));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    saving(send());
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <TextArea
        ref={input}
        label={state === 'closed' ? 'Write again to open it' : 'Your reply'}
        name="message"
        rows={3}
        help={`Up to ${MESSAGE_MAX_LENGTH.toLocaleString('en-GB')} characters.`}
        value={message}
        error={error}
        onChange={({ target }) => type(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small">
          Send reply
        </Button>
        {state !== 'closed' && (
          <Button look="quiet" size="small" onClick={() => saving(close())}>
            Close ticket
          </Button>
        )}
      </div>
    </form>
  );
}
