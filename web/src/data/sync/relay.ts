type Stop = () => void;

/** A list as a listener has it. */
export interface Stretch {
  readonly size: number;
  /** When the row changed that changed last, epoch ms; 0 where there is none. */
  readonly newest: number;
  /** Whether it is what the server has, and not what is remembered of that. */
  readonly isCurrent: boolean;
}

/** As many rows of a list the server gives at most. */
export const LIST_CEILING = 300;

/** A list that only grows is followed from its newest row on when it has so many: well before the ceiling. */
const GROWN = 200;

/**
 * Follows a list of changes, of which the server gives the oldest {@link LIST_CEILING}, for as long as it grows: one listener
 * takes over from another. The one before goes on until the next has what the server has, so that nothing is missed and the
 * line does not seem lost meanwhile.
 * @param listen follows what changed after a time (epoch ms)
 * @param onComplete told when the list has all that there is, and when it no longer has
 */
export function followInRelays(
  listen: (after: number, onStretch: (stretch: Stretch) => void) => Stop,
  cursor: number,
  onComplete: (isComplete: boolean) => void,
): Stop {
  const running = new Set<Stop>();
  let wasComplete = false;
  const follow = (after: number, predecessor?: Stop) => {
    let leads = predecessor === undefined;
    let hasSuccessor = false;
    const stop = listen(after, ({ size, newest, isCurrent }) => {
      if (!leads && isCurrent) {
        leads = true;
        predecessor?.();
      }
      if (!leads) return;
      const isComplete = isCurrent && (size < LIST_CEILING || newest <= after);
      if (isComplete !== wasComplete) onComplete((wasComplete = isComplete));
      if (hasSuccessor || !isCurrent || size < GROWN || newest <= after) return;
      hasSuccessor = true;
      follow(newest, end);
    });
    const end = () => {
      running.delete(end);
      stop();
    };
    running.add(end);
  };
  follow(cursor);
  return () => {
    for (const end of [...running]) end();
  };
}
