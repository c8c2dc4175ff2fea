import { type AdminTicket, TICKETS_PAGE_SIZE } from '@quantalgo/contracts/console/console';
import { formatCount, formatMoment } from '@quantalgo/contracts/core/format';
import { WAT } from '@quantalgo/contracts/core/time';
import { ticketsEndpoints } from '@quantalgo/contracts/tickets/endpoints';
import {
  MESSAGE_MAX_LENGTH,
  replyBodySchema,
  type Ticket,
  type TicketPriority,
  type TicketState,
  ticketStateSchema,
} from '@quantalgo/contracts/tickets/ticket';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { CATEGORY_TEXT, PRIORITY_TEXT } from '../../content/support';
import { useNow } from '../../data/core/clock';
import { useOnline } from '../../data/core/useOnline';
import { toFailureText } from '../../data/core/errors';
import { useForm } from '../../data/core/useForm';
import { useMutation } from '../../data/core/useMutation';
import {
  answerTicket,
  closeTicket,
  getCurrentTicket,
  useTicketInbox,
} from '../../data/console/console';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { Chip, type ChipTone } from '../../ui/Chip';
import { Choices } from '../../ui/Choices';
import { DisputedSignal } from '../../ui/DisputedSignal';
import { TextArea } from '../../ui/Field';
import { Notice } from '../../ui/Notice';
import { ScreenHead } from '../../ui/Heading';
import { Age, QueryList, QueryNotice } from './QueryList';
import { CaseHeader, CaseRow, ListAndCase } from './CaseList';
import { SavedAnswers } from './SavedAnswers';
import { useOpenTicket } from './useOpenTicket';

const TICKET_STATES = ticketStateSchema.options;

const STATE_TEXT = { open: 'Open', answered: 'Answered', closed: 'Closed' } as const;

const EMPTY_TEXT = {
  open: 'No tickets are waiting for an answer.',
  answered: 'No tickets are waiting for the member.',
  closed: 'No tickets have been closed yet.',
} as const;

export default function Tickets() {
  const { state, id, before, list, goTo, open, replaceTicket } = useTicketAddress();
  const inbox = useTicketInbox(state, before);
  const now = useNow(60_000);
  const [notice, setNotice] = useState<string | null>(null);
  const tickets = inbox.data ?? [];
  const { openTicket, unlisted, setFinished } = useOpenTicket(id, inbox.data);
  // A shorter page is the last one.
  const lastTicket = tickets.length === TICKETS_PAGE_SIZE ? tickets.at(-1) : undefined;
  const currentId = useRef<string | null>(null);
  useEffect(() => {
    currentId.current = id;
    return () => {
      currentId.current = null;
    };
  }, [id]);

  const updateTicket = (ticket: Ticket) => {
    const update = (item: AdminTicket) => (item.id === ticket.id ? { ...item, ...ticket } : item);
    inbox.update((items) => items.map(update));
    unlisted.update(update);
  };
  const handleChange = (ticket: Ticket) => {
    setNotice(describeChange(ticket));
    updateTicket(ticket);
    if (ticket.state === state) return;
    const index = tickets.findIndex((item) => item.id === ticket.id);
    // The reply may arrive after another ticket, list or screen was opened.
    if (currentId.current === ticket.id && index !== -1 && ticket.state !== 'open') {
      setFinished(ticket.id);
      replaceTicket((tickets[index + 1] ?? tickets[index - 1])?.id ?? null);
    }
    inbox.update((items) => items.filter((item) => item.id !== ticket.id));
  };
  return (
    <div className="grid gap-4">
      <ScreenHead title="Support tickets" aside={<Age query={inbox} />}>
        {`${state === 'open' ? 'Most urgent first, then longest waiting' : 'Last changed first'}. Members see your answer at once and get it by email.`}
      </ScreenHead>
      <Choices
        hideLabel
        label="Ticket status"
        options={TICKET_STATES}
        labels={STATE_TEXT}
        value={state}
        onChange={list}
      />
      <QueryNotice query={inbox} />
      {notice !== null && <Notice>{notice}</Notice>}
      {unlisted.failure !== null && <Notice tone="error">{unlisted.failure}</Notice>}
      {unlisted.data && (
        <Notice>{`This ticket isn’t in this list. Its status: ${STATE_TEXT[unlisted.data.state]}.`}</Notice>
      )}
      <ListAndCase
        list={
          <Card className="overflow-hidden">
            <QueryList query={inbox} label="Tickets" none={EMPTY_TEXT[state]}>
              {(ticket) => (
                <CaseRow
                  key={ticket.id}
                  title={ticket.subject}
                  subtitle={
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
                    setNotice(null);
                    open(ticket.id);
                  }}
                />
              )}
            </QueryList>
            {(before !== null || lastTicket) && state !== 'open' && (
              <div className="flex flex-wrap gap-2 border-t border-line-soft p-4">
                <Button size="small" disabled={before === null} onClick={() => goTo(null)}>
                  Newest
                </Button>
                <Button
                  size="small"
                  disabled={!lastTicket}
                  onClick={() => lastTicket && goTo(lastTicket.updatedAt)}
                >
                  Older
                </Button>
              </div>
            )}
          </Card>
        }
        opened={
          openTicket ? (
            <TicketCase
              key={openTicket.id}
              ticket={openTicket}
              now={now}
              onChanged={handleChange}
              onRefused={updateTicket}
              onBack={() => replaceTicket(null)}
            />
          ) : null
        }
      />
    </div>
  );
}

