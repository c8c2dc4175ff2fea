import * as z from 'zod/mini';
import { firestoreTimeSchema, toIso } from '../core/time';
import { type Post, postTextSchema } from '../network/post';

export const MAX_PINNED_NOTES = 3;

export const MAX_NOTE_LENGTH = 500;

const buildBoardFields = <T extends z.ZodMiniType>(time: T) => ({
  notes: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      pinnedAt: time,
      editedAt: z.nullable(time),
    }),
  ),
  changedAt: time,
});

export const pinBoardDocumentSchema = z.object(buildBoardFields(firestoreTimeSchema));

export type PinBoardRecord = z.infer<typeof pinBoardDocumentSchema>;

export const pinBoardSchema = z.object(buildBoardFields(z.iso.datetime()));

export type PinBoard = z.infer<typeof pinBoardSchema>;

export type PinnedNote = PinBoard['notes'][number];

export const toPinBoard = ({ notes, changedAt }: PinBoardRecord): PinBoard => ({
  notes: notes.map(({ id, text, pinnedAt, editedAt }) => ({
    id,
    text,
    pinnedAt: toIso(pinnedAt),
    editedAt: editedAt === null ? null : toIso(editedAt),
  })),
  changedAt: toIso(changedAt),
});

const toNote = ({ id, text, createdAt, editedAt }: Post): PinnedNote => ({
  id,
  text,
  pinnedAt: createdAt,
  editedAt,
});

/** Newest first. Messages changed after `board.changedAt` override its notes. */
export function mergePinnedNotes(
  board: PinBoard | null,
  messages: readonly Post[],
): readonly PinnedNote[] {
  const since = board === null ? 0 : Date.parse(board.changedAt);
  const laterMessages = messages.filter(
    ({ pinned, updatedAt }) => pinned === true && Date.parse(updatedAt) > since,
  );
  const changedIds = new Set(laterMessages.map(({ id }) => id));
  return [
    ...(board?.notes ?? []).filter(({ id }) => !changedIds.has(id)),
    ...laterMessages.filter(({ gone }) => gone === null).map(toNote),
  ].sort((a, b) => Date.parse(b.pinnedAt) - Date.parse(a.pinnedAt));
}

const NOTE_TOO_LONG = `A pinned note can have at most ${MAX_NOTE_LENGTH} characters`;

export const pinnedTextSchema = postTextSchema.check(z.maxLength(MAX_NOTE_LENGTH, NOTE_TOO_LONG));

const noteTarget = { id: z.uuid('Note not found') };

export const pinActionSchema = z.discriminatedUnion(
  'action',
  [
    z.strictObject({ action: z.literal('pin'), text: pinnedTextSchema }),
    z.strictObject({ action: z.literal('edit'), ...noteTarget, text: pinnedTextSchema }),
    z.strictObject({ action: z.literal('unpin'), ...noteTarget }),
  ],
  'Unknown action',
);

export type PinAction = z.infer<typeof pinActionSchema>;
