import type { AdminTicket } from '@quantalgo/contracts/console/console';
import { useState } from 'react';
import { useAdminTicket } from '../../data/console/console';
import type { Request } from '../../data/core/useRequest';

/**
 * Fetches the ticket if it isn't listed. A ticket that leaves the list stays open in the meantime,
 * because staff may be typing in its form.
 */
export function useOpenTicket(
  id: string | null,
  tickets: readonly AdminTicket[] | undefined,
): {
  readonly openTicket: AdminTicket | undefined;
  /** Idle while the ticket is listed. */
  readonly unlisted: Request<AdminTicket>;
  /** Fetches nothing for this ticket until another one is opened. */
  readonly setFinished: (id: string) => void;
} {
  const [lastTicket, setLastTicket] = useState<AdminTicket>();
  const [finishedId, setFinishedId] = useState<string | null>(null);
  const listedTicket = tickets?.find((item) => item.id === id);
  const unlisted = useAdminTicket(tickets && !listedTicket && id !== finishedId ? id : null);
  const openTicket =
    listedTicket ?? unlisted.data ?? (lastTicket?.id === id ? lastTicket : undefined);
  if (openTicket && openTicket !== lastTicket) setLastTicket(openTicket);
  if (finishedId !== null && finishedId !== id) setFinishedId(null);
  return { openTicket, unlisted, setFinished: setFinishedId };
}
