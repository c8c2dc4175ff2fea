import * as z from 'zod/mini';
import { parseDecimal, parseMoney } from './money';
import { DESK_FIGURES, type DeskFigures, deskFiguresSchema } from './signals/desk';
import { DEPOSIT_NOT_A_NUMBER } from './submission';

// Apart from the schemas that every page loads first: the bundler splits by file.

const NO_DEPOSIT = 'Deposit amount is required';

/** Parses a deposit as people type it (`500`, `$1,250.50`, `500,50`) into dollars. */
export const typedDepositSchema = z.pipe(
  z.string(NO_DEPOSIT),
  z.transform((text: string, { issues }) => {
    const { value, problem = DEPOSIT_NOT_A_NUMBER } = parseMoney(text);
    if (value !== null && value >= 0) return value;
    issues.push({ code: 'custom', input: text, message: value === null ? NO_DEPOSIT : problem });
    return z.NEVER;
  }),
);

type TypedDesk = Readonly<Record<keyof DeskFigures, string>>;

/** Reads typed figures; `problems` has what is wrong with them, by field. */
export function parseDesk({ balance, leastStake, signalsADay, lostLadders }: TypedDesk): {
  readonly figures: DeskFigures | null;
  readonly problems: Readonly<Partial<Record<keyof DeskFigures, string>>>;
} {
  const readings = {
    balance: parseMoney(balance),
    leastStake: parseMoney(leastStake),
    signalsADay: parseDecimal(signalsADay),
    lostLadders: parseDecimal(lostLadders),
  };
  const { data, error } = deskFiguresSchema.safeParse({
    balance: readings.balance.value,
    leastStake: readings.leastStake.value,
    signalsADay: readings.signalsADay.value,
    lostLadders: readings.lostLadders.value,
  });
  const problems: Partial<Record<string, string>> = {};
  for (const { path, message } of error?.issues ?? []) problems[String(path[0])] = message;
  for (const field of DESK_FIGURES) {
    const { problem } = readings[field];
    if (problem !== undefined) problems[field] = problem;
  }
  return { figures: data ?? null, problems };
}