/** A ticket that is open after its answer has a newer message. */
const describeChange = ({ subject, state }: Ticket): string =>
  ({
    open: `Answered “${subject}”, but the member had written in the meantime. Read the new message: the ticket stays open.`,
    answered: `Answered “${subject}”.`,
    closed: `Closed “${subject}”.`,
  })[state];

const stateSchema = z.catch(ticketStateSchema, 'open');

const idSchema = z.catch(z.nullable(z.uuid()), null);

const beforeSchema = z.catch(z.nullable(z.iso.datetime()), null);

function useTicketAddress() {
  const [address, setAddress] = useSearchParams();
  const state = stateSchema.parse(address.get('state'));
  const before = beforeSchema.parse(address.get('before'));
  const write = (
    list: { state: TicketState; before: string | null },
    id: string | null,
    replace = false,
  ) => {
    const next = new URLSearchParams(list.state === 'open' ? {} : { state: list.state });
    if (list.before !== null) next.set('before', list.before);
    if (id !== null) next.set('ticket', id);
    setAddress(next, { replace });
  };
  return {
    state,
    id: idSchema.parse(address.get('ticket')),
    before,
    list: (listState: TicketState) => write({ state: listState, before: null }, null, true),
    goTo: (page: string | null) => write({ state, before: page }, null),
    open: (id: string) => write({ state, before }, id),
    /** Replaces the finished ticket's history entry. */
    replaceTicket: (id: string | null) => write({ state, before }, id, true),
  };
}

interface TicketHandlers {
  onChanged: (ticket: Ticket) => void;
  /** Receives the current ticket when it has a newer message. */
  onRefused: (ticket: Ticket) => void;
}

const TicketCase = ({
  ticket,
  now,
  onBack,
  ...handlers
}: TicketHandlers & {
  ticket: AdminTicket;
  now: number;
  onBack: () => void;
}) => {
  const { id, subject, member, category, priority, createdAt, signal, messages } = ticket;
  return (
    <Card className="grid gap-4 p-4">
      <CaseHeader title={subject} onBack={onBack}>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted tabular-nums">
          <PriorityChip priority={priority} />
          <span>{`${CATEGORY_TEXT[category]} · ${formatMoment(Date.parse(createdAt), now, WAT)}`}</span>
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
      </CaseHeader>
      {signal && <DisputedSignal signal={signal} seenBy="Member" now={now} zone={WAT} />}
      <Conversation messages={messages} member={member} now={now} />
      <AnswerForm key={id} ticket={ticket} {...handlers} />
    </Card>
  );
};

const PRIORITY_TONES: Readonly<Record<TicketPriority, ChipTone>> = {
  low: 'faint',
  medium: 'neutral',
  high: 'warning',
  urgent: 'bad',
};

const PriorityChip = ({ priority }: { priority: TicketPriority }) => (
  <Chip tone={PRIORITY_TONES[priority]}>{PRIORITY_TEXT[priority]}</Chip>
);

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
              {formatMoment(Date.parse(at), now, WAT)}
            </span>
          </p>
          <p className="mt-1 text-sm wrap-anywhere whitespace-pre-wrap">{text}</p>
        </div>
      </li>
    ))}
  </ol>
);

/** The key makes sending idempotent; changed text gets a new key. */
const draftSchema = z.object({ message: z.string(), key: z.string() });

const answerSchema = z.object({ message: replyBodySchema.shape.message, key: z.string() });

function AnswerForm({ ticket, onChanged, onRefused }: TicketHandlers & { ticket: AdminTicket }) {
  const { id, state } = ticket;
  const online = useOnline();
  const input = useRef<HTMLTextAreaElement>(null);
  const form = useForm(answerSchema, {
    initial: { message: '', key: '' },
    draft: { name: `answer-${id}`, schema: draftSchema },
    onSubmit: async ({ message, key }) => onChanged(await answerTicket(ticket, message, key)),
    failure: toFailureText(ticketsEndpoints.replyToTicket),
    clears: true,
  });
  const closing = useMutation(
    () =>
      closeTicket(ticket).then(onChanged, (error: unknown) => {
        const current = getCurrentTicket(error);
        if (current) onRefused(current);
        throw error;
      }),
    toFailureText(ticketsEndpoints.closeTicket),
  );
  const { message } = form.values;
  const type = (text: string) => form.set({ message: text, key: crypto.randomUUID() });
  const onKeyDown = (event: KeyboardEvent) => {
    if (online && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.submit();
  };
  const failure = form.failure ?? closing.failure;
  return (
    <div className="grid gap-3">
      {/* Outside the form: React bubbles the dialog form's submit event up to it. */}
      <SavedAnswers
        onChoose={(answer) => {
          type(message.trim() === '' ? answer : `${message.trimEnd()}\n\n${answer}`);
          input.current?.focus();
        }}
      />
      <form {...form.props} className="grid gap-3">
        <TextArea
          {...form.field('message')}
          ref={input}
          label="Your answer"
          rows={5}
          help={`Up to ${formatCount(MESSAGE_MAX_LENGTH)} characters. Ctrl + Enter sends it.`}
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
            busyLabel={form.pending ? 'Sending…' : undefined}
          >
            Send answer
          </Button>
          {state !== 'closed' && (
            <Button
              size="small"
              disabled={!online}
              busyLabel={closing.pending ? 'Closing…' : undefined}
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
