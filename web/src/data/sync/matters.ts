import {
  mattersSchema,
  proofSchema,
  setupSchema,
  ticketSchema,
  ticketsEndpoints,
} from '@quantalgo/contracts';
import { storeProof, storeSetup } from '../account/submission';
import { storeTickets } from '../account/tickets';
import { call } from '../session/call';
import { withDatabase } from '../storage/memberDatabase';

const timed = <P extends { readonly createdAt: string; readonly updatedAt: string }>(proof: P) => ({
  ...proof,
  createdAt: Date.parse(proof.createdAt),
  updatedAt: Date.parse(proof.updatedAt),
});

/**
 * Fetches by request what the member's listeners would deliver: their tickets, newest proof and account setup. Stored
 * data remains where this build can't read the answer.
 * @throws ApiError
 * @throws NetworkError
 */
export async function askMatters(uid: string): Promise<void> {
  const data = mattersSchema.parse((await call(ticketsEndpoints.matters, {})).data);
  const tickets = data.tickets.flatMap((ticket) => ticketSchema.safeParse(ticket).data ?? []);
  const proof = proofSchema.safeParse(data.proof).data;
  const setup = setupSchema.safeParse(data.setup).data;
  await withDatabase(uid, async (database) => {
    if (tickets.length > 0 || data.tickets.length === 0) await storeTickets(database, tickets);
    if (setup || data.setup === null) await storeSetup(database, setup ?? null);
    if (proof || data.proof === null) await storeProof(database, proof ? timed(proof) : null);
  });
}
