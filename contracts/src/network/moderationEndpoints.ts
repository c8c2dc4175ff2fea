import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';
import { moderationReasonSchema, postSchema, writtenRoomSchema } from './post';
import { storedId } from '../core/validation';

/** A post that moderators are to look at. */
const postCaseSchema = z.object({
  post: postSchema,
  /** Where it was written. */
  room: z._default(writtenRoomSchema, 'network'),
  /** Why: a member's first post, a stranger's link, or reports. */
  kinds: z.array(z.enum(['first', 'link', 'picture', 'report'])),
  /** What members reported, in the words of the list of reasons. */
  reports: z.array(z.string()),
  /** Since when it waits (ISO). */
  since: z.iso.datetime(),
  /** The author as staff know them; null if there is no such member any more. */
  author: z.nullable(
    z.object({
      fullName: z.string(),
      email: z.string(),
      mutedUntil: z.nullable(z.iso.datetime()),
      banned: z.boolean(),
    }),
  ),
});

export type PostCaseView = z.infer<typeof postCaseSchema>;

/** What moderators can do about a member of the room: `mute` for a day, `ban` until it is lifted. */
const RESTRICTIONS = ['mute', 'ban', 'lift'] as const;

export type Restriction = (typeof RESTRICTIONS)[number];

/** How long (ms) a muted member may only read. */
export const MEMBER_MUTE_MS = 24 * 60 * 60_000;

const NO_POST = 'There is no such post';

const NO_MEMBER = 'There is no such member';

export const moderationEndpoints = {
  postCases: endpoint({
    method: 'GET',
    path: '/api/admin/posts',
    caller: 'staff',
    failure: 'Failed to fetch the posts',
    cache: NO_STORE,
    data: z.array(postCaseSchema),
  }),
  decidePost: endpoint({
    method: 'POST',
    path: '/api/admin/posts/:id',
    caller: 'staff',
    failure: 'Failed to decide on the post',
    cache: NO_STORE,
    params: z.strictObject({ id: z.uuid(NO_POST) }),
    body: z.strictObject({
      /** Why it is removed, or not published; null to leave or publish it. */
      removeFor: z.nullable(moderationReasonSchema),
    }),
    data: z.object({}),
  }),
  restrictMember: endpoint({
    method: 'POST',
    path: '/api/admin/posts/members/:id',
    caller: 'staff',
    failure: 'Failed to restrict the member',
    cache: NO_STORE,
    params: z.strictObject({
      id: z.string(NO_MEMBER).check(z.regex(storedId(128), NO_MEMBER)),
    }),
    body: z.strictObject({
      restriction: z.enum(RESTRICTIONS, 'restriction must be mute, ban or lift'),
      reason: moderationReasonSchema,
    }),
    data: z.object({}),
  }),
} as const;
