import * as z from 'zod/mini';
import { firebaseEnvironment } from './environment';
import { followOtherTabs } from './session/store';

/**
 * To be called first of all: forbids zod to compile code (the site's content policy does), checks the environment and
 * follows the other tabs.
 * @throws Error that names a bad variable.
 */
export function boot(): void {
  z.config({ jitless: true });
  firebaseEnvironment();
  followOtherTabs();
}
