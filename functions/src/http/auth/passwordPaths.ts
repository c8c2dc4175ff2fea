import { takesPassword } from '@quantalgo/contracts/core/endpoint';
import { endpoints } from '@quantalgo/contracts/endpoints';

/**
 * The addresses that the function `passwords` serves, with all their methods, and no other function. Hosting leads them
 * there (`npm run deploy:check`).
 */
export const PASSWORD_PATHS: ReadonlySet<string> = new Set(
  Object.values(endpoints)
    .filter(takesPassword)
    .map(({ path }) => path),
);
