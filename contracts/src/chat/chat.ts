import * as z from 'zod/mini';
import { storedId } from '../core/validation';
import { moderationReasonSchema, postTextSchema } from '../network/post';

/** Longest message, in characters. */
export const CHAT_MAX_LENGTH = 280;

/** Messages of a page of the history. */
export const HISTORY_PAGE = 50;

/** Members whom one message can name, and so notify. */
export const MAX_MENTIONS = 3;

const TOO_LONG = `A message can have at most ${CHAT_MAX_LENGTH} characters`;

/** The text of a message: one line. */
export const messageTextSchema = /* @__PURE__ */ postTextSchema.check(
  z.overwrite((text) => text.replace(/\s+/g, ' ')),
  z.maxLength(CHAT_MAX_LENGTH, TOO_LONG),
);

const NO_MESSAGE = 'There is no such message';

const NOBODY = 'There is no such member';

const about = { id: z.uuid(NO_MESSAGE) };

/** An act of a member in the Essential Room's chat. A new message gets the key of its call as its id. */
export const chatActSchema = /* @__PURE__ */ z.discriminatedUnion(
  'act',
  [
    z.strictObject({
      act: z.literal('write'),
      text: messageTextSchema,
      /** Uids of members whom the text names as `@Name`. */
      mentions: z
        .array(z.string(NOBODY).check(z.regex(storedId(128), NOBODY)))
        .check(z.maxLength(MAX_MENTIONS, `A message can mention at most ${MAX_MENTIONS} members`)),
    }),
    z.strictObject({ act: z.literal('delete'), ...about }),
    z.strictObject({ act: z.literal('report'), ...about, reason: moderationReasonSchema }),
  ],
  'There is no such act',
);

export type ChatAct = z.infer<typeof chatActSchema>;

/** Figures of the Essential Room, counted at most once a minute. */
export const chatFiguresSchema = z.object({
  /** Essential members whose dashboard is unlocked. */
  members: z.int(),
  /** Messages that can be read here. */
  messages: z.int(),
});

export type ChatFigures = z.infer<typeof chatFiguresSchema>;
