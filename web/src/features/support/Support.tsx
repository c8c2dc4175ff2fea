import type { User } from '@quantalgo/contracts';
import { useSearchParams } from 'react-router-dom';
import { SUPPORT_FAQ } from '../../content/support';
import { useMember } from '../../data/session/currentSession';
import { useTickets } from '../../data/account/tickets';
import { Faq } from '../../ui/Lists';
import { Panel, SideBySide } from '../../ui/Card';
import { ScreenHead } from '../../ui/ScreenHead';
import { SavedNotice } from './form/SavedNotice';
import { TicketForm } from './form/TicketForm';
import type { Values } from './form/ticketForm';
import { useTicketForm } from './form/useTicketForm';
import { AccountSummary } from './side/AccountSummary';
import { Contacts } from './side/Contacts';
import { TicketList } from './tickets/TicketList';

function Desk({ member }: { member: User }) {
  const [query] = useSearchParams();
  const tickets = useTickets(member.id);
  const form = useTicketForm(member.id, query.get('signal'));
  const edit = (values: Values) => {
    form.take(values);
    window.scrollTo(0, 0);
  };
  return (
    <SideBySide
      side={
        <>
          <AccountSummary member={member} />
          <Contacts />
        </>
      }
    >
      <SavedNotice ticket={tickets?.find(({ id }) => id === form.saved)} />
      <Panel title="New ticket">
        <TicketForm form={form} />
      </Panel>
      <TicketList uid={member.id} tickets={tickets} onEdit={edit} />
      <Panel title="Frequently asked questions">
        <Faq questions={SUPPORT_FAQ} />
      </Panel>
    </SideBySide>
  );
}

/** Tickets, answers and contacts. */
export function Support() {
  const member = useMember();
  if (!member) return null;
  return (
    <div className="grid gap-4 lg:gap-5.5">
      <ScreenHead title="Support Desk">
        Write to us here, offline too. The answer comes to this page and by mail.
      </ScreenHead>
      <Desk key={member.id} member={member} />
    </div>
  );
}
