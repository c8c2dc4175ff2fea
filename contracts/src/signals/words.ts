import { capitalize, formatCount, formatDecimal, formatShortDecimal } from '../core/format';
import { COIN, LADDER_LOSS, LEVELS } from './ladder';
import type { Source } from './signal';

export const SOURCE_TEXT: Record<Source, string> = {
  twelvedata: 'live market prices',
  replay: 'replayed prices',
  simulated: 'simulated prices',
};

const NUMBER_WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

export const LEVEL_COUNT = NUMBER_WORDS[LEVELS.length] ?? String(LEVELS.length);

export const CAPITALIZED_LEVEL_COUNT = capitalize(LEVEL_COUNT);

/** Rounded up, because the rate must be reached: 55.6 becomes 56. */
export const formatRequiredRate = (percent: number): string => String(Math.ceil(percent - 1e-9));

/** Cost of losing all levels, in first stakes: `18.7`. */
export const LOSS_TEXT = formatDecimal(LADDER_LOSS);

export const COIN_WINS_TEXT = formatShortDecimal(COIN.withinLadder);

/** Average number of signals after which a coin loses all levels: `16`. */
export const SIGNALS_PER_COIN_LOSS_TEXT = formatCount(Math.round(100 / (100 - COIN.withinLadder)));

export const formatStrategy = (strategy: string): string =>
  capitalize(strategy.replace(/[-_]+/g, ' ').trim());
