import {
  chatFiguresSchema,
  firestoreTime,
  liveFiguresSchema,
  networkFiguresSchema,
  pinBoardDocumentSchema,
  writtenRoomSchema,
} from '@quantalgo/contracts';
import * as z from 'zod/mini';

/*
 * Schemas of the Trader's Network's documents that no client reads; its posts are in contracts. Times are Timestamps, epoch
 * ms once parsed.
 */

const count = z.int().check(z.gte(0));

/** What the Trader's Network knows of a member. */
export const networkMemberDocument = z.object({
  uid: z.string(),
  /** How many of their posts were open to all. */
  posts: count,
  lastPostAt: z.nullable(firestoreTime),
  /** When they last looked into the room. */
  seenAt: z.nullable(firestoreTime),
  /** When they were last told that somebody named them. */
  mentionedAt: z._default(z.nullable(firestoreTime), null),
  mutedUntil: z.nullable(firestoreTime),
  bannedAt: z.nullable(firestoreTime),
  /** Why they are muted or banned. */
  reason: z.nullable(z.string()),
  /** Uids of authors whose posts they don't want to see. */
  blocked: z.array(z.string()),
});

/** That a member likes a post, or no longer does. */
export const postLikeDocument = z.object({
  uid: z.string(),
  post: z.string(),
  on: z.boolean(),
  at: firestoreTime,
});

/** A member's report of a post. */
export const postReportDocument = z.object({
  uid: z.string(),
  post: z.string(),
  reason: z.string(),
  at: firestoreTime,
});

/** A post that moderators are to look at. */
export const postCaseDocument = z.object({
  /** Where it was written; cases of before are the network's. */
  room: z._default(writtenRoomSchema, 'network'),
  /** The author; null once the post is gone. */
  uid: z.nullable(z.string()),
  /** Why it is in the queue: a member's first post, a stranger's link, or members' reports. */
  kinds: z.array(z.enum(['first', 'link', 'picture', 'report'])),
  reports: count,
  state: z.enum(['open', 'closed']),
  createdAt: firestoreTime,
  updatedAt: firestoreTime,
});

/** When figures were counted, and when somebody last began to count them. */
const counted = { countedAt: firestoreTime, claimedAt: z.exactOptional(firestoreTime) };

/** The figures of the Trader's Network. */
export const roomDocument = z.object({ figures: networkFiguresSchema, ...counted });

/** The live figures. */
export const liveFiguresDocument = z.object({ figures: liveFiguresSchema, ...counted });

/** The figures of the Essential Room, and the notes that staff pinned above its chat. */
export const chatRoomDocument = z.object({
  figures: chatFiguresSchema,
  ...counted,
  /** Absent before the first note. */
  board: z.exactOptional(pinBoardDocumentSchema),
});

/** The figures of either room. */
export const anyRoomDocument = z.union([roomDocument, chatRoomDocument]);
