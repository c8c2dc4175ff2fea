import { parseDecimal, parseMoney } from '../core/money';
import { DESK_FIGURES, type DeskFigures, deskFiguresSchema } from './desk';

type TypedDesk = Readonly<Record<keyof DeskFigures, string>>;

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
