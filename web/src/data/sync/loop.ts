import { serverNow } from '../clock/clock';
import { dueAt, step, type SyncCommand, type SyncEvent, type SyncState } from './machine';

/** Runs the machine from `state` on: each event is one step, each of its commands is given to `run`. */
export function createLoop(
  state: SyncState,
  run: (command: SyncCommand) => void,
  onState: (state: SyncState) => void,
  stopped: AbortSignal,
): (event: SyncEvent) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  stopped.addEventListener('abort', () => clearTimeout(timer));
  const dispatch = (event: SyncEvent) => {
    if (stopped.aborted) return;
    const [next, ...commands] = step(state, event, serverNow());
    state = next;
    onState(state);
    clearTimeout(timer);
    const due = dueAt(state);
    if (due !== null)
      timer = setTimeout(() => dispatch({ type: 'tick' }), Math.max(0, due - serverNow()));
    for (const command of commands) run(command);
  };
  return dispatch;
}
