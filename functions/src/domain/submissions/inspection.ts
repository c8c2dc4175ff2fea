import { HOUR_MS, MINUTE_MS } from '@quantalgo/contracts/core/time';

// After this many crashed runs, the file is the cause.
const MAX_INSPECTION_ATTEMPTS = 3;

/** The sweep skips an upload for this long after a run began. */
export const INSPECTION_RETRY_MS = 3 * MINUTE_MS;

export const INSPECTION_TIMEOUT_MS = HOUR_MS;

interface PendingInspection {
  readonly createdAt: number;
  readonly triedAt?: number | undefined;
  /** Excludes runs that failed through no fault of the file. */
  readonly attempts?: number | undefined;
}

export const isInspectionDue = (
  { createdAt, triedAt = 0 }: PendingInspection,
  now: number,
): boolean => now - Math.max(createdAt, triedAt) >= INSPECTION_RETRY_MS;

export const isCrashingFile = ({ attempts = 0 }: PendingInspection): boolean =>
  attempts >= MAX_INSPECTION_ATTEMPTS;

/** For a run that failed through no fault of the file. */
export const decideAfterOutage = (
  { createdAt }: PendingInspection,
  now: number,
): 'retry' | 'give up' => (now - createdAt >= INSPECTION_TIMEOUT_MS ? 'give up' : 'retry');
