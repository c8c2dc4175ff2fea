import type { Course } from './course';
import type { Learning } from './learning';
import { DAY_MS } from '../core/time';

/** What a member did of the courses, counted. */
export interface CourseProgress {
  readonly coursesDone: number;
  readonly lessonsDone: number;
  /** Reading time of the finished lessons, in minutes. */
  readonly minutes: number;
  /** Days in a row on which they learned, up to today or yesterday. */
  readonly streak: number;
}

/** The finished lessons of a course. */
export const lessonsDone = (
  { lessons }: Pick<Course, 'lessons'>,
  learning: Learning,
): Course['lessons'] => lessons.filter(({ id }) => (learning.lessons[id]?.done ?? null) !== null);

const isDone = (course: Course, learning: Learning): boolean =>
  lessonsDone(course, learning).length === course.lessons.length;

/** Days since 1970 of `2026-11-20`. */
const numberOf = (day: string): number => Math.round(Date.parse(day) / DAY_MS);

/** The lengths of the runs of days without a gap, each with its last day as a number, in order. */
function runsOf(days: readonly string[]): { readonly last: number; readonly length: number }[] {
  const runs: { last: number; length: number }[] = [];
  for (const day of days.map(numberOf)) {
    const run = runs.at(-1);
    if (run && day === run.last + 1) runs[runs.length - 1] = { last: day, length: run.length + 1 };
    else runs.push({ last: day, length: 1 });
  }
  return runs;
}

/** The run that reaches today or yesterday: a streak isn't lost before its day is over. */
function streakOf(days: readonly string[], today: string): number {
  const now = numberOf(today);
  return runsOf(days).find(({ last }) => last === now || last === now - 1)?.length ?? 0;
}

/** @param today the day by the member's clock, `2026-11-20` */
export function courseProgressOf(
  courses: readonly Course[],
  learning: Learning,
  today: string,
): CourseProgress {
  const done = courses.flatMap((course) => lessonsDone(course, learning));
  return {
    coursesDone: courses.filter((course) => isDone(course, learning)).length,
    lessonsDone: done.length,
    minutes: done.reduce((sum, { minutes }) => sum + minutes, 0),
    streak: streakOf(learning.days, today),
  };
}

/** Days in a row that make a member regular. */
export const REGULAR_DAYS = 7;

/** The names of what can be reached in the vault. */
export const ACHIEVEMENTS = ['first-course', 'risk-aware', 'regular', 'graduate'] as const;

export type Achievement = (typeof ACHIEVEMENTS)[number];

/** What a member reached, by what they did: a whole course, half of one about risk, a week in a row, every course. */
export function achievementsOf(
  courses: readonly Course[],
  learning: Learning,
): Readonly<Record<Achievement, boolean>> {
  const isHalfDone = (course: Course) =>
    2 * lessonsDone(course, learning).length >= course.lessons.length;
  return {
    'first-course': courses.some((course) => isDone(course, learning)),
    'risk-aware': courses.some((course) => course.category === 'risk' && isHalfDone(course)),
    regular: runsOf(learning.days).some(({ length }) => length >= REGULAR_DAYS),
    graduate: courses.length > 0 && courses.every((course) => isDone(course, learning)),
  };
}
