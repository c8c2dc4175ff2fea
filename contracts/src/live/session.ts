import * as z from 'zod/mini';
import { firestoreTimeSchema, toIso, MINUTE_MS } from '../core/time';
import { areLinesPrintable } from '../core/validation';
import { cleanText } from '../core/visibleText';
import { ROOM_POLL_INTERVAL_MS } from '../network/post';
import { hasLinkOrContact } from '../core/links';
import { pairSchema } from '../market/pairs';

export const MAX_EARLY_OPENING_MS = 30 * MINUTE_MS;

/** A session that the host doesn't close ends this long after its planned end. */
const MAX_OVERRUN_MS = 60 * MINUTE_MS;

export const MAX_LIVE_NOTES = 300;

export const MAX_LIVE_SESSIONS = 10;

export const NOTE_MAX_LENGTH = 600;

export const QUESTION_MAX_LENGTH = 300;

export const VIEWER_TTL_MS = 2 * ROOM_POLL_INTERVAL_MS;

const buildSessionFields = <T extends z.ZodMiniType>(time: T) => ({
  name: z.string(),
  startsAt: time,
  endsAt: time,
  openedAt: time,
  closedAt: z.nullable(time),
  viewers: z.int().check(z.gte(0)),
  countedAt: time,
  seeded: z.boolean(),
});

export const liveSessionDocumentSchema = z.object(buildSessionFields(firestoreTimeSchema));

export type LiveSessionRecord = z.infer<typeof liveSessionDocumentSchema>;

export const liveSessionSchema = z.object({
  id: z.string(),
  ...buildSessionFields(z.iso.datetime()),
});

export type LiveSession = z.infer<typeof liveSessionSchema>;

export const toLiveSession = (id: string, session: LiveSessionRecord): LiveSession => ({
  ...session,
  id,
  startsAt: toIso(session.startsAt),
  endsAt: toIso(session.endsAt),
  openedAt: toIso(session.openedAt),
  closedAt: session.closedAt === null ? null : toIso(session.closedAt),
  countedAt: toIso(session.countedAt),
});

/** When the session was closed, or otherwise the latest time it ends. Times in epoch ms. */
export const getLatestEnd = ({
  closedAt,
  endsAt,
}: Pick<LiveSessionRecord, 'closedAt' | 'endsAt'>) => closedAt ?? endsAt + MAX_OVERRUN_MS;

export const isLiveAt = (
  session: Pick<LiveSessionRecord, 'closedAt' | 'endsAt'>,
  now: number,
): boolean => session.closedAt === null && now < getLatestEnd(session);

/** `now`: epoch ms. */
export const isLive = (
  { closedAt, endsAt }: Pick<LiveSession, 'closedAt' | 'endsAt'>,
  now: number,
): boolean =>
  isLiveAt(
    { closedAt: closedAt === null ? null : Date.parse(closedAt), endsAt: Date.parse(endsAt) },
    now,
  );

/** `note`: a remark by the host. `level`: a price level that the host pinned. */
const noteContentSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('note'), text: z.string() }),
  z.object({
    kind: z.literal('level'),
    pair: pairSchema,
    price: z.number().check(z.gt(0)),
    text: z.string(),
  }),
  z.object({
    kind: z.literal('question'),
    name: z.string(),
    /** Set only by the server, if the member asked as staff. */
    staff: z.exactOptional(z.literal(true)),
    text: z.string(),
    answer: z.nullable(z.string()),
  }),
]);

const buildNoteFields = <T extends z.ZodMiniType>(time: T) => ({
  session: z.string(),
  uid: z.nullable(z.string()),
  content: noteContentSchema,
  gone: z.nullable(z.enum(['deleted', 'removed'])),
  createdAt: time,
  updatedAt: time,
});

export const liveNoteDocumentSchema = z.object(buildNoteFields(firestoreTimeSchema));

export type LiveNoteRecord = z.infer<typeof liveNoteDocumentSchema>;

export const liveNoteSchema = z.object({ id: z.string(), ...buildNoteFields(z.iso.datetime()) });

export type LiveNote = z.infer<typeof liveNoteSchema>;

export const toLiveNote = (id: string, note: LiveNoteRecord): LiveNote => ({
  ...note,
  id,
  createdAt: toIso(note.createdAt),
  updatedAt: toIso(note.updatedAt),
});

export const eraseNote = (
  note: LiveNoteRecord,
  gone: 'deleted' | 'removed',
  now: number,
): LiveNoteRecord => {
  const { content } = note;
  const blank =
    content.kind === 'question'
      ? { kind: content.kind, name: '', text: '', answer: null }
      : { ...content, text: '' };
  return { ...note, uid: null, content: blank, gone, updatedAt: now };
};

const createTextField = (maxLength: number, minLength: number) =>
  z
    .string('Write something first')
    .check(
      z.overwrite(cleanText),
      z.minLength(minLength, { error: 'Write something first', abort: true }),
      z.maxLength(maxLength, `At most ${maxLength} characters`),
      z.refine(areLinesPrintable, 'Control characters are not allowed'),
    );

const noteTextField = createTextField(NOTE_MAX_LENGTH, 1);

const NO_NOTE = 'Note not found';

export const NO_SESSION = 'Live session not found';

const noteTarget = { id: z.uuid(NO_NOTE) };

const sessionTarget = {
  session: z.string(NO_SESSION).check(z.regex(/^[a-z\d][a-z\d-]{0,60}$/, NO_SESSION)),
};

/** New questions take the call's idempotency key as their id. */
export const liveActionSchema = z.discriminatedUnion(
  'action',
  [
    z.strictObject({
      action: z.literal('ask'),
      ...sessionTarget,
      text: createTextField(QUESTION_MAX_LENGTH, 1).check(
        z.refine(
          (text) => !hasLinkOrContact(text),
          'A question can’t contain a link, a handle or a phone number',
        ),
      ),
    }),
    z.strictObject({ action: z.literal('delete'), ...noteTarget }),
  ],
  'Unknown action',
);

export type LiveAction = z.infer<typeof liveActionSchema>;

export const hostActionSchema = z.discriminatedUnion(
  'action',
  [
    z.strictObject({ action: z.literal('open'), ...sessionTarget }),
    z.strictObject({ action: z.literal('close'), ...sessionTarget }),
    z.strictObject({ action: z.literal('note'), ...sessionTarget, text: noteTextField }),
    z.strictObject({
      action: z.literal('level'),
      ...sessionTarget,
      pair: pairSchema,
      price: z.number('Enter a price').check(z.gt(0, 'Enter a price above zero')),
      text: createTextField(NOTE_MAX_LENGTH, 0),
    }),
    z.strictObject({ action: z.literal('answer'), ...noteTarget, text: noteTextField }),
    z.strictObject({ action: z.literal('remove'), ...noteTarget }),
  ],
  'Unknown action',
);

export type HostAction = z.infer<typeof hostActionSchema>;

export const liveMemberSchema = z.object({ silence: z.nullable(z.string()) });
