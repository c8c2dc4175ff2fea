import * as z from 'zod/mini';
import { firestoreTime } from '../core/time';
import { isPrintable } from '../core/validation';

/** The most that a member's learning holds; `besides` are a lesson's, `days` the newest. */
export const LEARNING_LIMITS = { note: 1000, besides: 10, days: 2000, answers: 20 } as const;

const NOTE = `A note can have at most ${LEARNING_LIMITS.note} characters`;
const LESSON = 'There is no such lesson';
const ANSWER = 'There is no such answer';
const DAY = 'A day is as 2026-11-20';

const noteSchema = z.string(NOTE).check(
  z.overwrite((note) => note.replace(/\r\n?|[\u2028\u2029]/g, '\n').trim()),
  z.maxLength(LEARNING_LIMITS.note, NOTE),
  z.refine((note) => note.split('\n').every(isPrintable), NOTE),
);

const place = z.int(ANSWER).check(z.gte(0, ANSWER), z.lt(LEARNING_LIMITS.answers, ANSWER));

/** A member's change of what they did in one lesson. What it doesn't name stays. */
export const learningWriteSchema = /* @__PURE__ */ z.strictObject({
  lesson: z.string(LESSON).check(z.regex(/^[a-z][a-z-]{1,59}$/, LESSON)),
  /** The day on which they did it, by the clock of their own zone. */
  day: z.iso.date(DAY),
  /** The lesson is finished. A lesson that was finished once stays so. */
  done: z.exactOptional(z.literal(true)),
  answer: z.exactOptional(z.strictObject({ question: place, choice: place })),
  /** The new note, and the one that its writer saw. */
  note: z.exactOptional(z.strictObject({ text: noteSchema, saw: noteSchema })),
  /** A note kept beside the lesson's own that the member has dealt with. */
  settled: z.exactOptional(noteSchema),
});

export type LearningWrite = z.infer<typeof learningWriteSchema>;

const lessonProgressSchema = z.object({
  /** The day on which it was first finished; null before. */
  done: z.nullable(z.string()),
  /** The chosen answer of each question, by the question's place; null where none is chosen. */
  answers: z.array(z.nullable(z.int())),
  note: z.string(),
  /** Notes that another device's later one replaced unseen, oldest first. */
  besides: z.array(z.string()),
});

export type LessonProgress = z.infer<typeof lessonProgressSchema>;

/** What a member did in the Mentorship Vault, as the API answers it. */
export const learningSchema = /* @__PURE__ */ z.object({
  /** How often it changed. */
  seq: z.int(),
  /** The days on which they did something, in order, by the clock of their own zone. */
  days: z.array(z.string()),
  /** By the ids of lessons. */
  lessons: z.record(z.string(), lessonProgressSchema),
});

export type Learning = z.infer<typeof learningSchema>;

/** `learning/{uid}` as Firestore holds it. */
export const learningDocumentSchema = /* @__PURE__ */ z.object({
  uid: z.string(),
  ...learningSchema.shape,
  updatedAt: firestoreTime,
});

/** A member's learning before anything is done. */
export const NOTHING_LEARNED: Learning = { seq: 0, days: [], lessons: {} };

/** A lesson before anything is done in it. */
export const UNTOUCHED: LessonProgress = { done: null, answers: [], note: '', besides: [] };

/** A lesson holds so many notes beside its own that another would have to be forgotten. */
export class TooManyNotesError extends Error {
  override readonly name = 'TooManyNotesError';
}

function withAnswer(
  { answers }: LessonProgress,
  answer: LearningWrite['answer'],
): LessonProgress['answers'] {
  if (!answer) return answers;
  const length = Math.max(answers.length, answer.question + 1);
  return Array.from({ length }, (_, question) =>
    question === answer.question ? answer.choice : (answers[question] ?? null),
  );
}

/** The notes after a write: one that its writer didn't see is kept beside the new one. @throws TooManyNotesError */
function withNote(
  { note: now, besides }: LessonProgress,
  { note, settled }: LearningWrite,
): Pick<LessonProgress, 'note' | 'besides'> {
  const left = besides.filter((beside) => beside !== settled);
  if (!note || note.text === now) return { note: now, besides: left };
  const isUnseen = now !== '' && now !== note.saw && !left.includes(now);
  const kept = (isUnseen ? [...left, now] : left).filter((beside) => beside !== note.text);
  if (kept.length > LEARNING_LIMITS.besides)
    throw new TooManyNotesError(
      'This lesson has too many conflicting notes: please resolve some first',
    );
  return { note: note.text, besides: kept };
}

/**
 * A member's learning after a write. Days and finished lessons only grow; of answers and notes the one that arrives last
 * wins, and a note that its writer didn't see is kept beside it, so nothing that was written is lost.
 * @throws TooManyNotesError where no more notes can be kept
 */
export function applyLearning(before: Learning, write: LearningWrite): Learning {
  const lesson = before.lessons[write.lesson] ?? UNTOUCHED;
  const days = [...new Set([...before.days, write.day])].sort().slice(-LEARNING_LIMITS.days);
  const after: LessonProgress = {
    done: lesson.done ?? (write.done ? write.day : null),
    answers: withAnswer(lesson, write.answer),
    ...withNote(lesson, write),
  };
  return {
    seq: before.seq + 1,
    days,
    lessons: { ...before.lessons, [write.lesson]: after },
  };
}
