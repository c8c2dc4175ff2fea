import type { Course } from './course';
import type { Learning } from './learning';
import { DAY_MS } from '../core/time';

export interface CourseProgress {
  readonly coursesDone: number;
  readonly lessonsDone: number;
  readonly minutes: number;
  readonly streak: number;
}

export const listFinishedLessons = (
  { lessons }: Pick<Course, 'lessons'>,
  learning: Learning,
): Course['lessons'] => lessons.filter(({ id }) => (learning.lessons[id]?.done ?? null) !== null);

const isCourseDone = (course: Course, learning: Learning): boolean =>
  listFinishedLessons(course, learning).length === course.lessons.length;

const toDayNumber = (day: string): number => Math.round(Date.parse(day) / DAY_MS);

interface DayRun {
  readonly lastDay: number;
  readonly length: number;
}

function findRuns(days: readonly string[]): DayRun[] {
  const runs: DayRun[] = [];
  for (const day of days.map(toDayNumber)) {
    const run = runs.at(-1);
    if (run && day === run.lastDay + 1)
      runs[runs.length - 1] = { lastDay: day, length: run.length + 1 };
    else runs.push({ lastDay: day, length: 1 });
  }
  return runs;
}

/**
 * A streak isn't lost before the day has ended, so yesterday's run counts. A run may end tomorrow,
 * because its days were counted in the zone of the time.
 */
function computeStreak(days: readonly string[], today: string): number {
  const todayNumber = toDayNumber(today);
  const run = findRuns(days).find(
    ({ lastDay, length }) => lastDay >= todayNumber - 1 && lastDay - length < todayNumber,
  );
  return run?.length ?? 0;
}

export function computeCourseProgress(
  courses: readonly Course[],
  learning: Learning,
  today: string,
): CourseProgress {
  const finishedLessons = courses.flatMap((course) => listFinishedLessons(course, learning));
  return {
    coursesDone: courses.filter((course) => isCourseDone(course, learning)).length,
    lessonsDone: finishedLessons.length,
    minutes: finishedLessons.reduce((sum, { minutes }) => sum + minutes, 0),
    streak: computeStreak(learning.days, today),
  };
}

export const REGULAR_DAYS = 7;

export const ACHIEVEMENTS = ['first-course', 'risk-aware', 'regular', 'graduate'] as const;

export type Achievement = (typeof ACHIEVEMENTS)[number];

export function computeAchievements(
  courses: readonly Course[],
  learning: Learning,
): Readonly<Record<Achievement, boolean>> {
  const isHalfDone = (course: Course) =>
    2 * listFinishedLessons(course, learning).length >= course.lessons.length;
  return {
    'first-course': courses.some((course) => isCourseDone(course, learning)),
    'risk-aware': courses.some((course) => course.category === 'risk' && isHalfDone(course)),
    regular: findRuns(learning.days).some(({ length }) => length >= REGULAR_DAYS),
    graduate: courses.length > 0 && courses.every((course) => isCourseDone(course, learning)),
  };
}
