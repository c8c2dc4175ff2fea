import { proofPath, setupProofPath } from '@quantalgo/contracts/submissions/submission';
import { Timestamp } from 'firebase-admin/firestore';
import type * as z from 'zod/mini';
import type { SUBMISSIONS } from '../src/collections/submissions';
import { toAccountKey } from '../src/domain/submissions/brokerList';

type StoredProof = z.input<typeof SUBMISSIONS.proofs.schema>;

type StoredSetup = z.input<typeof SUBMISSIONS.setups.schema>;

interface Origin {
  readonly id: string;
  readonly uid: string;
  /** Epoch ms. */
  readonly at: number;
}

function buildProgress(at: number) {
  const time = Timestamp.fromMillis(at);
  const times = { createdAt: time, updatedAt: time };
  return { state: 'waiting', reason: null, digest: null, ...times } as const;
}

/** Waiting for staff. */
export const buildWaitingProof = ({ id, uid, at }: Origin, traderId: string): StoredProof => ({
  uid,
  traderId,
  accountKey: toAccountKey(traderId),
  file: proofPath(uid, id),
  ...buildProgress(at),
});

/** Waiting for staff. */
export const buildWaitingSetup = ({ id, uid, at }: Origin, brokerAccount: string): StoredSetup => ({
  uid,
  brokerAccount,
  accountKey: toAccountKey(brokerAccount),
  depositAmount: 500,
  accessPath: 'auto',
  file: setupProofPath(uid, id),
  ...buildProgress(at),
});
