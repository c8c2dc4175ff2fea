import * as z from 'zod/mini';
import { SIGN_OUTS_NAME } from '../core/databases';
import { changeRow, readRow } from '../core/rowStore';

/** Proofs of sessions that were signed out offline: they end those sessions and authorise nothing else. */
const STORE = { database: SIGN_OUTS_NAME, store: 'proofs', key: 'waiting' } as const;

const proofsSchema = z.catch(z.array(z.string()), []);

export const storeWaitingProof = (proof: string): Promise<void> =>
  changeRow(STORE, (row) => [...proofsSchema.parse(row), proof], 'strict').then(
    () => undefined,
    () => undefined,
  );

export const readWaitingProofs = (): Promise<string[]> =>
  readRow(STORE).then(
    (row) => proofsSchema.parse(row),
    () => [],
  );

export const deleteProof = (proof: string): Promise<void> =>
  changeRow(STORE, (row) => proofsSchema.parse(row).filter((one) => one !== proof), 'strict').then(
    () => undefined,
    () => undefined,
  );
