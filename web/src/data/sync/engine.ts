import { checkMember } from '../member/checkMember';
import { renewClaims } from '../member/renewClaims';
import { checkDatabaseOnReturn, followDatabase } from '../storage/memberDatabase';
import { askToKeep, isInstalled } from '../storage/persist';
import { followAccess } from './followAccess';
import { createLoop } from './loop';
import { startState, type SyncCommand, type SyncEvent, type SyncState } from './machine';
import { followPage } from './pageEvents';
import { startPolling } from './poll';
import { createStream } from './stream';
import { syncState } from './syncState';

/** Runs the sync of one member until `stopped`: the machine decides, this does it. */
export function runSync(uid: string, stopped: AbortSignal): void {
  let polling: AbortController | undefined;
  const pollOnlyIf = (due: boolean) => {
    if (due && !polling) {
      polling = new AbortController();
      void startPolling(uid, dispatch, polling.signal);
    } else if (!due) {
      polling?.abort();
      polling = undefined;
    }
  };
  const onState = (state: SyncState) => {
    syncState.set(state);
    pollOnlyIf(state.mode === 'polling');
  };
  const askWhoIsMember = async () => {
    if (await checkMember()) dispatch({ type: 'reached' });
    await renewClaims();
  };
  const run = (command: SyncCommand) => {
    if (command === 'connect') stream.connect();
    else if (command === 'disconnect') stream.disconnect();
    else void askWhoIsMember();
  };
  const dispatch: (event: SyncEvent) => void = createLoop(
    startState(navigator.onLine, Math.random()),
    run,
    onState,
    stopped,
  );
  const stream = createStream(uid, dispatch, stopped);
  stopped.addEventListener('abort', () => {
    polling?.abort();
    syncState.set(startState(navigator.onLine));
  });
  followPage(dispatch, stopped);
  checkDatabaseOnReturn(stopped);
  stopped.addEventListener(
    'abort',
    followDatabase(uid, () => {
      // Whoever returns to a hidden page resumes anyway.
      if (!document.hidden) dispatch({ type: 'resumed' });
    }),
  );
  followAccess(uid, dispatch, stopped);
  if (isInstalled()) askToKeep();
  run('check-member');
}
