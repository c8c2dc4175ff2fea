import type { AdminTicket } from '@quantalgo/contracts/console/console';
import { countText, momentText } from '@quantalgo/contracts/core/format';
import { WAT } from '@quantalgo/contracts/core/time';
import { replyBodySchema, ticketsEndpoints } from '@quantalgo/contracts/tickets/endpoints';
import {
  MESSAGE_MAX_LENGTH,
  type Ticket,
  type TicketPriority,
  type TicketState,
  ticketStateSchema,
} from '@quantalgo/contracts/tickets/ticket';
import { type KeyboardEvent, type SubmitEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { CATEGORY_TEXT, PRIORITY_TEXT } from '../../content/support';
import { useNow } from '../../data/core/clock';
import { useOnline } from '../../data/core/useOnline';
import { useDraft } from '../../data/core/useDraft';
import { fallbackMessage } from '../../data/auth/errors';
import { useSending } from '../../data/auth/useSending';
import { answerTicket, closeTicket, useTicketInbox } from '../../data/console/console';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { Chip, type ChipTone } from '../../ui/Chip';
import { Choices } from '../../ui/Choices';
import { DisputedSignal } from '../../ui/DisputedSignal';
import { TextArea } from '../../ui/Field';
import { Notice } from '../../ui/Notice';
import { ScreenHead } from '../../ui/Heading';
import { Age, QueryList, QueryNotice } from './QueryList';
import { CaseHead, CaseRow, ListAndCase } from './CaseList';
import { SavedAnswers } from './SavedAnswers';

const STATES = ticketStateSchema.options;

const STATE_TEXT = { open: 'Open', answered: 'Answered', closed: 'Closed' } as const;

const NONE = {
  open: 'No tickets are waiting for an answer.',
  answered: 'No tickets are waiting for the member.',
  closed: 'No tickets have been closed yet.',
} as const;

/** Support's inbox: the most urgent tickets first, within a priority the longest waiting. */
export default function Tickets() {
  const { state, id, list, open, goOn } = useTicketAddress();
  const inbox = useTicketInbox(state);
  const now = useNow(60_000);
  const [done, setDone] = useState<string | null>(null);
  const tickets = inbox.seen?.value ?? [];
  const opened = tickets.find((one) => one.id === id);

  const changed = (ticket: Ticket) => {
    const { subject, state: became } = ticket;
    setDone(became === 'closed' ? `“${subject}” is closed.` : `“${subject}” is answered.`);
    if (became === state) {
      inbox.update((all) => all.map((one) => (one.id === ticket.id ? { ...one, ...ticket } : one)));
      return;
    }
    const place = tickets.findIndex((one) => one.id === ticket.id);
    goOn((tickets[place + 1] ?? tickets[place - 1])?.id ?? null);
    inbox.update((all) => all.filter((one) => one.id !== ticket.id));
  };
  return (
    <div className="grid gap-4">
      <ScreenHead title="Support tickets" aside={<Age query={inbox} />}>
        The most urgent first, then the longest waiting. An answer reaches the member at once, and
        by mail.
      </ScreenHead>
      <Choices
        hideLabel
        label="State of the tickets"
        options={STATES}
        labels={STATE_TEXT}
        value={state}
        onChange={list}
      />
      <QueryNotice query={inbox} />
      {done !== null && <Notice>{done}</Notice>}
      {id !== null && inbox.seen && !opened && (
        <Notice>This ticket is no longer in this list.</Notice>
      )}
      <ListAndCase
        list={
          <Card className="overflow-hidden">
            <QueryList query={inbox} label="Tickets" none={NONE[state]}>
              {(ticket) => (
                <CaseRow
                  key={ticket.id}
                  title={ticket.subject}
                  below={
                    <>
                      <bdi>{ticket.member?.fullName ?? 'Deleted account'}</bdi>{' '}
                      <span>{`· ${CATEGORY_TEXT[ticket.category]}`}</span>
                    </>
                  }
                  aside={<PriorityChip priority={ticket.priority} />}
                  createdAt={ticket.createdAt}
                  current={ticket.id === id}
                  now={now}
                  onOpen={() => {
                    setDone(null);
                    open(ticket.id);
                  }}
                />
              )}
            </QueryList>
          </Card>
        }
        opened={
          opened ? (
            <TicketCase
              key={opened.id}
              ticket={opened}
              now={now}
              onChanged={changed}
              onBack={() => goOn(null)}
            />
          ) : null
        }
      />
    </div>
  );
}

const stateSchema = z.catch(ticketStateSchema, 'open');

const idSchema = z.catch(z.nullable(z.uuid()), null);

/** The listed state and the opened ticket, stored in the address for links and the back button. */
function useTicketAddress() {
  const [address, setAddress] = useSearchParams();
  const state = stateSchema.parse(address.get('state'));
  const write = (shown: TicketState, id: string | null, replace = false) => {
    const next = new URLSearchParams(shown === 'open' ? {} : { state: shown });
    if (id !== null) next.set('ticket', id);
    setAddress(next, { replace });
  };
  return {
    state,
    id: idSchema.parse(address.get('ticket')),
    list: (shown: TicketState) => write(shown, null, true),
    open: (id: string) => write(state, id),
    /** Replaces a ticket that is done by the next one. */
    goOn: (id: string | null) => write(state, id, true),
  };
}

/** A ticket: its member, its messages, and a form to answer it. */
const TicketCase = ({
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
          <span>{`${CATEGORY_TEXT[category]} · ${momentText(Date.parse(createdAt), now, WAT)}`}</span>
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

/** The priority that the member gave the ticket. */
const PriorityChip = ({ priority }: { priority: TicketPriority }) => (
  <Chip tone={TONES[priority]}>{PRIORITY_TEXT[priority]}</Chip>
);

/** The messages of a ticket: the member's on the left, support's on the right. */
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
            <span translate="no" className="tabular-nums">
              {momentText(Date.parse(at), now, WAT)}
            </span>
          </p>
          <p className="mt-1 text-sm wrap-anywhere whitespace-pre-wrap">{text}</p>
        </div>
      </li>
    ))}
  </ol>
);

