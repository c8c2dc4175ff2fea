type Stop = () => void;

export interface ListenerList<P> {
  readonly size: number;
  /** Start of the next listener, which overlaps by at least one row; null if the list is empty. */
  readonly next: P | null;
  readonly isCurrent: boolean;
}

/** The server never returns a longer list. */
export const MAX_LIST_ROWS = 300;

/** At this size, well below {@link MAX_LIST_ROWS}, the next listener takes over. */
const HANDOVER_SIZE = 200;

/**
 * Changes are requested from this long before the newest one, because commits may arrive out of
 * order.
 */
export const OVERLAP_MS = 5000;

/**
 * Index of the row after which the next listener starts: the newest one that no later commit can
 * precede, or the last one if all changed at about the same time.
 * @param changes times of change in order (epoch ms)
 */
export function findHandoverIndex(changes: readonly number[]): number {
  const newest = changes.at(-1) ?? 0;
  const settledIndex = changes.findLastIndex((at) => at <= newest - OVERLAP_MS);
  return settledIndex === -1 ? changes.length - 1 : settledIndex;
}

/**
 * Follows a growing list with a succession of listeners, because the server returns only the oldest
 * {@link MAX_LIST_ROWS} rows. Each listener runs until its successor has the server's data, so no
 * change is missed between them.
 * @param listen listens to changes after a position
 * @param onComplete called when the list becomes complete, and when it no longer is
 */
export function followList<P>(
  listen: (position: P, onStretch: (stretch: ListenerList<P>) => void) => Stop,
  start: P,
  onComplete: (isComplete: boolean) => void,
): Stop {
  const activeStops = new Set<Stop>();
  let wasComplete = false;
  const follow = (position: P, predecessor?: Stop) => {
    let isLeading = predecessor === undefined;
    let hasSuccessor = false;
    const stop = listen(position, ({ size, next, isCurrent }) => {
      if (!isLeading && isCurrent) {
        isLeading = true;
        predecessor?.();
      }
      if (!isLeading) return;
      const isComplete = isCurrent && size < MAX_LIST_ROWS;
      if (isComplete !== wasComplete) onComplete((wasComplete = isComplete));
      if (hasSuccessor || !isCurrent || size < HANDOVER_SIZE || next === null) return;
      hasSuccessor = true;
      follow(next, end);
    });
    const end = () => {
      activeStops.delete(end);
      stop();
    };
    activeStops.add(end);
  };
  follow(start);
  return () => {
    for (const end of [...activeStops]) end();
  };
}
