import { breakout } from './breakout';
import { meanReversion } from './meanReversion';
import { sessionRange } from './sessionRange';
import type { Strategy } from './strategy';
import { tickImbalance } from './tickImbalance';
import { trend } from './trend';

/** Every strategy that can produce signals: one file and one line each. */
export const STRATEGIES: readonly Strategy[] = [
  meanReversion,
  trend,
  breakout,
  tickImbalance,
  sessionRange,
];
