import * as z from 'zod/mini';
import { SIGN_OUTS_ROW } from '../database/databases';
import { changeRow, readRow } from '../database/plain';

const proofsSchema = z.catch(z.array(z.string()), []);

export const storeWaitingProof = (proof: string): Promise<void> =>
  changeRow(SIGN_OUTS_ROW, (row) => [...proofsSchema.parse(row), proof], 'strict').then(
    () => undefined,
    () => undefined,
  );

export const readWaitingProofs = (): Promise<string[]> =>
  readRow(SIGN_OUTS_ROW).then(
    (row) => proofsSchema.parse(row),
    () => [],
  );

export const deleteProof = (proof: string): Promise<void> =>
  changeRow(
    SIGN_OUTS_ROW,
    (row) => proofsSchema.parse(row).filter((one) => one !== proof),
    'strict',
  ).then(
    () => undefined,
    () => undefined,
  );
