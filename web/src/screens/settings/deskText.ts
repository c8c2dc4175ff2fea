import type { DeskFigures } from '@quantalgo/contracts/settings/desk';

export const DESK_LABELS: Readonly<Record<keyof DeskFigures, string>> = {
  balance: 'Balance at your broker, $',
  leastStake: 'Minimum stake at your broker, $',
  signalsADay: 'Signals you play per day',
  lostLadders: 'Lost ladders that end your day',
};
