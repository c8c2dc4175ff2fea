import type { TicketView } from '../../../data/account/tickets';
import { Panel } from '../../../ui/Card';
import { Skeleton } from '../../../ui/Loading';
import type { Values } from '../form/ticketForm';
import { TicketItem } from './TicketItem';

/** The member's tickets, newest first, those included that wait here to be sent. */
export const TicketList = ({
  uid,
  tickets,
  onEdit,
}: {
  uid: string;
  /** Undefined while they are read. */
  tickets: readonly TicketView[] | undefined;
  onEdit: (values: Values) => void;
}) => (
  <Panel title="Your tickets">
    {tickets === undefined && <Skeleton className="mx-4 mb-4 h-12" />}
    {tickets?.length === 0 && (
      <p className="px-4 pb-4 text-sm text-muted">
        None yet. Write one above: the answer comes here and by mail.
      </p>
    )}
    {tickets !== undefined && tickets.length > 0 && (
      <ul className="divide-y divide-line-soft border-t border-line-soft">
        {tickets.map((ticket) => (
          <TicketItem key={ticket.id} uid={uid} ticket={ticket} onEdit={onEdit} />
        ))}
      </ul>
    )}
  </Panel>
);
