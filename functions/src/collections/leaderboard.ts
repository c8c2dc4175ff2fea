import {
  leaderboardDocumentSchema,
  leaderboardPackSchema,
  publisherDocumentSchema,
} from '@quantalgo/contracts/leaderboard/leaderboard';
import * as z from 'zod/mini';
import {
  API,
  BY_FAILED_RUN,
  type Collections,
  notExported,
  MEMBERLESS,
  ownedByMember,
} from './collection';

export const displayNameDocument = z.object({ uid: z.string() });

const LEADERBOARD_WRITERS = 'api, settleSignals';

export const LEADERBOARD = {
  publishers: {
    id: '{uid}',
    holds: 'what a member published, and under which display name',
    schema: publisherDocumentSchema,
    wayIn: 'none',
    waiting: 'none',
    strict: true,
    member: { by: 'id', erase: 'delete', export: { as: 'published' } },
    kept: 'until deletion',
    queries: ['ids[]'],
    unindexed: ['publications'],
    served: 'its member via the API',
    ...API,
  },
  displayNames: {
    id: '{key}',
    holds: 'the owner of a display name and its lookalikes',
    schema: displayNameDocument,
    wayIn: 'none',
    waiting: 'none',
    strict: true,
    ...ownedByMember(notExported('already in `published`')),
    kept: 'until another is chosen, or deletion',
    ...API,
  },
  leaderboardPacks: {
    id: '{number}',
    holds: 'a batch of published configurations, and the signals that each has been computed up to',
    schema: leaderboardPackSchema,
    waiting: [
      {
        what: 'Results of published configurations',
        since: 'until',
        sweep: 'settleSignals',
        retryAfterMs: 0,
        staff: BY_FAILED_RUN,
      },
    ],
    strict: true,
    ...MEMBERLESS,
    kept: 'always; a row until its member is deleted',
    unindexed: ['rows'],
    served: 'one row via the API, for anyone with its id',
    writers: LEADERBOARD_WRITERS,
  },
  leaderboard: {
    id: 'table',
    holds: 'the leaderboard as members see it',
    schema: leaderboardDocumentSchema,
    waiting: 'none',
    strict: true,
    ...MEMBERLESS,
    kept: 'until the next settlement; a row until its member’s deletion',
    unindexed: ['rows'],
    served: 'members with access via the API',
    writers: LEADERBOARD_WRITERS,
  },
} as const satisfies Collections;
