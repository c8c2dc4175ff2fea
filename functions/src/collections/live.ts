import { liveNoteDocumentSchema, liveSessionDocumentSchema } from '@quantalgo/contracts';
import { liveCalendarDocument, liveViewerDocument } from '../liveDocuments';
import { API, type Collections, ofMember, remembered, TO_NOBODY } from './collection';

/** The live sessions of the Platinum Stream. */
export const LIVE = {
  liveCalendar: {
    id: 'plans',
    holds: 'the calendar of live sessions, once staff changed it, and what they cancelled or moved',
    schema: liveCalendarDocument,
    ...TO_NOBODY,
    kept: 'for good',
    unindexed: ['plans', 'moves', 'withdrawn'],
    served: 'unlocked members by the api',
    ...API,
  },
  liveSessions: {
    id: '{plan-day}',
    holds: 'a live session that staff opened',
    schema: liveSessionDocumentSchema,
    ...TO_NOBODY,
    kept: 'for good, unless it moves away while it is open',
    queries: ['openedAt desc', 'closedAt'],
    readers: 'essential',
    ...API,
  },
  liveNotes: {
    id: '{id}',
    holds:
      'what is said in a live session: the host’s notes, levels, members’ questions with answers',
    schema: liveNoteDocumentSchema,
    ...ofMember({ as: 'questions' }),
    kept: 'a question until its member’s deletion, then its place alone',
    queries: ['updatedAt desc'],
    unindexed: ['content'],
    readers: 'essential',
    ...API,
  },
  liveViewers: {
    id: '{uid}',
    holds: 'when a member last watched',
    schema: liveViewerDocument,
    ...ofMember(remembered('when you last watched a live session')),
    kept: 'until deletion',
    queries: ['seenAt asc'],
    ...API,
  },
} as const satisfies Collections;
