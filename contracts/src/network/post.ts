import * as z from 'zod/mini';
import { tierSchema } from '../access/access';
import { pictureIdSchema } from '../submissions/picture';
import { directionSchema, levelSchema, outcomeSchema } from '../signals/signal';
import { countText } from '../core/format';
import { firestoreTime, iso } from '../core/time';
import { isPrintable, storedId } from '../core/validation';
import { pairSchema } from '../market/pairs';
import { slotIdSchema } from '../core/slotId';

/** The rooms in which members write. */
export const WRITTEN_ROOMS = ['network', 'essential'] as const;

export const writtenRoomSchema = z.enum(WRITTEN_ROOMS);

export type WrittenRoom = z.infer<typeof writtenRoomSchema>;

/** Longest post, in characters. */
export const POST_MAX_LENGTH = 2000;

/** How long (ms) its author may edit a post. */
export const EDITABLE_MS = 15 * 60_000;

/** Posts that a device keeps and a call brings, the newest. */
export const POSTS_KEPT = 200;

/** The room asks for its figures this often (ms). */
export const ROOM_POLL_MS = 60_000;

/** The first posts of a member, who is a stranger until then: slowed, and their links wait for moderators. */
export const STRANGER_POSTS = 5;

/** The time (ms) between two posts of a stranger. */
export const STRANGER_PAUSE_MS = 60_000;

/** Why moderators remove a post or restrict a member. Members read it, so it is no free text. */
export const MODERATION_REASONS = [
  'Advertising',
  'A promise of profit',
  'An attack on somebody',
  'Somebody’s private data',
  'Not about trading',
] as const;

export const moderationReasonSchema = z.enum(MODERATION_REASONS, 'Choose a reason from the list');

export type ModerationReason = z.infer<typeof moderationReasonSchema>;

const TOO_LONG = `A post can have at most ${countText(POST_MAX_LENGTH)} characters`;

/** The text of a post: trimmed, with its line breaks. */
export const postTextSchema = /* @__PURE__ */ z.string('Write something first').check(
  z.overwrite((text) =>
    text
      .replace(/\r\n?|[\u2028\u2029]/g, '\n')
      .replace(/\t/g, ' ')
      .trim(),
  ),
  z.minLength(1, { error: 'Write something first', abort: true }),
  z.maxLength(POST_MAX_LENGTH, TOO_LONG),
  z.refine(
    (text) => text.split('\n').every(isPrintable),
    'A post must not contain control characters',
  ),
);

/** A settled signal in a post, as the record has it. */
const postedSignalSchema = z.object({
  id: slotIdSchema,
  pair: pairSchema,
  direction: directionSchema,
  outcome: outcomeSchema,
  /** The level that won; null for another outcome. */
  level: z.nullable(levelSchema),
});

export type PostedSignal = z.infer<typeof postedSignalSchema>;

const dayOfPost = z.string().check(z.regex(/^\d{8}$/, 'A day is as 20261120'));

/** What a post carries besides its text: from the record, but for a journal, which its member entered. */
const postedEmbedSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('configuration'),
    /** The author's row of the leaderboard as it stood when they posted it: parsed where it is shown, as it is large. */
    row: z.unknown(),
    /** How many configurations were published by then: the intervals are widened for them. */
    tried: z.int().check(z.gte(0)),
  }),
  z.object({
    kind: z.literal('journal-day'),
    /** The UTC day of the signals' slots, `20261120`. */
    day: dayOfPost,
    /** How many signals of that day the member took, played on paper, or left out. */
    taken: z.int(),
    paper: z.int(),
    skipped: z.int(),
    /** All stakes of what they took, in cents. */
    staked: z.int(),
  }),
]);

export type PostedEmbed = z.infer<typeof postedEmbedSchema>;

/** Which of their own a member adds to a post: the server takes it from what is stored. */
const wantedEmbedSchema = /* @__PURE__ */ z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('configuration'),
    id: z.uuid('There is no such configuration'),
  }),
  z.strictObject({ kind: z.literal('journal-day'), day: dayOfPost }),
]);

export type WantedEmbed = z.infer<typeof wantedEmbedSchema>;

