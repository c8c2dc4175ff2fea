import { randomUUID } from 'node:crypto';
import { proofPath } from '@quantalgo/contracts/submissions/submission';
import { BUCKET } from '@quantalgo/tools/suite/ports';
import { buildWaitingProof } from '../../../functions/test/storedSubmissions';
import { addresses, services } from './suite';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface Decision {
  readonly state: 'waiting' | 'rejected';
  readonly reason: string | null;
}

/** An inspected proof with its file, sent at `createdAt` (epoch ms). */
export async function storeProof(
  uid: string,
  createdAt: number,
  { state, reason }: Decision = { state: 'waiting', reason: null },
): Promise<{ id: string; traderId: string }> {
  const id = randomUUID();
  const traderId = `PO-${id.slice(0, 8)}`;
  const file = proofPath(uid, id);
  await fetch(`${addresses.storage}/v0/b/${BUCKET}/o?name=${encodeURIComponent(file)}`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'image/png' },
    body: PNG,
  });
  const document = buildWaitingProof({ id, uid, at: createdAt }, traderId);
  await services.database.doc(`proofs/${id}`).set({ ...document, digest: id, state, reason });
  return { id, traderId };
}
