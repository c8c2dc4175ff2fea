import * as z from 'zod/mini';

const DOLLARS = 'Enter an amount in dollars';

const dollars = /* @__PURE__ */ z
  .number(DOLLARS)
  .check(/* @__PURE__ */ z.gte(0.01, DOLLARS), /* @__PURE__ */ z.lte(1e6, DOLLARS));

/** The most signals a day and lost ladders that the desk reckons with. */
export const DESK_LIMITS = { signalsADay: 30, lostLadders: 5 } as const;

function upTo(most: number, what: string) {
  const words = `Enter 1 to ${most} ${what}`;
  return z.int(words).check(z.gte(1, words), z.lte(most, words));
}

/** A member's figures at their risk desk, as their account keeps them: money in dollars. */
export const deskFiguresSchema = /* @__PURE__ */ z.object({
  balance: dollars,
  /** The least that their broker takes for one trade. */
  leastStake: dollars,
  signalsADay: upTo(DESK_LIMITS.signalsADay, 'signals a day'),
  /** So many lost ladders end the day. */
  lostLadders: upTo(DESK_LIMITS.lostLadders, 'lost ladders'),
});

export type DeskFigures = z.infer<typeof deskFiguresSchema>;

/** Names of the figures. */
export const DESK_FIGURES = ['balance', 'leastStake', 'signalsADay', 'lostLadders'] as const;
