import { takesPassword } from '@quantalgo/contracts/core/endpoint';
import { endpoints } from '@quantalgo/contracts/endpoints';

/** Served by the function `passwords` only, with all methods. Hosting routes them there (`npm run deploy:check`). */
export const PASSWORD_PATHS: ReadonlySet<string> = new Set(
  Object.values(endpoints)
    .filter(takesPassword)
    .map(({ path }) => path),
);
