import * as z from 'zod/mini';
import { firestoreTime, iso, MINUTE_MS } from '../core/time';
import { isPrintable } from '../core/validation';
import { ROOM_POLL_MS } from '../network/post';
import { hasLink } from '../core/links';
import { pairSchema } from '../market/pairs';

/** Staff may open a live session this long (ms) before its time. */
export const OPENS_BEFORE_MS = 30 * MINUTE_MS;

/** A live session that nobody closed is over this long (ms) after its planned end. */
const OVERRUN_MS = 60 * MINUTE_MS;

/** Notes that a call brings and a device keeps, the newest. */
export const NOTES_KEPT = 300;

/** Past live sessions that a call brings, the newest. */
export const SESSIONS_KEPT = 10;

/** Longest note, answer or remark of the host, in characters. */
export const NOTE_MAX_LENGTH = 600;

/** Longest question, in characters. */
export const QUESTION_MAX_LENGTH = 300;

/** Members count as viewers this long (ms) after they looked. */
export const VIEWED_MS = 2 * ROOM_POLL_MS;

const sessionOf = <T extends z.ZodMiniType>(time: T) => ({
  name: z.string(),
  /** As planned. */
  startsAt: time,
  endsAt: time,
  /** When staff opened it. */
  openedAt: time,
  /** When staff closed it; null until then. */
  closedAt: z.nullable(time),
  /** Members who watched at the last count: counted once a minute while it is open. */
  viewers: z.int().check(z.gte(0)),
  countedAt: time,
  /** True for one of the demonstration's. */
  seeded: z.boolean(),
});

/** `liveSessions/{id}` as Firestore holds it, named as the calendar names it; members of the essential tier read them. */
export const liveSessionDocumentSchema = z.object(sessionOf(firestoreTime));

export type LiveSessionRecord = z.infer<typeof liveSessionDocumentSchema>;

/** A live session that staff opened, as the API returns it. */
export const liveSessionSchema = z.object({ id: z.string(), ...sessionOf(z.iso.datetime()) });

export type LiveSession = z.infer<typeof liveSessionSchema>;

/** The API's representation of a live session. */
export const toLiveSession = (id: string, session: LiveSessionRecord): LiveSession => ({
  ...session,
  id,
  startsAt: iso(session.startsAt),
  endsAt: iso(session.endsAt),
  openedAt: iso(session.openedAt),
  closedAt: session.closedAt === null ? null : iso(session.closedAt),
  countedAt: iso(session.countedAt),
});

/** When a live session was or will be over at the latest. Times in epoch ms. */
export const overAt = ({ closedAt, endsAt }: Pick<LiveSessionRecord, 'closedAt' | 'endsAt'>) =>
  closedAt ?? endsAt + OVERRUN_MS;

/** Whether a session is live at `now`; one that was closed isn't by any clock. Times in epoch ms. */
export const isLiveAt = (
  session: Pick<LiveSessionRecord, 'closedAt' | 'endsAt'>,
  now: number,
): boolean => session.closedAt === null && now < overAt(session);

/** What a note says: the host's remark, a level that they pinned, or a member's question with its answer. */
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
    /** Who asks, as other members read it. */
    name: z.string(),
    /** Set by the server alone, for somebody who acted as staff when they asked. */
    staff: z.exactOptional(z.literal(true)),
    text: z.string(),
    answer: z.nullable(z.string()),
  }),
]);

const noteOf = <T extends z.ZodMiniType>(time: T) => ({
  /** Id of its live session. */
  session: z.string(),
  /** Whose question it is; null for the host's, and for one that is gone. */
  uid: z.nullable(z.string()),
  content: noteContentSchema,
  /** Nothing of its words is left: its author deleted it, or staff removed it. */
  gone: z.nullable(z.enum(['deleted', 'removed'])),
  createdAt: time,
  updatedAt: time,
});

/** `liveNotes/{id}` as Firestore holds it; members of the essential tier read them. */
export const liveNoteDocumentSchema = z.object(noteOf(firestoreTime));

export type LiveNoteRecord = z.infer<typeof liveNoteDocumentSchema>;

/** A note of a live session as the API returns it. */
export const liveNoteSchema = z.object({ id: z.string(), ...noteOf(z.iso.datetime()) });

export type LiveNote = z.infer<typeof liveNoteSchema>;

/** The API's representation of a note. */
export const toLiveNote = (id: string, note: LiveNoteRecord): LiveNote => ({
  ...note,
  id,
  createdAt: iso(note.createdAt),
  updatedAt: iso(note.updatedAt),
});

/** What is left of a note that is gone: its place. `now` in epoch ms. */
export const emptiedNote = (
  note: LiveNoteRecord,
  gone: 'deleted' | 'removed',
  now: number,
): LiveNoteRecord => {
  const { content } = note;
  const left =
    content.kind === 'question'
      ? { kind: content.kind, name: '', text: '', answer: null }
      : { ...content, text: '' };
  return { ...note, uid: null, content: left, gone, updatedAt: now };
};

/** A text with line breaks, trimmed. */
const textOf = (most: number, low: number) =>
  z.string('Write something first').check(
    z.overwrite((text) =>
      text
        .replace(/\r\n?|[\u2028\u2029]/g, '\n')
        .replace(/\t/g, ' ')
        .trim(),
    ),
    z.minLength(low, { error: 'Write something first', abort: true }),
    z.maxLength(most, `At most ${most} characters`),
    z.refine((text) => text.split('\n').every(isPrintable), 'Control characters are not allowed'),
  );

const noteText = /* @__PURE__ */ textOf(NOTE_MAX_LENGTH, 1);

const NO_NOTE = 'There is no such note';

const NO_SESSION = 'There is no such live session';

const about = { id: z.uuid(NO_NOTE) };

const inSession = {
  session: z.string(NO_SESSION).check(z.regex(/^[a-z\d][a-z\d-]{0,60}$/, NO_SESSION)),
};

/** An act of a member in a live session. A question gets the key of its call as its id. */
export const liveActSchema = /* @__PURE__ */ z.discriminatedUnion(
  'act',
  [
    z.strictObject({
      act: z.literal('ask'),
      ...inSession,
      text: textOf(QUESTION_MAX_LENGTH, 1).check(
        z.refine((text) => !hasLink(text), 'A question can’t contain a link, a name or a number'),
      ),
    }),
    z.strictObject({ act: z.literal('delete'), ...about }),
  ],
  'There is no such act',
);

export type LiveAct = z.infer<typeof liveActSchema>;

/** An act of the host. A note or level gets the key of its call as its id. */
export const hostActSchema = /* @__PURE__ */ z.discriminatedUnion(
  'act',
  [
    z.strictObject({ act: z.literal('open'), ...inSession }),
    z.strictObject({ act: z.literal('close'), ...inSession }),
    z.strictObject({ act: z.literal('note'), ...inSession, text: noteText }),
    z.strictObject({
      act: z.literal('level'),
      ...inSession,
      pair: pairSchema,
      price: z.number('Enter a price').check(z.gt(0, 'Enter a price above zero')),
      text: textOf(NOTE_MAX_LENGTH, 0),
    }),
    z.strictObject({ act: z.literal('answer'), ...about, text: noteText }),
    /** Empties a question, a note or a level. */
    z.strictObject({ act: z.literal('remove'), ...about }),
  ],
  'There is no such act',
);

export type HostAct = z.infer<typeof hostActSchema>;

/** What the room knows of the calling member: why they can't ask, in a sentence; null if they can. */
export const liveMemberSchema = z.object({ silence: z.nullable(z.string()) });
