import { calendarSchema, firestoreTime } from '@quantalgo/contracts';
import * as z from 'zod/mini';

/*
 * Schemas of the live sessions' documents that no client reads. Times are Timestamps, epoch ms once parsed.
 */

/** The calendar that staff edit, whole: it is small, and read whole. */
export const liveCalendarDocument = z.object({
  ...calendarSchema.shape,
  updatedAt: firestoreTime,
});

/** When a member last looked at the Platinum Stream: those of the last two minutes are counted as viewers. */
export const liveViewerDocument = z.object({ uid: z.string(), seenAt: firestoreTime });
