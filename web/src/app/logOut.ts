import { PATHS } from '@quantalgo/contracts';
import { signOut } from '../data/session/session';

let signingOut: Promise<void> = Promise.resolve();

/** Signs the member out on this device. */
export function logOut(): void {
  signingOut = signOut();
}

/** Leaves the app for the landing page once nothing of the member is left behind. */
export function toLanding(): void {
  void signingOut.finally(() => location.replace(PATHS.landing));
}
