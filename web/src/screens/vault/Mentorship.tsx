import type { User } from '@quantalgo/contracts/account/member';
import { formatShortDecimal } from '@quantalgo/contracts/core/format';
import { lessonPath } from '@quantalgo/contracts/core/paths';
import { formatIsoDay, MINUTE_MS } from '@quantalgo/contracts/core/time';
import type { Course } from '@quantalgo/contracts/vault/course';
import {
  type Achievement,
  ACHIEVEMENTS,
  computeAchievements,
  listFinishedLessons,
  computeCourseProgress,
  REGULAR_DAYS,
} from '@quantalgo/contracts/vault/progress';
import { Circle, CircleCheck } from 'lucide-react';
import { Link, useSearchParams } from 'react-router-dom';
import { useNow } from '../../data/core/clock';
import { downloadSessionFile, useCalendar } from '../../data/live/calendar';
import { type LearningView, useLearning } from '../../data/vault/learning';
import { useVault } from '../../data/vault/vault';
import { useMember } from '../../data/auth/currentSession';
import { useZone } from '../../core/zone';
import { Card } from '../../ui/Card';
import { ScreenHead } from '../../ui/Heading';
import { LinkButton } from '../../ui/Links';
import { SessionList } from '../../ui/SessionList';
import { CATEGORIES, type Category, CourseBoard, type CourseCardView } from './CourseBoard';
import { Teaser } from './Teaser';
import { NoCourses, LoadingCourses, RefusedLearning } from './CourseStates';

const TITLE = 'Mentorship Vault';
const CATEGORY_PARAM = 'category';

const ACHIEVEMENT_TEXT: Readonly<Record<Achievement, { name: string; about: string }>> = {
  'first-course': { name: 'First course', about: 'Completed a whole course' },
  'risk-aware': { name: 'Risk aware', about: 'Completed half of a risk course' },
  regular: { name: 'Regular', about: `Studied ${REGULAR_DAYS} days in a row` },
  graduate: { name: 'Graduate', about: 'Completed every course' },
};

/** Stored in the URL, so that it can be linked to and survives a reload. */
function useCategory(): readonly [Category, (category: Category) => void] {
  const [parameters, setParameters] = useSearchParams();
  const category = CATEGORIES.find((option) => option === parameters.get(CATEGORY_PARAM)) ?? 'all';
  const choose = (next: Category) =>
    setParameters(next === 'all' ? {} : { [CATEGORY_PARAM]: next }, { replace: true });
  return [category, choose];
}

const isDone = ({ learning }: LearningView, lesson: string): boolean =>
  (learning.lessons[lesson]?.done ?? null) !== null;

const LessonLinks = ({ course, view }: { course: Course; view: LearningView }) => (
  <ol className="-mx-2 grid">
    {course.lessons.map(({ id, title, minutes }) => {
      const done = isDone(view, id);
      const Icon = done ? CircleCheck : Circle;
      return (
        <li key={id}>
          <Link
            to={lessonPath(id)}
            className="flex min-h-11 items-center gap-2.5 rounded-md px-2 text-sm hover:bg-sunk"
          >
            <Icon size={16} aria-hidden className={`shrink-0 ${done ? '' : 'text-faint'}`} />
            <span className="min-w-0 flex-1">
              <span>{title}</span>
              {done && <span className="sr-only">, finished</span>}
            </span>
            <span className="shrink-0 text-xs text-faint tabular-nums">{`${minutes} min`}</span>
          </Link>
        </li>
      );
    })}
  </ol>
);

function toCourseView(course: Course, view: LearningView): CourseCardView {
  const { title, category, about, lessons } = course;
  return {
    title,
    category,
    about,
    length: `${lessons.reduce((sum, { minutes }) => sum + minutes, 0)} min`,
    lessons: lessons.length,
    done: listFinishedLessons(course, view.learning).length,
    content: <LessonLinks course={course} view={view} />,
  };
}

/** Suggests the first unfinished lesson. */
function NextStep({ courses, view }: { courses: readonly Course[]; view: LearningView }) {
  const lessons = courses.flatMap((course) => course.lessons);
  const next = lessons.find(({ id }) => !isDone(view, id));
  if (!next) return null;
  const hasStarted = lessons.some(({ id }) => isDone(view, id));
  return (
    <Card as="div" className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 p-4">
      <p className="min-w-0 flex-1 basis-52 text-sm">
        <span className="block font-semibold">{next.title}</span>
        <span className="text-muted">
          {hasStarted
            ? `Next lesson · ${next.minutes} min`
            : `You haven’t finished a lesson yet. Start with these ${next.minutes} minutes.`}
        </span>
      </p>
      <LinkButton to={lessonPath(next.id)} variant="primary">
        {hasStarted ? 'Continue' : 'Start'}
      </LinkButton>
    </Card>
  );
}

/** `8 min`; hours from 60 minutes: `1.5 h`. */
const formatStudyTime = (minutes: number): string =>
  minutes < 60 ? `${minutes} min` : `${formatShortDecimal(minutes / 60)} h`;

function OpenBoard({
  uid,
  courses,
  view,
}: {
  uid: string;
  courses: readonly Course[];
  view: LearningView;
}) {
  const zone = useZone();
  const now = useNow(MINUTE_MS);
  const calendar = useCalendar(uid);
  const [category, choose] = useCategory();
  const { learning } = view;
  const progress = computeCourseProgress(courses, learning, formatIsoDay(now, zone));
  const achievements = computeAchievements(courses, learning);
  const lessons = courses.reduce((sum, course) => sum + course.lessons.length, 0);
  return (
    <CourseBoard
      figures={[
        {
          label: 'Courses completed',
          value: String(progress.coursesDone),
          note: `of ${courses.length}`,
        },
        { label: 'Lessons done', value: String(progress.lessonsDone), note: `of ${lessons}` },
        {
          label: 'Study time',
          value: formatStudyTime(progress.minutes),
          note: 'finished lessons only',
        },
        { label: 'Day streak', value: String(progress.streak), note: 'up to today' },
      ]}
      courses={courses.map((course) => toCourseView(course, view))}
      sessions={<SessionList view={calendar} now={now} zone={zone} onSave={downloadSessionFile} />}
      achievements={ACHIEVEMENTS.map((name) => ({
        ...ACHIEVEMENT_TEXT[name],
        reached: achievements[name],
      }))}
      category={category}
      onChoose={choose}
    />
  );
}

function OpenVault({ user }: { user: User }) {
  const vault = useVault(user.id);
  const view = useLearning(user.id);
  if (!vault || !view) return <LoadingCourses title={TITLE} />;
  if (!vault.courses) return <NoCourses title={TITLE} vault={vault} />;
  return (
    <div className="grid gap-4 lg:gap-5.5">
      <ScreenHead title={TITLE}>
        Short courses that use our own results. They work offline.
      </ScreenHead>
      <RefusedLearning refused={view.refused} />
      <NextStep courses={vault.courses} view={view} />
      <OpenBoard uid={user.id} courses={vault.courses} view={view} />
    </div>
  );
}

function Mentorship({ open }: { open: boolean }) {
  const user = useMember();
  if (!open) return <Teaser title={TITLE} />;
  return user ? <OpenVault user={user} /> : <LoadingCourses title={TITLE} />;
}

export default Mentorship;
