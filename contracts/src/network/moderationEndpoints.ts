import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';
import { moderationReasonSchema, NO_POST, postSchema, textRoomSchema } from './post';
import { createIdPattern } from '../core/validation';

const postCaseSchema = z.object({
  post: postSchema,
  room: textRoomSchema,
  kinds: z.array(z.enum(['first', 'link', 'picture', 'report'])),
  reports: z.array(z.string()),
  since: z.iso.datetime(),
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

const RESTRICTIONS = ['mute', 'ban', 'lift'] as const;

export type Restriction = (typeof RESTRICTIONS)[number];

export const MUTE_DURATION_MS = 24 * 60 * 60_000;

export const NO_MEMBER = 'Member not found';

export const moderationEndpoints = {
  /** Posts pending moderation, oldest first: first posts, links, reports. */
  postCases: endpoint({
    method: 'GET',
    path: '/api/admin/posts',
    caller: 'staff',
    failure: 'Failed to fetch the posts',
    cache: NO_STORE,
    data: z.array(postCaseSchema),
  }),
  /**
   * Removes a post for a reason, or keeps it and publishes it if it was held. 409 for keeping
   * one that was rejected or removed before, whose picture hasn't arrived, or that would lose a
   * picture that has.
   */
  decidePost: endpoint({
    method: 'POST',
    path: '/api/admin/posts/:id',
    caller: 'staff',
    failure: 'Failed to save the decision on the post',
    cache: NO_STORE,
    params: z.strictObject({ id: z.uuid(NO_POST) }),
    body: z.strictObject({
      removalReason: z.nullable(moderationReasonSchema),
      /** Publishes a held post without its picture, which hasn't arrived. */
      withoutPicture: z.optional(z.boolean('withoutPicture must be true or false')),
    }),
    data: z.object({}),
  }),
  /**
   * Mutes a member of the Trader’s Network for a day, bans them, or lifts either. Takes effect at
   * their next action.
   */
  restrictMember: endpoint({
    method: 'POST',
    path: '/api/admin/posts/members/:id',
    caller: 'staff',
    failure: 'Failed to restrict the member',
    cache: NO_STORE,
    params: z.strictObject({
      id: z.string(NO_MEMBER).check(z.regex(createIdPattern(128), NO_MEMBER)),
    }),
    body: z.strictObject({
      restriction: z.enum(RESTRICTIONS, 'restriction must be mute, ban or lift'),
      reason: moderationReasonSchema,
    }),
    data: z.object({}),
  }),
} as const;
