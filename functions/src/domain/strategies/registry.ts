import { meanReversion } from './meanReversion';
import type { Strategy } from './strategy';
import { tickImbalance } from './tickImbalance';

/** Every strategy that signals may come from: one file and one line each. */
export const STRATEGIES: readonly Strategy[] = [meanReversion, tickImbalance];
