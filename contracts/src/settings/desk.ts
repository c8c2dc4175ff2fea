import * as z from 'zod/mini';

const DOLLARS_RULE = 'Enter an amount from $0.01 to $1,000,000';

const dollarsSchema = z
  .number(DOLLARS_RULE)
  .check(z.gte(0.01, DOLLARS_RULE), z.lte(1e6, DOLLARS_RULE));

export const DESK_LIMITS = { signalsADay: 30, lostLadders: 5 } as const;

function createCountSchema(max: number, unit: string) {
  const message = `Enter 1 to ${max} ${unit}`;
  return z.int(message).check(z.gte(1, message), z.lte(max, message));
}

/** Money in dollars. */
export const deskFiguresSchema = z.object({
  balance: dollarsSchema,
  leastStake: dollarsSchema,
  signalsADay: createCountSchema(DESK_LIMITS.signalsADay, 'signals a day'),
  lostLadders: createCountSchema(DESK_LIMITS.lostLadders, 'lost ladders'),
});

export type DeskFigures = z.infer<typeof deskFiguresSchema>;

export const DESK_FIGURES = ['balance', 'leastStake', 'signalsADay', 'lostLadders'] as const;
