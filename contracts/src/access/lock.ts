import { DAY_MS } from '../core/time';

export const LOCK_DURATION_MS = DAY_MS;
