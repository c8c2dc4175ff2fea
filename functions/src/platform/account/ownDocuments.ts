import { toIso } from '@quantalgo/contracts/core/time';
import {
  type proofSchema,
  MAX_STORED_SUBMISSIONS,
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
  readonly proofs: z.infer<typeof proofSchema>[];
  readonly setups: Setup[];
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
  const [tickets, proofs, setups] = await Promise.all([
    readNewest('tickets', MAX_STORED_TICKETS, ticketDocumentSchema),
    readNewest('proofs', MAX_STORED_SUBMISSIONS, proofDocumentSchema),
    readNewest('setups', MAX_STORED_SUBMISSIONS, setupDocumentSchema),
  ]);
  return {
    tickets: tickets.map(({ id, record }) => toTicket(id, record)),
    proofs: proofs.map(({ id, record }) => toServedProof(id, record)),
    setups: setups.map(({ id, record }) => toSetup(id, record)),
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
