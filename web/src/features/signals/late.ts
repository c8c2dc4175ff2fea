import { REVEAL_WITHIN_MS, type Settlement, type Signal } from '@quantalgo/contracts';

/** Whether a signal was judged only after its commitment had to be revealed: it is lost, whatever its closes say. */
export const isJudgedLate = (
  { createdAt }: Pick<Signal, 'createdAt'>,
  { settledAt }: Pick<Settlement, 'settledAt'>,
): boolean => settledAt > createdAt + REVEAL_WITHIN_MS;
