import { PATHS } from '@quantalgo/contracts';

let ending: Promise<void> = Promise.resolve();

/** From now on the member leaves, once `ended` is settled. */
export function leaveAfter(ended: Promise<void>): void {
  ending = ended;
}

/** Leaves the app for the landing page once nothing of the member is left behind. */
export function toLanding(): void {
  void ending.finally(() => location.replace(PATHS.landing));
}
