import { PATHS } from '@quantalgo/contracts';
import * as z from 'zod/mini';

const stateSchema = z.object({ from: z.string() });

/** A path of this site, and nothing that a browser reads as another origin: `//host`, `/\host`, `/<tab>/host`. */
const OWN_PATH = /^\/(?![/\\])\S*$/;

/** Where a login leads: back to where the guard of the dashboard turned the visitor away, otherwise to the dashboard. */
export function returnTo(state: unknown): string {
  const parsed = stateSchema.safeParse(state);
  return parsed.success && OWN_PATH.test(parsed.data.from) ? parsed.data.from : PATHS.dashboard;
}
