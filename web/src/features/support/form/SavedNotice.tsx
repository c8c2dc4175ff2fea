import { useOutboxKept } from '../../../data/outbox/outbox';
import type { TicketView } from '../../../data/account/tickets';
import { useOnline } from '../../../data/core/useOnline';
import { Notice } from '../../../ui/Notice';

/** Never more than is true of a ticket that was just written. */
function words(ticket: TicketView, online: boolean, kept: boolean): string {
  const { state } = ticket.delivery;
  if (state === 'sent')
    return 'We have your ticket. The answer comes here, and you are told by mail.';
  if (!kept)
    return 'Waiting to be sent. This browser keeps nothing: leave this page open until then.';
  return online
    ? 'Saved on this device. Sending it now…'
    : 'Saved on this device. It is sent once you are back online, also after you close this page.';
}

/** What has become of the ticket that was just written. */
export function SavedNotice({ ticket }: { ticket: TicketView | undefined }) {
  const online = useOnline();
  const kept = useOutboxKept();
  if (!ticket || ticket.delivery.state === 'refused') return null;
  return <Notice>{words(ticket, online, kept)}</Notice>;
}
