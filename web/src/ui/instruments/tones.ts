/** How a level of the martingale stands: not reached, being played, or over with a result that is known or not. */
export type LevelState =
  'ahead' | 'now' | 'won' | 'lost' | 'not-won' | 'flat' | 'unknown' | 'unplayed';

/** What a level's state is called. */
export const LEVEL_WORDS: Record<LevelState, string> = {
  ahead: 'ahead',
  now: 'now',
  won: 'won',
  lost: 'lost',
  'not-won': 'not won',
  flat: 'flat, stake returned',
  unknown: 'result not known yet',
  unplayed: 'not played',
};

/** The surface that shows a level's state. */
export const LEVEL_FILL: Record<LevelState, string> = {
  ahead: 'bg-line',
  now: 'bg-accent',
  won: 'bg-call',
  lost: 'bg-put',
  'not-won': 'bg-put',
  flat: 'bg-flat',
  unknown: 'bg-faint',
  unplayed: 'bg-line',
};
