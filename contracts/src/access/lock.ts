import { DAY_MS } from '../core/time';

/** How long a new member’s lock counts down. */
export const LOCK_DURATION_MS = DAY_MS;
