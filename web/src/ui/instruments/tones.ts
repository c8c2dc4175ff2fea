/** How a level of the martingale stands: not reached, being played, or over with a result that is known or not. */
export type LevelState =
  'ahead' | 'now' | 'won' | 'lost' | 'not-won' | 'flat' | 'unknown' | 'unplayed' | 'void';

/** What a level's state is called. */
export const LEVEL_WORDS: Record<LevelState, string> = {
  ahead: 'ahead',
  now: 'now',
  won: 'won',
  lost: 'lost',
  'not-won': 'not won so far',
  flat: 'flat, stake returned',
  unknown: 'result not known yet',
  unplayed: 'not played',
  void: 'not judged in time',
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
  void: 'bg-faint',
};
