import { getLocalHour, LONDON, NEW_YORK, TOKYO } from '@quantalgo/contracts/market/sessions';
import type { Strategy } from './strategy';

// Opening hours are local. `opening` and `until` count five-minute candles from the opening.
const parameters = { tokyo: 9, london: 8, newYork: 9, opening: 12, until: 36 } as const;

const SESSIONS = [
  { clock: NEW_YORK, hour: parameters.newYork, name: 'New York' },
  { clock: LONDON, hour: parameters.london, name: 'London' },
  { clock: TOKYO, hour: parameters.tokyo, name: 'Tokyo' },
];
const HOUR_MS = 60 * 60_000;
const CANDLE_MS = 5 * 60_000;

// The first session that is within its trading window at `at` (epoch ms).
function findSession(at: number) {
  for (const { clock, hour, name } of SESSIONS) {
    const openedAt = at - (getLocalHour(clock, at) - hour) * HOUR_MS;
    const isOpen = openedAt <= at && at < openedAt + parameters.until * CANDLE_MS;
    if (isOpen) return { name, openedAt: Math.round(openedAt) };
  }
  return null;
}

/**
 * Follows a breakout from the session's opening range (T. Crabel, 1990) for up to three hours after the opening. The
 * score is the share of the later candles' total range that lies beyond it on the breakout side.
 */
export const sessionRange: Strategy = {
  id: 'session-range',
  audiences: ['order-flow'],
  onTrial: true,
  parameters,
  evaluate(candles) {
    const newest = candles.at(-1);
    if (!newest) return null;
    const session = findSession(newest.time);
    if (!session) return null;
    const { openedAt } = session;
    const rangeEnds = openedAt + parameters.opening * CANDLE_MS;
    if (newest.time < rangeEnds) return null;
    let top = -Infinity;
    let bottom = Infinity;
    let above = 0;
    let below = 0;
    let totalRange = 0;
    let opening = 0;
    for (const { time, high, low } of candles) {
      if (time < openedAt) continue;
      if (time < rangeEnds) {
        opening += 1;
        top = Math.max(top, high);
        bottom = Math.min(bottom, low);
        continue;
      }
      totalRange += high - low;
      above += Math.max(0, high - Math.max(top, low));
      below += Math.max(0, Math.min(bottom, high) - low);
    }
    if (opening < parameters.opening) return null;
    const isUp = newest.close > top;
    if (!isUp && newest.close >= bottom) return null;
    const share = (isUp ? above : below) / totalRange;
    if (!(share > 0)) return null;
    return {
      direction: isUp ? 'CALL' : 'PUT',
      score: share,
      reasons: () => [
        `The price broke ${isUp ? 'above' : 'below'} the range of ${session.name}’s opening hour`,
        `${(100 * share).toFixed(0)}% of its movement since that hour was beyond this range`,
        'A session is expected to continue in the direction in which it left its opening range',
      ],
    };
  },
};
