import {
  type AdminTicket,
  countText,
  MESSAGE_MAX_LENGTH,
  momentText,
  replyBodySchema,
  type Ticket,
  type TicketPriority,
  WAT,
} from '@quantalgo/contracts';
import { type KeyboardEvent, type SubmitEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { CATEGORY_WORDS, PRIORITY_WORDS } from '../../content/support';
import { useOnline } from '../../data/core/useOnline';
import { readDraft, writeDraft } from '../../data/core/webStorage';
import { useSending } from '../../data/session/useSending';
import { failureWords } from '../../data/staff/answers';
import { answerTicket, closeTicket } from '../../data/staff/tickets';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { Chip, type ChipTone } from '../../ui/Chip';
import { DisputedSignal } from '../../ui/DisputedSignal';
import { TextArea } from '../../ui/Field';
import { Notice } from '../../ui/Notice';
import { CaseHead } from './CaseList';
import { SavedAnswers } from './SavedAnswers';

/** A ticket: whose it is, what was said, and what is to be answered. */
export const TicketCase = ({
  ticket,
  now,
  onChanged,
  onBack,
}: {
  ticket: AdminTicket;
  now: number;
  onChanged: (ticket: Ticket) => void;
  onBack: () => void;
}) => {
  const { id, subject, member, category, priority, createdAt, signal, messages, state } = ticket;
  return (
    <Card className="grid gap-4 p-4">
      <CaseHead title={subject} onBack={onBack}>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted tabular-nums">
          <PriorityChip priority={priority} />
          {CATEGORY_WORDS[category]} · {momentText(Date.parse(createdAt), now, WAT)}
        </p>
        <p className="text-sm wrap-anywhere">
          {member ? (
            <>
              <bdi className="font-semibold">{member.fullName}</bdi>{' '}
              <bdi className="text-muted">{member.email}</bdi>
            </>
          ) : (
            'Deleted account'
          )}
        </p>
      </CaseHead>
      {signal && <DisputedSignal signal={signal} seenBy="Member" now={now} zone={WAT} />}
      <Conversation messages={messages} member={member} now={now} />
      <AnswerForm key={id} id={id} closed={state === 'closed'} onChanged={onChanged} />
    </Card>
  );
};

const TONES: Readonly<Record<TicketPriority, ChipTone>> = {
  low: 'faint',
  medium: 'neutral',
  high: 'warning',
  urgent: 'bad',
};

/** How urgent a ticket is to its member. */
export const PriorityChip = ({ priority }: { priority: TicketPriority }) => (
  <Chip tone={TONES[priority]}>{PRIORITY_WORDS[priority]}</Chip>
);

/** What was written in a ticket: the member's words at the left, support's at the right. */
const Conversation = ({
  messages,
  member,
  now,
}: Pick<AdminTicket, 'messages' | 'member'> & { now: number }) => (
  <ol className="grid gap-3" aria-label="Messages">
    {messages.map(({ id, from, text, at }) => (
      <li key={id} className={from === 'staff' ? 'pl-6 lg:pl-16' : 'pr-6 lg:pr-16'}>
        <div
          className={`rounded-lg border px-4 py-3 ${from === 'staff' ? 'border-line-soft bg-sunk' : 'border-line bg-line-soft'}`}
        >
          <p className="flex flex-wrap items-center justify-between gap-x-3 text-xs text-muted">
            <span className="font-semibold">
              {from === 'staff' ? 'Support' : <bdi>{member?.fullName ?? 'Deleted account'}</bdi>}
            </span>
            <span className="tabular-nums">{momentText(Date.parse(at), now, WAT)}</span>
          </p>
          <p className="mt-1 text-sm wrap-anywhere whitespace-pre-wrap">{text}</p>
        </div>
      </li>
    ))}
  </ol>
);

/** The answer to a ticket, which its member sees at once; and its end. */
function AnswerForm({
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
        help={`Up to ${countText(MESSAGE_MAX_LENGTH)} characters. Ctrl + Enter sends it.`}
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

const draftSchema = z.object({ text: z.string(), key: z.uuid() });

/**
 * An answer that is being written, kept through a reload. Its key names the message: sent twice, it counts once, and a
 * changed text is another message.
 */
function useDraft(name: string) {
  const [text, setText] = useState(() => draftSchema.safeParse(readDraft(name)).data?.text ?? '');
  const key = useRef(draftSchema.safeParse(readDraft(name)).data?.key ?? crypto.randomUUID());
  const write = (next: string) => {
    key.current = crypto.randomUUID();
    setText(next);
    writeDraft(name, next === '' ? null : { text: next, key: key.current });
  };
  return { text, write, keyOf: () => key.current };
}
