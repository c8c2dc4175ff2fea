import type { Checkup } from './calibration';
import type { Skill } from './skill';

/**
 * Standard errors below what was said that are taken for more than bad luck. In a market that favours nobody this
 * happens to a strategy about once in a hundred days, mostly for a day: a false alarm costs few signals.
 */
const TOO_FAR = 3;

const wordsOf = (what: string, { said, seen }: Skill): string =>
  `In the last five days ${seen.toFixed(1)} % of ${what} won where ${said.toFixed(1)} % were expected`;

/**
 * The rule that switches a strategy off: its newest trials won less, by more than three standard errors, than a fit on
 * the older ones said, as first entries or within four levels. It is on again when a later checkup finds no more of it.
 * @returns the reason; null where nothing drifted
 */
export function driftIn({ firstEntry, withinFour }: Checkup): string | null {
  if (firstEntry.deviation < -TOO_FAR) return wordsOf('its first entries', firstEntry);
  if (withinFour.deviation < -TOO_FAR) return wordsOf('its signals', withinFour);
  return null;
}
