import * as z from 'zod/mini';
import { LOGOUTS_ROW } from '../database/databases';
import { changeRow, readRow } from '../database/plain';

const proofsSchema = z.catch(z.array(z.string()), []);

export const storePendingProof = (proof: string): Promise<void> =>
  changeRow(LOGOUTS_ROW, (row) => [...proofsSchema.parse(row), proof], 'strict').then(
    () => undefined,
    () => undefined,
  );

export const readPendingProofs = (): Promise<string[]> =>
  readRow(LOGOUTS_ROW).then(
    (row) => proofsSchema.parse(row),
    () => [],
  );

export const deleteProof = (proof: string): Promise<void> =>
  changeRow(
    LOGOUTS_ROW,
    (row) => proofsSchema.parse(row).filter((stored) => stored !== proof),
    'strict',
  ).then(
    () => undefined,
    () => undefined,
  );
