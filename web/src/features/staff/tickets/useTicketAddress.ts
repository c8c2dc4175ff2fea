import { ticketStateSchema, type TicketState } from '@quantalgo/contracts';
import { useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';

const stateSchema = z.catch(ticketStateSchema, 'open');
const idSchema = z.catch(z.nullable(z.uuid()), null);

/** Which tickets are listed, and which one is open: kept in the address, so that a link and the way back lead there. */
export function useTicketAddress() {
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
