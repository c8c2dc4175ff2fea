import { toIso } from '@quantalgo/contracts/core/time';
import {
  type proofSchema,
  MAX_STORED_TICKETS,
} from '@quantalgo/contracts/submissions/ownDocuments';
import {
  type Proof,
  proofDocumentSchema,
  setupDocumentSchema,
  type Setup,
  toSetup,
} from '@quantalgo/contracts/submissions/submission';
import { type Ticket, ticketDocumentSchema, toTicket } from '@quantalgo/contracts/tickets/ticket';
import type { Firestore } from 'firebase-admin/firestore';
import type * as z from 'zod/mini';
import { parseDocument } from '../core/documents';

type OwnDocuments = {
  readonly tickets: Ticket[];
  readonly proof: z.infer<typeof proofSchema> | null;
  readonly setup: Setup | null;
};

export async function readOwnDocuments(firestore: Firestore, uid: string): Promise<OwnDocuments> {
  const readNewest = async <S extends z.ZodMiniType>(
    name: 'tickets' | 'proofs' | 'setups',
    count: number,
    schema: S,
  ) => {
    const query = firestore.collection(name).where('uid', '==', uid);
    const { docs } = await query.orderBy('createdAt', 'desc').limit(count).get();
    return docs.flatMap((document) => {
      const record = parseDocument(schema, document);
      return record === null ? [] : [{ id: document.id, record }];
    });
  };
  const [tickets, [proof], [setup]] = await Promise.all([
    readNewest('tickets', MAX_STORED_TICKETS, ticketDocumentSchema),
    readNewest('proofs', 1, proofDocumentSchema),
    readNewest('setups', 1, setupDocumentSchema),
  ]);
  return {
    tickets: tickets.map(({ id, record }) => toTicket(id, record)),
    proof: proof ? toServedProof(proof.id, proof.record) : null,
    setup: setup ? toSetup(setup.id, setup.record) : null,
  };
}

export const toServedProof = (
  id: string,
  { traderId, state, reason, approvedAs, createdAt, updatedAt }: Proof,
): z.infer<typeof proofSchema> => ({
  id,
  traderId,
  state,
  reason,
  ...(approvedAs && { approvedAs }),
  createdAt: toIso(createdAt),
  updatedAt: toIso(updatedAt),
});
