import { ticketStateSchema, type Ticket } from '@quantalgo/contracts';
import { useState } from 'react';
import { CATEGORY_WORDS } from '../../../content/support';
import { useNow } from '../../../data/core/clock';
import { useTicketInbox } from '../../../data/staff/tickets';
import { Card } from '../../../ui/Card';
import { Choices } from '../../../ui/Choices';
import { Notice } from '../../../ui/Notice';
import { ScreenHead } from '../../../ui/ScreenHead';
import { Age, AnswerNotice } from '../parts/Age';
import { AnswerList } from '../parts/AnswerList';
import { CaseRow } from '../parts/CaseRow';
import { ListAndCase } from '../parts/ListAndCase';
import { PriorityChip } from './PriorityChip';
import { TicketCase } from './TicketCase';
import { useTicketAddress } from './useTicketAddress';

const STATES = ticketStateSchema.options;
const STATE_WORDS = { open: 'Open', answered: 'Answered', closed: 'Closed' } as const;
const NONE = {
  open: 'No ticket waits for an answer.',
  answered: 'No ticket waits for its member.',
  closed: 'No ticket was closed yet.',
} as const;

/** The inbox of support: the most urgent first, among equals the one that waits longest. */
export function Tickets() {
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
