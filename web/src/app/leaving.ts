import { PATHS } from '@quantalgo/contracts';
import { sessionEnded } from '../data/session/currentSession';

let ending: Promise<void> = Promise.resolve();

/** From now on the member leaves, once `ended` is settled. */
export function leaveAfter(ended: Promise<void>): void {
  ending = ended;
}

/** Leaves the app for the landing page once nothing of the member is left behind. */
export function toLanding(): void {
  void Promise.allSettled([ending, sessionEnded()]).then(() => location.replace(PATHS.landing));
}
