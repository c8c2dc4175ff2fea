import type { DeskFigures } from '@quantalgo/contracts';

/** What the figures of the risk desk are. */
export const DESK_LABELS: Readonly<Record<keyof DeskFigures, string>> = {
  balance: 'Balance at your broker, $',
  leastStake: 'Least stake your broker takes, $',
  signalsADay: 'Signals that you play a day',
  lostLadders: 'Lost ladders that end your day',
};