/** What is written of an answer. Its key makes sending idempotent; a changed text gets a new key. */
const answerSchema = z.object({ text: z.string(), key: z.uuid() });

interface AnswerFormProps {
  id: string;
  closed: boolean;
  onChanged: (ticket: Ticket) => void;
}

/** An answer as it is written, checked and sent. */
function useAnswerForm({ id, onChanged }: AnswerFormProps, onRefused: () => void) {
  const draft = useDraft(`answer-${id}`, (kept) => answerSchema.safeParse(kept).data ?? null);
  const text = draft.typed?.text ?? '';
  const [error, setError] = useState<string>();
  const { failure, sending, send } = useSending(async (message: string) => {
    const sent = draft.newest();
    const ticket = await answerTicket(id, message, sent?.key ?? crypto.randomUUID());
    draft.drop(sent);
    onChanged(ticket);
  }, fallbackMessage(ticketsEndpoints.replyToTicket));
  const type = (next: string) => {
    draft.type(next === '' ? null : { text: next, key: crypto.randomUUID() });
    setError(undefined);
  };
  const submit = () => {
    const parsed = replyBodySchema.safeParse({ message: text });
    setError(parsed.error?.issues[0]?.message);
    if (parsed.success) void send(parsed.data.message);
    else onRefused();
  };
  return { text, type, error, failure, sending, submit };
}

/** Answers a ticket, which the member sees at once; or closes it. */
function AnswerForm(props: AnswerFormProps) {
  const { id, closed, onChanged } = props;
  const online = useOnline();
  const input = useRef<HTMLTextAreaElement>(null);
  const focus = () => input.current?.focus();
  const { text, type, error, ...answering } = useAnswerForm(props, focus);
  const closing = useSending(
    async () => onChanged(await closeTicket(id)),
    fallbackMessage(ticketsEndpoints.closeTicket),
  );
  const submit = (event?: SubmitEvent) => {
    event?.preventDefault();
    if (online) answering.submit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
  };
  const failure = answering.failure ?? closing.failure;
  return (
    <div className="grid gap-3">
      {/* Outside the form: React bubbles the dialog form's submit event up to it. */}
      <SavedAnswers
        onChoose={(chosen) => {
          type(text.trim() === '' ? chosen : `${text.trimEnd()}\n\n${chosen}`);
          focus();
        }}
      />
      <form noValidate onSubmit={submit} className="grid gap-3">
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
            variant="primary"
            size="small"
            disabled={!online}
            busyLabel={answering.sending ? 'Sending…' : undefined}
          >
            Send answer
          </Button>
          {!closed && (
            <Button
              size="small"
              disabled={!online}
              busyLabel={closing.sending ? 'Closing…' : undefined}
              onClick={() => void closing.send()}
            >
              Close ticket
            </Button>
          )}
        </div>
      </form>
    </div>
  );
}
