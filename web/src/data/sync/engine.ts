import { checkMember } from './memberCheck';

/** Runs the sync of one member until `stopped`. */
export function runSync(uid: string, stopped: AbortSignal): void {
  if (!stopped.aborted && uid !== '') void checkMember();
}
