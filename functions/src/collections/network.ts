import { postDocumentSchema } from '@quantalgo/contracts';
import * as documents from '../networkDocuments';
import {
  API,
  type Collections,
  leaveOut,
  ofMember,
  OLDEST_BY_STATE,
  remembered,
  STAFF_SEE,
  TO_NOBODY,
} from './collection';

/** The Trader's Network and its moderation. */
export const NETWORK = {
  posts: {
    id: '{id}',
    holds: 'what members write to each other; of one that is gone, its place alone',
    schema: postDocumentSchema,
    ...ofMember({ as: 'posts' }),
    kept: 'until deletion, then without author and content',
    queries: ['open, updatedAt desc', 'uid, open, createdAt desc', 'createdAt asc'],
    unindexed: ['text', 'signal'],
    readers: 'unlocked',
    served: STAFF_SEE,
    ...API,
  },
  networkMembers: {
    id: '{uid}',
    holds: 'how often a member posted, whom they hide, and what moderators decided about them',
    schema: documents.networkMemberDocument,
    ...ofMember(
      remembered('what the Trader’s Network knows of you: whom you hide, when you looked'),
    ),
    kept: 'until deletion',
    queries: ['seenAt asc', 'blocked[]'],
    served: STAFF_SEE,
    ...API,
  },
  postLikes: {
    id: '{id_uid}',
    holds: 'who likes a post',
    schema: documents.postLikeDocument,
    ...ofMember(remembered('that you like a post')),
    kept: 'until deletion',
    queries: ['at asc', 'post, on', 'uid, at desc'],
    ...API,
  },
  postReports: {
    id: '{id_uid}',
    holds: 'that a member reported a post, and why',
    schema: documents.postReportDocument,
    ...ofMember(remembered('that you reported a post')),
    kept: 'until deletion',
    queries: ['post'],
    served: STAFF_SEE,
    ...API,
  },
  postCases: {
    id: '{id}',
    holds: 'that moderators are to look at a post, and why',
    schema: documents.postCaseDocument,
    ...ofMember(leaveOut('says of a post of `posts` why staff look at it')),
    kept: 'until deletion',
    queries: [OLDEST_BY_STATE],
    served: STAFF_SEE,
    ...API,
  },
  rooms: {
    id: 'network',
    holds: 'the figures of the room, counted once a minute',
    schema: documents.roomDocument,
    ...TO_NOBODY,
    kept: 'until the next count',
    served: 'by the api',
    ...API,
  },
} as const satisfies Collections;
