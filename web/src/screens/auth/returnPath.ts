import { PATHS, toSafePath } from '@quantalgo/contracts/core/paths';
import * as z from 'zod/mini';

const stateSchema = z.object({ from: z.string() });

/** The page that redirected the visitor to the login, from the location's state. */
export function getReturnPath(state: unknown): string {
  const parsed = stateSchema.safeParse(state);
  return parsed.success ? toSafePath(parsed.data.from) : PATHS.dashboard;
}
