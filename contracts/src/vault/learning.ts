import * as z from 'zod/mini';
import { firestoreTimeSchema } from '../core/time';
import { areLinesPrintable } from '../core/validation';
import { cleanText } from '../core/visibleText';

export const LEARNING_LIMITS = { note: 1000, conflicts: 10, days: 2000, answers: 20 } as const;

const NOTE_RULE = `A note can have at most ${LEARNING_LIMITS.note} characters`;
export const NO_LESSON = 'Lesson not found';
const NO_ANSWER = 'Answer not found';
const DAY_RULE = 'Enter a day like 2026-11-20';

const noteSchema = z
  .string(NOTE_RULE)
  .check(
    z.overwrite(cleanText),
    z.maxLength(LEARNING_LIMITS.note, NOTE_RULE),
    z.refine(areLinesPrintable, 'A note must not contain control characters'),
  );

const indexSchema = z
  .int(NO_ANSWER)
  .check(z.gte(0, NO_ANSWER), z.lt(LEARNING_LIMITS.answers, NO_ANSWER));

export const learningWriteSchema = z.strictObject({
  lesson: z.string(NO_LESSON).check(z.regex(/^[a-z][a-z-]{1,59}$/, NO_LESSON)),
  day: z.iso.date(DAY_RULE),
  done: z.exactOptional(z.literal(true)),
  answer: z.exactOptional(z.strictObject({ question: indexSchema, choice: indexSchema })),
  note: z.exactOptional(z.strictObject({ text: noteSchema, saw: noteSchema })),
  settled: z.exactOptional(noteSchema),
});

export type LearningWrite = z.infer<typeof learningWriteSchema>;

const lessonProgressSchema = z.object({
  done: z.nullable(z.string()),
  /** Index of each question's chosen answer. Null if unanswered. */
  answers: z.array(z.nullable(z.int())),
  note: z.string(),
  /** Notes that a device overwrote without having seen them, oldest first. */
  conflicts: z.array(z.string()),
});

export type LessonProgress = z.infer<typeof lessonProgressSchema>;

export const learningSchema = z.object({
  seq: z.int(),
  days: z.array(z.string()),
  lessons: z.record(z.string(), lessonProgressSchema),
});

export type Learning = z.infer<typeof learningSchema>;

export const learningDocumentSchema = z.object({
  uid: z.string(),
  ...learningSchema.shape,
  updatedAt: firestoreTimeSchema,
});

export const EMPTY_LEARNING: Learning = { seq: 0, days: [], lessons: {} };

export const EMPTY_PROGRESS: LessonProgress = { done: null, answers: [], note: '', conflicts: [] };

export class TooManyNotesError extends Error {
  override readonly name = 'TooManyNotesError';
}

function applyAnswer(
  { answers }: LessonProgress,
  answer: LearningWrite['answer'],
): LessonProgress['answers'] {
  if (!answer) return answers;
  const length = Math.max(answers.length, answer.question + 1);
  return Array.from({ length }, (_, question) =>
    question === answer.question ? answer.choice : (answers[question] ?? null),
  );
}

function applyNote(
  { note: currentNote, conflicts: currentConflicts }: LessonProgress,
  { note, settled }: LearningWrite,
): Pick<LessonProgress, 'note' | 'conflicts'> {
  const unresolvedNotes = currentConflicts.filter((conflict) => conflict !== settled);
  if (!note || note.text === currentNote) return { note: currentNote, conflicts: unresolvedNotes };
  const isUnseen =
    currentNote !== '' && currentNote !== note.saw && !unresolvedNotes.includes(currentNote);
  const conflicts = (isUnseen ? [...unresolvedNotes, currentNote] : unresolvedNotes).filter(
    (conflict) => conflict !== note.text,
  );
  if (conflicts.length > LEARNING_LIMITS.conflicts)
    throw new TooManyNotesError(
      'This lesson has too many conflicting notes. Please resolve some first.',
    );
  return { note: note.text, conflicts };
}

/**
 * Days and finished lessons are only added. The last answer and note win. An overwritten note
 * that the writer hadn't seen is stored as a conflict.
 * @throws TooManyNotesError
 */
export function applyLearningWrite(learning: Learning, write: LearningWrite): Learning {
  const lesson = learning.lessons[write.lesson] ?? EMPTY_PROGRESS;
  const days = [...new Set([...learning.days, write.day])].sort().slice(-LEARNING_LIMITS.days);
  const progress: LessonProgress = {
    done: lesson.done ?? (write.done ? write.day : null),
    answers: applyAnswer(lesson, write.answer),
    ...applyNote(lesson, write),
  };
  return {
    seq: learning.seq + 1,
    days,
    lessons: { ...learning.lessons, [write.lesson]: progress },
  };
}
