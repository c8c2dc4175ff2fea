import { HOUR_MS, MINUTE_MS } from '@quantalgo/contracts/core/time';

/** Runs after which a file counts as the cause of the crashes. */
const MAX_ATTEMPTS = 3;

/** The sweep leaves an upload to the run that its submission triggered, or to another sweep, for this long (ms). */
export const INSPECTION_RETRY_MS = 3 * MINUTE_MS;

/** A failing inspection is given up this long (ms) after the submission. */
export const INSPECTION_GIVE_UP_MS = HOUR_MS;

/** An upload that awaits its inspection. Times in epoch ms. */
interface Uninspected {
  readonly createdAt: number;
  /** When the last run began. */
  readonly triedAt?: number | undefined;
  /** Runs so far, without those that failed through no fault of the file. */
  readonly attempts?: number | undefined;
}

/** True where no run is likely to be under way. */
export const isInspectionDue = ({ createdAt, triedAt = 0 }: Uninspected, now: number): boolean =>
  now - Math.max(createdAt, triedAt) >= INSPECTION_RETRY_MS;

/** True where each run so far ended in a crash. */
export const isCrashingFile = ({ attempts = 0 }: Uninspected): boolean => attempts >= MAX_ATTEMPTS;

/** What follows a run that failed through no fault of the file. */
export const afterOutage = ({ createdAt }: Uninspected, now: number): 'retry' | 'give up' =>
  now - createdAt >= INSPECTION_GIVE_UP_MS ? 'give up' : 'retry';