const postOf = <T extends z.ZodMiniType>(time: T) => ({
  /** Its author; null once it is gone. */
  uid: z.nullable(z.string()),
  name: z.string(),
  /** Set by the server alone, for an author who acted as staff when they wrote it. */
  staff: z.exactOptional(z.literal(true)),
  /** That of its author's own account when they wrote it. */
  tier: tierSchema,
  /** The post that it answers; null if it answers none. */
  to: z.nullable(z.string()),
  text: z.string(),
  signal: z.nullable(postedSignalSchema),
  embed: z.nullable(postedEmbedSchema),
  /** The id of its author's picture, which arrives on its own and may be later than the post; null for none. */
  picture: z.nullable(z.string()),
  /** False while it waits for moderators, and for good if they refused it: only its author receives it. */
  open: z.boolean(),
  /** Nothing of its content is left: its author deleted it, or moderators removed it. */
  gone: z.nullable(z.enum(['deleted', 'removed'])),
  /** Why moderators removed or refused it. */
  reason: z.nullable(z.string()),
  likes: z.int().check(z.gte(0)),
  /** True for one of the demonstration's. */
  seeded: z.boolean(),
  /** In messages of staff alone, which say that a note above the chat was pinned, edited, or taken down. */
  pinned: z.exactOptional(z.literal(true)),
  editedAt: z.nullable(time),
  createdAt: time,
  updatedAt: time,
});

/** `posts/{id}` as Firestore holds it; members with an unlocked dashboard read open ones. */
export const postDocumentSchema = z.object(postOf(firestoreTime));

export type PostRecord = z.infer<typeof postDocumentSchema>;

/** A post as the API returns it. */
export const postSchema = z.object({ id: z.string(), ...postOf(z.iso.datetime()) });

export type Post = z.infer<typeof postSchema>;

/** The API's representation of a post. */
export const toPost = (id: string, post: PostRecord): Post => ({
  ...post,
  id,
  editedAt: post.editedAt === null ? null : iso(post.editedAt),
  createdAt: iso(post.createdAt),
  updatedAt: iso(post.updatedAt),
});

/** What is left of a post that is gone: nothing that its author wrote, nor who that was. `now` in epoch ms. */
export const emptied = (
  { staff: _mark, ...post }: PostRecord,
  gone: 'deleted' | 'removed',
  reason: ModerationReason | null,
  now: number,
): PostRecord => ({
  ...post,
  uid: null,
  name: '',
  tier: 'guest',
  text: '',
  signal: null,
  embed: null,
  picture: null,
  gone,
  reason,
  likes: 0,
  editedAt: null,
  updatedAt: now,
});

/** Whether its author may still edit it at `now` (epoch ms). */
export const isEditable = (
  { createdAt, gone }: Pick<PostRecord, 'createdAt' | 'gone'>,
  now: number,
): boolean => gone === null && now - createdAt <= EDITABLE_MS;

const NO_POST = 'There is no such post';

const NO_AUTHOR = 'There is no such author';

const about = { id: z.uuid(NO_POST) };

const on = z.boolean('on must be true or false');

/** An act of a member in the Trader's Network. A new post gets the key of its call as its id. */
export const networkActSchema = /* @__PURE__ */ z.discriminatedUnion(
  'act',
  [
    z.strictObject({
      act: z.literal('write'),
      to: z.nullable(z.uuid(NO_POST)),
      text: postTextSchema,
      signal: z.nullable(slotIdSchema),
      embed: z.optional(wantedEmbedSchema),
      picture: z.exactOptional(pictureIdSchema),
    }),
    z.strictObject({ act: z.literal('edit'), ...about, text: postTextSchema }),
    z.strictObject({ act: z.literal('delete'), ...about }),
    z.strictObject({ act: z.literal('like'), ...about, on }),
    z.strictObject({ act: z.literal('report'), ...about, reason: moderationReasonSchema }),
    /** Hides all posts of the author of this one. */
    z.strictObject({
      act: z.literal('block'),
      author: z.string(NO_AUTHOR).check(z.regex(storedId(128), NO_AUTHOR)),
      on,
    }),
  ],
  'There is no such act',
);

export type NetworkAct = z.infer<typeof networkActSchema>;

/** Figures of the room, counted at most once a minute. */
export const networkFiguresSchema = z.object({
  /** Members whose dashboard is unlocked. */
  members: z.int(),
  /** Members who had a room in sight, as `presence/now` has it. */
  online: z.int(),
  /** Posts and answers of this UTC day. */
  postsToday: z.int(),
  /** Countries of the sign-up form that have such members. */
  countries: z.int(),
});

export type NetworkFigures = z.infer<typeof networkFiguresSchema>;

/** What the rooms tell a member about themselves. */
export const roomRestrictionsSchema = z.object({
  /** Until when they may only read (ISO); null if they may write. */
  mutedUntil: z.nullable(z.iso.datetime()),
  banned: z.boolean(),
  /** Why, in either case. */
  reason: z.nullable(z.string()),
  /** Authors whose posts they don't want to see. */
  blocked: z.array(z.string()),
});

export type RoomRestrictions = z.infer<typeof roomRestrictionsSchema>;

/** What the room knows of the calling member. */
export const networkMemberSchema = z.object({
  ...roomRestrictionsSchema.shape,
  /** Posts that they like, of the newest. */
  liked: z.array(z.string()),
});

export type NetworkMember = z.infer<typeof networkMemberSchema>;
