import * as z from 'zod/mini';

const dollars = (words: string) => z.number(words).check(z.gte(0.01, words), z.lte(1e6, words));

/** The most signals a day and lost ladders that the desk reckons with. */
export const DESK_AT_MOST = { signalsADay: 30, lostLadders: 5 } as const;

const SIGNALS_WORDS = `From 1 to ${DESK_AT_MOST.signalsADay} signals a day`;
const LOST_WORDS = `From 1 to ${DESK_AT_MOST.lostLadders} lost ladders`;

/** A member's figures at their risk desk, as their account keeps them: money in dollars. */
export const deskFiguresSchema = /* @__PURE__ */ z.object({
  balance: dollars('Enter your balance in dollars'),
  /** The least that their broker takes for one trade. */
  leastStake: dollars('Enter the least stake in dollars'),
  signalsADay: z
    .int(SIGNALS_WORDS)
    .check(z.gte(1, SIGNALS_WORDS), z.lte(DESK_AT_MOST.signalsADay, SIGNALS_WORDS)),
  /** So many lost ladders end the day. */
  lostLadders: z
    .int(LOST_WORDS)
    .check(z.gte(1, LOST_WORDS), z.lte(DESK_AT_MOST.lostLadders, LOST_WORDS)),
});

export type DeskFigures = z.infer<typeof deskFiguresSchema>;

/** Names of the figures. */
export const DESK_FIGURES = ['balance', 'leastStake', 'signalsADay', 'lostLadders'] as const;
