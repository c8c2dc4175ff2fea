import * as z from 'zod/mini';
import { tierSchema } from '../access/access';
import { pictureIdSchema } from '../submissions/picture';
import { directionSchema, levelSchema, outcomeSchema } from '../signals/signal';
import { formatCount } from '../core/format';
import { firestoreTimeSchema, toIso } from '../core/time';
import { areLinesPrintable, createIdPattern } from '../core/validation';
import { cleanText } from '../core/visibleText';
import { pairSchema } from '../market/pairs';
import { slotIdSchema } from '../core/slots';

export const TEXT_ROOMS = ['network', 'essential'] as const;

export const textRoomSchema = z.enum(TEXT_ROOMS);

export type TextRoom = z.infer<typeof textRoomSchema>;

export const POST_MAX_LENGTH = 2000;

export const EDIT_WINDOW_MS = 15 * 60_000;

export const MAX_ROOM_POSTS = 200;

export const ROOM_POLL_INTERVAL_MS = 60_000;

/** Members with fewer posts are rate-limited. Their posts with links are held for moderators. */
export const STRANGER_POSTS = 5;

export const STRANGER_INTERVAL_MS = 60_000;

/** From a fixed list, because the member reads the reason. */
export const MODERATION_REASONS = [
  'Advertising',
  'A promise of profit',
  'An attack on somebody',
  'Somebody’s private data',
  'Not about trading',
] as const;

export const moderationReasonSchema = z.enum(MODERATION_REASONS, 'Choose a reason from the list');

export type ModerationReason = z.infer<typeof moderationReasonSchema>;

const POST_TOO_LONG = `A post can have at most ${formatCount(POST_MAX_LENGTH)} characters`;

export const postTextSchema = z
  .string('Write something first')
  .check(
    z.overwrite(cleanText),
    z.minLength(1, { error: 'Write something first', abort: true }),
    z.maxLength(POST_MAX_LENGTH, POST_TOO_LONG),
    z.refine(areLinesPrintable, 'A post must not contain control characters'),
  );

const postedSignalSchema = z.object({
  id: slotIdSchema,
  pair: pairSchema,
  direction: directionSchema,
  outcome: outcomeSchema,
  level: z.nullable(levelSchema),
  entered: z.exactOptional(z.boolean()),
});

export type PostedSignal = z.infer<typeof postedSignalSchema>;

const postDaySchema = z.string().check(z.regex(/^\d{8}$/, 'Enter a day like 20261120'));

const postedEmbedSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('configuration'),
    /**
     * The author's leaderboard row when posting. Parsed only to be displayed, because it is large.
     */
    row: z.unknown(),
    tried: z.int().check(z.gte(0)),
  }),
  z.object({
    kind: z.literal('journal-day'),
    day: postDaySchema,
    taken: z.int(),
    paper: z.int(),
    skipped: z.int(),
    staked: z.int(),
  }),
]);

export type PostedEmbed = z.infer<typeof postedEmbedSchema>;

const embedReferenceSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('configuration'),
    id: z.uuid('Configuration not found'),
  }),
  z.strictObject({ kind: z.literal('journal-day'), day: postDaySchema }),
]);

export type EmbedReference = z.infer<typeof embedReferenceSchema>;

const buildPostFields = <T extends z.ZodMiniType>(time: T) => ({
  uid: z.nullable(z.string()),
  name: z.string(),
  /** Set only by the server, if the author acted as staff. */
  staff: z.exactOptional(z.literal(true)),
  /** The author's own tier when posting. */
  tier: tierSchema,
  to: z.nullable(z.string()),
  text: z.string(),
  signal: z.nullable(postedSignalSchema),
  embed: z.nullable(postedEmbedSchema),
  picture: z.nullable(z.string()),
  /**
   * False while moderators hold the post or after they refuse it. Only the author receives such
   * posts.
   */
  open: z.boolean(),
  gone: z.nullable(z.enum(['deleted', 'removed'])),
  reason: z.nullable(z.string()),
  likes: z.int().check(z.gte(0)),
  seeded: z.boolean(),
  /** Set only in staff messages that announce a change of the pinned notes. */
  pinned: z.exactOptional(z.literal(true)),
  editedAt: z.nullable(time),
  createdAt: time,
  updatedAt: time,
});

export const postDocumentSchema = z.object(buildPostFields(firestoreTimeSchema));

export type PostRecord = z.infer<typeof postDocumentSchema>;

export const postSchema = z.object({ id: z.string(), ...buildPostFields(z.iso.datetime()) });

export type Post = z.infer<typeof postSchema>;

export const toPost = (id: string, post: PostRecord): Post => ({
  ...post,
  id,
  editedAt: post.editedAt === null ? null : toIso(post.editedAt),
  createdAt: toIso(post.createdAt),
  updatedAt: toIso(post.updatedAt),
});

export const erasePost = (
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

export const isEditable = (
  { createdAt, gone }: Pick<PostRecord, 'createdAt' | 'gone'>,
  now: number,
): boolean => gone === null && now - createdAt <= EDIT_WINDOW_MS;

export const NO_POST = 'Post not found';

const NO_AUTHOR = 'Author not found';

const postTarget = { id: z.uuid(NO_POST) };

const onSchema = z.boolean('on must be true or false');

export const networkActionSchema = z.discriminatedUnion(
  'action',
  [
    z.strictObject({
      action: z.literal('write'),
      to: z.nullable(z.uuid(NO_POST)),
      text: postTextSchema,
      signal: z.nullable(slotIdSchema),
      embed: z.optional(embedReferenceSchema),
      picture: z.exactOptional(pictureIdSchema),
    }),
    z.strictObject({ action: z.literal('edit'), ...postTarget, text: postTextSchema }),
    z.strictObject({ action: z.literal('delete'), ...postTarget }),
    z.strictObject({ action: z.literal('like'), ...postTarget, on: onSchema }),
    z.strictObject({ action: z.literal('report'), ...postTarget, reason: moderationReasonSchema }),
    z.strictObject({
      action: z.literal('block'),
      author: z.string(NO_AUTHOR).check(z.regex(createIdPattern(128), NO_AUTHOR)),
      on: onSchema,
    }),
  ],
  'Unknown action',
);

export type NetworkAction = z.infer<typeof networkActionSchema>;

export const networkFiguresSchema = z.object({
  members: z.int(),
  online: z.int(),
  postsToday: z.int(),
  countries: z.int(),
});

export type NetworkFigures = z.infer<typeof networkFiguresSchema>;

export const roomRestrictionsSchema = z.object({
  mutedUntil: z.nullable(z.iso.datetime()),
  banned: z.boolean(),
  reason: z.nullable(z.string()),
  blocked: z.array(z.string()),
});

export type RoomRestrictions = z.infer<typeof roomRestrictionsSchema>;

export const networkMemberSchema = z.object({
  ...roomRestrictionsSchema.shape,
  liked: z.array(z.string()),
});

export type NetworkMember = z.infer<typeof networkMemberSchema>;
