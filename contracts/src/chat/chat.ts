import * as z from 'zod/mini';
import { createIdPattern } from '../core/validation';
import { moderationReasonSchema, postTextSchema } from '../network/post';

export const MAX_MESSAGE_LENGTH = 280;

export const HISTORY_PAGE_SIZE = 50;

export const MAX_MENTIONS = 3;

const MESSAGE_TOO_LONG = `A message can have at most ${MAX_MESSAGE_LENGTH} characters`;

/** On one line. */
export const joinMessageLines = (text: string): string => text.replace(/\s+/g, ' ').trim();

export const messageTextSchema = postTextSchema.check(
  z.overwrite(joinMessageLines),
  z.maxLength(MAX_MESSAGE_LENGTH, MESSAGE_TOO_LONG),
);

const NO_MESSAGE = 'Message not found';

const NO_MEMBER = 'Member not found';

const messageTarget = { id: z.uuid(NO_MESSAGE) };

export const chatActionSchema = z.discriminatedUnion(
  'action',
  [
    z.strictObject({
      action: z.literal('write'),
      text: messageTextSchema,
      mentions: z
        .array(z.string(NO_MEMBER).check(z.regex(createIdPattern(128), NO_MEMBER)))
        .check(z.maxLength(MAX_MENTIONS, `A message can mention at most ${MAX_MENTIONS} members`)),
    }),
    z.strictObject({ action: z.literal('delete'), ...messageTarget }),
    z.strictObject({
      action: z.literal('report'),
      ...messageTarget,
      reason: moderationReasonSchema,
    }),
  ],
  'Unknown action',
);

export type ChatAction = z.infer<typeof chatActionSchema>;

export const chatFiguresSchema = z.object({
  members: z.int(),
  messages: z.int(),
});

export type ChatFigures = z.infer<typeof chatFiguresSchema>;
