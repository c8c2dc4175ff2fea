import { type Ticket, type TicketState, ticketStateSchema } from '@quantalgo/contracts';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { CATEGORY_WORDS } from '../../content/support';
import { useNow } from '../../data/core/clock';
import { useTicketInbox } from '../../data/staff/tickets';
import { Card } from '../../ui/Card';
import { Choices } from '../../ui/Choices';
import { Notice } from '../../ui/Notice';
import { ScreenHead } from '../../ui/ScreenHead';
import { Age, AnswerList, AnswerNotice } from './AnswerList';
import { CaseRow, ListAndCase } from './CaseList';
import { PriorityChip, TicketCase } from './TicketCase';

const STATES = ticketStateSchema.options;

const STATE_WORDS = { open: 'Open', answered: 'Answered', closed: 'Closed' } as const;

const NONE = {
  open: 'No ticket waits for an answer.',
  answered: 'No ticket waits for its member.',
  closed: 'No ticket was closed yet.',
} as const;

/** The inbox of support: the most urgent first, among equals the one that waits longest. */
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
      inbox.amend((all) => all.map((one) => (one.id === ticket.id ? { ...one, ...ticket } : one)));
      return;
    }
    const place = tickets.findIndex((one) => one.id === ticket.id);
    goOn((tickets[place + 1] ?? tickets[place - 1])?.id ?? null);
    inbox.amend((all) => all.filter((one) => one.id !== ticket.id));
  };
  return (
    <div className="grid gap-4">
      <ScreenHead title="Support tickets" aside={<Age answer={inbox} />}>
        The most urgent first, then the one that waits longest. An answer reaches its member at
        once, and by mail.
      </ScreenHead>
      <Choices
        label="State of the tickets"
        options={STATES}
        words={STATE_WORDS}
        value={state}
        onChange={list}
      />
      <AnswerNotice answer={inbox} />
      {done !== null && <Notice>{done}</Notice>}
      {id !== null && inbox.seen && !opened && (
        <Notice>This ticket is not among those listed here any more.</Notice>
      )}
      <ListAndCase
        list={
          <Card className="overflow-hidden">
            <AnswerList answer={inbox} label="Tickets" none={NONE[state]}>
              {(ticket) => (
                <CaseRow
                  key={ticket.id}
                  title={ticket.subject}
                  below={
                    <>
                      <bdi>{ticket.member?.fullName ?? 'Deleted account'}</bdi> ·{' '}
                      {CATEGORY_WORDS[ticket.category]}
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
            </AnswerList>
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

/** Which tickets are listed, and which one is open: kept in the address, so that a link and the way back lead there. */
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
    /** The next one in place of one that is dealt with. */
    goOn: (id: string | null) => write(state, id, true),
  };
}
