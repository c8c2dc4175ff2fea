import {
  accessPathSchema,
  brokerAccountSchema,
  depositProblem,
  typedDepositSchema,
} from '@quantalgo/contracts';
import * as z from 'zod/mini';

/** What is typed into the wizard, but for the proof. */
export const valuesSchema = z.object({
  brokerAccount: z.string(),
  /** As typed: `$1,250.50`. */
  depositAmount: z.string(),
  accessPath: accessPathSchema,
});
export type Values = z.infer<typeof valuesSchema>;

export const EMPTY: Values = { brokerAccount: '', depositAmount: '', accessPath: 'manual' };

export const LAST_STEP = 3;

export const wrongWithAccount = ({ brokerAccount }: Values): string | undefined =>
  brokerAccountSchema.safeParse(brokerAccount).error?.issues[0]?.message;

export function wrongWithDeposit({ depositAmount, accessPath }: Values): string | undefined {
  const { data, error } = typedDepositSchema.safeParse(depositAmount);
  if (error) return error.issues[0]?.message;
  return depositProblem(data, accessPath) ?? undefined;
}

/** The step to be shown: the one asked for, unless one before it is not complete. */
export function stepOf(asked: string | null, values: Values): 1 | 2 | 3 {
  if (asked === null || asked === '1' || wrongWithAccount(values) !== undefined) return 1;
  return asked === '2' || wrongWithDeposit(values) !== undefined ? 2 : 3;
}

/** The amount in dollars of a form without faults. @throws ZodError of one that has some */
export const dollarsOf = ({ depositAmount }: Values): number =>
  typedDepositSchema.parse(depositAmount);
