import * as z from 'zod/mini';
import { firestoreTime, iso } from '../core/time';
import { type Post, postTextSchema } from '../network/post';

/** Notes that staff can pin above the chat at once. */
export const MAX_PINNED = 3;

/** Longest pinned note, in characters. */
export const PINNED_MAX_LENGTH = 500;

const boardOf = <T extends z.ZodMiniType>(time: T) => ({
  /** The notes that are pinned, newest first. */
  notes: z.array(
    z.object({
      /** Also that of its message, by which open chats hear of it. */
      id: z.string(),
      text: z.string(),
      pinnedAt: time,
      /** When its text was changed last; null if it is as it was pinned. */
      editedAt: z.nullable(time),
    }),
  ),
  /** When a note was last pinned, edited or taken down. */
  changedAt: time,
});

/** The pinned notes as Firestore holds them, in the document of their room. */
export const pinBoardDocumentSchema = /* @__PURE__ */ z.object(boardOf(firestoreTime));

export type PinBoardRecord = z.infer<typeof pinBoardDocumentSchema>;

/** The pinned notes of the Essential Room as the API returns them. */
export const pinBoardSchema = /* @__PURE__ */ z.object(boardOf(z.iso.datetime()));

export type PinBoard = z.infer<typeof pinBoardSchema>;

export type PinnedNote = PinBoard['notes'][number];

/** The API's representation of the pinned notes. */
export const toPinBoard = ({ notes, changedAt }: PinBoardRecord): PinBoard => ({
  notes: notes.map(({ id, text, pinnedAt, editedAt }) => ({
    id,
    text,
    pinnedAt: iso(pinnedAt),
    editedAt: editedAt === null ? null : iso(editedAt),
  })),
  changedAt: iso(changedAt),
});

const noteIn = ({ id, text, createdAt, editedAt }: Post): PinnedNote => ({
  id,
  text,
  pinnedAt: createdAt,
  editedAt,
});

/**
 * The notes that are pinned, newest first: those of the board, with what messages say of changes after its last.
 * @param board as the last look brought it; null before the first
 */
export function pinnedNow(
  board: PinBoard | null,
  messages: readonly Post[],
): readonly PinnedNote[] {
  const since = board === null ? 0 : Date.parse(board.changedAt);
  const later = messages.filter(
    ({ pinned, updatedAt }) => pinned === true && Date.parse(updatedAt) > since,
  );
  const changed = new Set(later.map(({ id }) => id));
  return [
    ...(board?.notes ?? []).filter(({ id }) => !changed.has(id)),
    ...later.filter(({ gone }) => gone === null).map(noteIn),
  ].sort((a, b) => Date.parse(b.pinnedAt) - Date.parse(a.pinnedAt));
}

const TOO_LONG = `A pinned note can have at most ${PINNED_MAX_LENGTH} characters`;

/** The text of a pinned note, with its line breaks. */
export const pinnedTextSchema = /* @__PURE__ */ postTextSchema.check(
  z.maxLength(PINNED_MAX_LENGTH, TOO_LONG),
);

const about = { id: z.uuid('There is no such note') };

/** What staff do about the notes above the chat. A new note gets the key of its call as its id. */
export const pinActSchema = /* @__PURE__ */ z.discriminatedUnion(
  'act',
  [
    z.strictObject({ act: z.literal('pin'), text: pinnedTextSchema }),
    z.strictObject({ act: z.literal('edit'), ...about, text: pinnedTextSchema }),
    z.strictObject({ act: z.literal('take-down'), ...about }),
  ],
  'There is no such act',
);

export type PinAct = z.infer<typeof pinActSchema>;
