import { absorption } from './absorption';
import { breakout } from './breakout';
import { candlePressure } from './candlePressure';
import { currencyStrength } from './currencyStrength';
import { meanReversion } from './meanReversion';
import { regression } from './regression';
import { sessionRange } from './sessionRange';
import type { Strategy } from './strategy';
import { trend } from './trend';

export const STRATEGIES: readonly Strategy[] = [
  meanReversion,
  trend,
  breakout,
  candlePressure,
  absorption,
  currencyStrength,
  sessionRange,
  regression,
];
