import * as z from 'zod/mini';
import { firebaseEnvironment } from './core/environment';
import { followOtherTabs } from './session/currentSession';
import { startTheme } from './core/theme';

/**
 * To be called first of all: forbids zod to compile code (the site's content policy does), checks the environment,
 * shows the theme that was chosen and follows the other tabs.
 * @throws Error that names a bad variable.
 */
export function boot(): void {
  z.config({ jitless: true });
  firebaseEnvironment();
  startTheme();
  followOtherTabs();
}
