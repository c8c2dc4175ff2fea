import * as z from 'zod/mini';

/** What a course is about: the specification's categories, without "all". */
export const COURSE_CATEGORIES = [
  'fundamentals',
  'psychology',
  'risk',
  'analysis',
  'live',
] as const;

export type CourseCategory = (typeof COURSE_CATEGORIES)[number];

/** Instruments that a lesson can hold: the reader's own figures, or the record's. */
export const LESSON_INSTRUMENTS = ['ruin', 'coin', 'calibration'] as const;

export const lessonInstrumentSchema = /* @__PURE__ */ z.enum(LESSON_INSTRUMENTS);

export type LessonInstrument = z.infer<typeof lessonInstrumentSchema>;

const text = z.string();

const answerSchema = z.object({
  text,
  right: z.boolean(),
  /** Why it is right or wrong. */
  reason: text,
});

const questionSchema = z.object({
  type: z.literal('question'),
  /** Its place among the questions of its lesson, from 0. */
  id: z.int(),
  text,
  /** Exactly one is right. */
  answers: z.array(answerSchema),
});

export type LessonQuestion = z.infer<typeof questionSchema>;

const blockSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text }),
  z.object({ type: z.literal('heading'), text }),
  z.object({
    type: z.literal('list'),
    items: z.array(text),
  }),
  z.object({
    type: z.literal('instrument'),
    name: lessonInstrumentSchema,
  }),
  questionSchema,
  z.object({ type: z.literal('unknown') }),
]);

/** A part of a lesson. In its texts, what stands between two `**` is emphasised. */
export type LessonBlock = z.infer<typeof blockSchema>;

const lessonSchema = /* @__PURE__ */ z.object({
  /** Its name in addresses, unique among the lessons of all courses. */
  id: text,
  title: text,
  /** Reading time, whole minutes. */
  minutes: z.int(),
  /** A block that this build doesn't know is `unknown`, and left out. */
  blocks: z.array(z.catch(blockSchema, { type: 'unknown' })),
});

export type Lesson = z.infer<typeof lessonSchema>;

export const courseSchema = /* @__PURE__ */ z.object({
  id: text,
  title: text,
  category: z.enum(COURSE_CATEGORIES),
  about: text,
  lessons: z.array(lessonSchema),
});

export type Course = z.infer<typeof courseSchema>;
