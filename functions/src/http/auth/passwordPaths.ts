import { hasPasswordField } from '@quantalgo/contracts/core/endpoint';
import { endpoints } from '@quantalgo/contracts/allEndpoints';

/** Hosting routes these paths to the function `passwords`, as `npm run deploy:check` verifies. */
export const PASSWORD_PATHS: ReadonlySet<string> = new Set(
  Object.values(endpoints)
    .filter(hasPasswordField)
    .map(({ path }) => path),
);
