import * as z from 'zod/mini';
import { SIGN_OUTS_NAME } from '../core/databases';
import { changeRow, readRow } from '../core/rowStore';

/** The store of sign-out proofs of sessions that were signed out offline: they end those sessions and open nothing. */
const PLACE = { database: SIGN_OUTS_NAME, store: 'proofs', key: 'waiting' } as const;

const proofsSchema = z.catch(z.array(z.string()), []);

/** Stores a proof until it is sent. Never rejects: a browser that denies storage has nothing to send. */
export const storeWaitingProof = (proof: string): Promise<void> =>
  changeRow(PLACE, (row) => [...proofsSchema.parse(row), proof], 'strict').then(
    () => undefined,
    () => undefined,
  );

/** The unsent proofs. Never rejects. */
export const waitingProofs = (): Promise<string[]> =>
  readRow(PLACE).then(
    (row) => proofsSchema.parse(row),
    () => [],
  );

/** Deletes a proof that the server has received. Never rejects. */
export const forgetProof = (proof: string): Promise<void> =>
  changeRow(PLACE, (row) => proofsSchema.parse(row).filter((one) => one !== proof), 'strict').then(
    () => undefined,
    () => undefined,
  );
