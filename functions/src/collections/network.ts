import { chatFiguresSchema } from '@quantalgo/contracts/chat/chat';
import { pinBoardDocumentSchema } from '@quantalgo/contracts/chat/pinnedNotes';
import { firestoreTimeSchema } from '@quantalgo/contracts/core/time';
import {
  networkFiguresSchema,
  postDocumentSchema,
  textRoomSchema,
} from '@quantalgo/contracts/network/post';
import { presenceDocumentSchema } from '@quantalgo/contracts/network/presence';
import * as z from 'zod/mini';
import {
  API,
  type Collections,
  COUNTED_BY_READERS,
  notExported,
  MEMBERLESS,
  OLDEST_BY_STATE,
  ownedByMember,
  retainedText,
  STAFF_BY_API,
  waitsForStaff,
} from './collection';
import { count, countTimestamps } from './fields';

export const networkMemberDocument = z.object({
  uid: z.string(),
  posts: count,
  lastPostAt: z.nullable(firestoreTimeSchema),
  seenAt: z.nullable(firestoreTimeSchema),
  mentionedAt: z.nullable(firestoreTimeSchema),
  mutedUntil: z.nullable(firestoreTimeSchema),
  bannedAt: z.nullable(firestoreTimeSchema),
  reason: z.nullable(z.string()),
  blocked: z.array(z.string()),
});

export const postLikeDocument = z.object({
  uid: z.string(),
  post: z.string(),
  on: z.boolean(),
  at: firestoreTimeSchema,
});

export const postReportDocument = z.object({
  uid: z.string(),
  post: z.string(),
  reason: z.string(),
  at: firestoreTimeSchema,
});

export const postCaseDocument = z.object({
  room: textRoomSchema,
  uid: z.nullable(z.string()),
  kinds: z.array(z.enum(['first', 'link', 'picture', 'report'])),
  reports: count,
  state: z.enum(['open', 'closed']),
  createdAt: firestoreTimeSchema,
  updatedAt: firestoreTimeSchema,
});

export const roomDocument = z.object({ figures: networkFiguresSchema, ...countTimestamps });

export const chatRoomDocument = z.object({
  figures: chatFiguresSchema,
  ...countTimestamps,
  board: z.exactOptional(pinBoardDocumentSchema),
});

const anyRoomDocument = z.union([roomDocument, chatRoomDocument]);

export const NETWORK = {
  posts: {
    id: '{id}',
    holds: 'members’ posts; a deleted post leaves only its position',
    schema: postDocumentSchema,
    wayIn: 'none',
    waiting: 'none',
    ...ownedByMember({ as: 'posts' }),
    kept: 'until deletion, then without author and content',
    queries: [
      'open, updatedAt desc',
      'uid, open, createdAt desc',
      'open, createdAt desc',
      'createdAt asc',
      'picture',
    ],
    unindexed: ['text', 'signal', 'embed'],
    readers: 'unlocked',
    moderated: true,
    ...API,
  },
  messages: {
    id: '{id}',
    holds: 'messages in the essential members’ chat; a deleted message leaves only its position',
    schema: postDocumentSchema,
    wayIn: 'none',
    waiting: 'none',
    ...ownedByMember({ as: 'messages' }),
    kept: 'until deletion, then without author and content',
    queries: [
      'open, updatedAt desc',
      'uid, open, createdAt desc',
      'open, createdAt desc',
      'open, gone',
    ],
    unindexed: ['text', 'signal'],
    readers: 'essential',
    moderated: true,
    ...API,
  },
  networkMembers: {
    id: '{uid}',
    holds: 'how often a member posted, whom they hide, and what moderators decided about them',
    schema: networkMemberDocument,
    wayIn: 'none',
    waiting: 'none',
    ...ownedByMember(
      retainedText('your Trader’s Network settings: whom you hide, and when you last visited'),
    ),
    kept: 'until deletion',
    queries: ['seenAt asc', 'blocked[]'],
    served: STAFF_BY_API,
    ...API,
  },
  postLikes: {
    id: '{id_uid}',
    holds: 'who likes a post',
    schema: postLikeDocument,
    wayIn: 'none',
    waiting: 'none',
    ...ownedByMember(retainedText('that you like a post')),
    kept: 'until deletion',
    queries: ['at asc', 'post, on', 'uid, at desc'],
    ...API,
  },
  postReports: {
    id: '{id_uid}',
    holds: 'a member’s report of a post, with the reason',
    schema: postReportDocument,
    wayIn: 'none',
    waiting: 'none',
    ...ownedByMember(retainedText('that you reported a post')),
    kept: 'until deletion',
    queries: ['post'],
    served: STAFF_BY_API,
    ...API,
  },
  postCases: {
    id: '{id}',
    holds: 'a post queued for moderation, with the reason',
    schema: postCaseDocument,
    wayIn: 'none',
    waiting: [waitsForStaff('Decision on a post', ['open'], 'Moderation')],
    ...ownedByMember(notExported('why a post in `posts` is under review')),
    kept: 'until deletion',
    queries: [OLDEST_BY_STATE],
    served: STAFF_BY_API,
    ...API,
  },
  presence: {
    id: 'now',
    holds: 'how many members had a room open, counted once a minute',
    schema: presenceDocumentSchema,
    waiting: 'none',
    ...MEMBERLESS,
    kept: 'until the next count',
    readers: 'unlocked',
    ...API,
  },
  rooms: {
    id: '{room}',
    holds: 'a room’s figures, counted once a minute, and the notes that staff pinned there',
    schema: anyRoomDocument,
    waiting: [COUNTED_BY_READERS],
    ...MEMBERLESS,
    kept: 'figures until the next count, a note until it is unpinned',
    served: 'via the API',
    ...API,
  },
} as const satisfies Collections;
