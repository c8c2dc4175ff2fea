import { firestoreTimeSchema } from '@quantalgo/contracts/core/time';
import { calendarSchema } from '@quantalgo/contracts/live/calendar';
import {
  liveNoteDocumentSchema,
  liveSessionDocumentSchema,
} from '@quantalgo/contracts/live/session';
import { liveFiguresSchema } from '@quantalgo/contracts/network/liveFigures';
import * as z from 'zod/mini';
import {
  API,
  BY_FAILED_RUN,
  type Collections,
  COUNTED_BY_READERS,
  MEMBERLESS,
  ownedByMember,
  retainedText,
} from './collection';
import { countTimestamps } from './fields';

// A single document, because it is small enough to read whole.
export const liveCalendarDocument = z.object({
  ...calendarSchema.shape,
  updatedAt: firestoreTimeSchema,
});

// Members seen in the last two minutes count as viewers.
const liveViewerDocument = z.object({ uid: z.string(), seenAt: firestoreTimeSchema });

export const liveFiguresDocument = z.object({ figures: liveFiguresSchema, ...countTimestamps });

export const LIVE = {
  liveFigures: {
    id: 'current',
    holds: 'members online, today’s signals and posts, devices reached: counted once a minute',
    schema: liveFiguresDocument,
    waiting: [COUNTED_BY_READERS],
    ...MEMBERLESS,
    kept: 'until the next count',
    served: 'via the API',
    ...API,
  },
  liveCalendar: {
    id: 'plans',
    holds: 'the live session calendar, if staff have changed it, with cancelled and moved sessions',
    schema: liveCalendarDocument,
    waiting: [
      {
        what: 'Live session reminder',
        since: 'plans',
        sweep: 'resumePushes',
        retryAfterMs: 0,
        staff: BY_FAILED_RUN,
      },
    ],
    ...MEMBERLESS,
    kept: 'always',
    unindexed: ['plans', 'moves', 'withdrawn'],
    served: 'unlocked members via the API',
    ...API,
  },
  liveSessions: {
    id: '{plan-day}',
    holds: 'a live session that staff opened',
    schema: liveSessionDocumentSchema,
    waiting: [
      { what: 'End of a live session', for: 'staff', fields: ['closedAt'], shown: 'Sessions' },
    ],
    ...MEMBERLESS,
    kept: 'always, unless it is moved while open',
    queries: ['openedAt desc', 'closedAt'],
    readers: 'essential',
    ...API,
  },
  liveNotes: {
    id: '{id}',
    holds:
      'a live session’s content: the host’s notes, levels, and members’ questions with answers',
    schema: liveNoteDocumentSchema,
    wayIn: 'none',
    waiting: 'none',
    ...ownedByMember({ as: 'questions' }),
    kept: 'a question until its member is deleted, then only its position',
    queries: ['updatedAt desc'],
    unindexed: ['content'],
    readers: 'essential',
    ...API,
  },
  liveViewers: {
    id: '{uid}',
    holds: 'when a member last had a live session open',
    schema: liveViewerDocument,
    wayIn: 'none',
    waiting: 'none',
    ...ownedByMember(retainedText('when you last watched a live session')),
    kept: 'until deletion',
    queries: ['seenAt asc'],
    ...API,
  },
} as const satisfies Collections;
