type Stop = () => void;

/** A listener's list: `P` is a place in it after which another listener can start. */
export interface ListenerList<P> {
  readonly size: number;
  /**
   * The place after which the next listener starts, which leaves at least one row behind; null if the list is empty.
   */
  readonly next: P | null;
  /** Whether it comes from the server, not from the cache. */
  readonly isCurrent: boolean;
}

/** Most rows of a list that the server returns. */
export const LIST_CEILING = 300;

/** A growing list is followed from its newest rows on once it has this many, well before the ceiling. */
const GROWN = 200;

/** Changes are requested from this long (ms) before the newest one, as commits can overtake one another. */
export const OVERLAP_MS = 5000;

/**
 * Index of the row after which the next listener starts, given the rows' times of change in order (epoch ms): the
 * newest that is too old to be overtaken. If all changed at about the same moment, the last one, so that the list
 * advances.
 */
export function handover(changes: readonly number[]): number {
  const newest = changes.at(-1) ?? 0;
  const settled = changes.findLastIndex((at) => at <= newest - OVERLAP_MS);
  return settled === -1 ? changes.length - 1 : settled;
}

/**
 * Follows a growing list of changes, of which the server returns the oldest {@link LIST_CEILING}, by a succession of
 * listeners. Each continues until its successor has the server's data, so that nothing is missed and the connection
 * doesn't seem lost.
 * @param listen listens to changes after a place
 * @param onComplete called when the list becomes complete, and when it no longer is
 */
export function followInRelays<P>(
  listen: (behind: P, onStretch: (stretch: ListenerList<P>) => void) => Stop,
  start: P,
  onComplete: (isComplete: boolean) => void,
): Stop {
  const running = new Set<Stop>();
  let wasComplete = false;
  const follow = (behind: P, predecessor?: Stop) => {
    let leads = predecessor === undefined;
    let hasSuccessor = false;
    const stop = listen(behind, ({ size, next, isCurrent }) => {
      if (!leads && isCurrent) {
        leads = true;
        predecessor?.();
      }
      if (!leads) return;
      const isComplete = isCurrent && size < LIST_CEILING;
      if (isComplete !== wasComplete) onComplete((wasComplete = isComplete));
      if (hasSuccessor || !isCurrent || size < GROWN || next === null) return;
      hasSuccessor = true;
      follow(next, end);
    });
    const end = () => {
      running.delete(end);
      stop();
    };
    running.add(end);
  };
  follow(start);
  return () => {
    for (const end of [...running]) end();
  };
}
