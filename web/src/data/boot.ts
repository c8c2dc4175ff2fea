import * as z from 'zod/mini';
import { firebaseEnvironment } from './environment';

/**
 * To be called first of all: forbids zod to compile code (the site's content policy does) and checks the environment.
 * @throws Error that names a bad variable.
 */
export function boot(): void {
  z.config({ jitless: true });
  firebaseEnvironment();
}
