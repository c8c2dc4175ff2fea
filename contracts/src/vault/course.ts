import * as z from 'zod/mini';

export const COURSE_CATEGORIES = [
  'fundamentals',
  'psychology',
  'risk',
  'analysis',
  'live',
] as const;

export type CourseCategory = (typeof COURSE_CATEGORIES)[number];

export const LESSON_INSTRUMENTS = ['ruin', 'coin', 'calibration'] as const;

export const lessonInstrumentSchema = z.enum(LESSON_INSTRUMENTS);

export type LessonInstrument = z.infer<typeof lessonInstrumentSchema>;

const textSchema = z.string();

const answerSchema = z.object({
  text: textSchema,
  right: z.boolean(),
  reason: textSchema,
});

const questionSchema = z.object({
  type: z.literal('question'),
  id: z.int(),
  text: textSchema,
  answers: z.array(answerSchema),
});

export type LessonQuestion = z.infer<typeof questionSchema>;

const blockSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: textSchema }),
  z.object({ type: z.literal('heading'), text: textSchema }),
  z.object({
    type: z.literal('list'),
    items: z.array(textSchema),
  }),
  z.object({
    type: z.literal('instrument'),
    name: lessonInstrumentSchema,
  }),
  questionSchema,
  z.object({ type: z.literal('unknown') }),
]);

/** Text between two `**` is emphasised. */
export type LessonBlock = z.infer<typeof blockSchema>;

const lessonSchema = z.object({
  id: textSchema,
  title: textSchema,
  minutes: z.int(),
  /** Blocks that this build doesn't know become `unknown` and aren't displayed. */
  blocks: z.array(z.catch(blockSchema, { type: 'unknown' })),
});

export type Lesson = z.infer<typeof lessonSchema>;

export const courseSchema = z.object({
  id: textSchema,
  title: textSchema,
  category: z.enum(COURSE_CATEGORIES),
  about: textSchema,
  lessons: z.array(lessonSchema),
});

export type Course = z.infer<typeof courseSchema>;
