/**
 * Takes events one after the other until `stopped`: one that comes while another is taken waits for it.
 * @param take takes one event
 * @returns the function that passes it events
 */
export function inOrder<Event extends object>(
  take: (event: Event) => void,
  stopped: AbortSignal,
): (event: Event) => void {
  const waiting: Event[] = [];
  let isBusy = false;
  return (event) => {
    waiting.push(event);
    if (isBusy) return;
    isBusy = true;
    try {
      for (let due = waiting.shift(); due && !stopped.aborted; due = waiting.shift()) take(due);
    } finally {
      isBusy = false;
    }
  };
}
