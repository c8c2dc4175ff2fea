/**
 * Handles events one at a time until `signal` aborts. Events that arrive in the meantime are
 * queued.
 */
export function createEventQueue<Event extends object>(
  handle: (event: Event) => void,
  signal: AbortSignal,
): (event: Event) => void {
  const queue: Event[] = [];
  let isBusy = false;
  return (event) => {
    queue.push(event);
    if (isBusy) return;
    isBusy = true;
    try {
      for (let next = queue.shift(); next && !signal.aborted; next = queue.shift()) handle(next);
    } finally {
      isBusy = false;
    }
  };
}
