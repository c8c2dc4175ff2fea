import type { CourseCategory } from '@quantalgo/contracts/vault/course';
import { Award, Circle } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card, type Figure, Figures, Panel, SideBySide } from '../../ui/Card';
import { Chip } from '../../ui/Chip';
import { Choices } from '../../ui/Choices';

/** In the specification's order. */
export const CATEGORIES = [
  'all',
  'fundamentals',
  'psychology',
  'risk',
  'analysis',
  'live',
] as const satisfies readonly (CourseCategory | 'all')[];

export type Category = (typeof CATEGORIES)[number];

const CATEGORY_TEXT: Readonly<Record<Category, string>> = {
  all: 'All',
  fundamentals: 'Fundamentals',
  psychology: 'Psychology',
  risk: 'Risk',
  analysis: 'Analysis',
  live: 'Live',
};

export interface CourseCardView {
  readonly title: string;
  readonly category: CourseCategory;
  readonly about: string;
  /** For example `6 min`. */
  readonly length: string;
  readonly lessons: number;
  /** Number of finished lessons. */
  readonly done: number;
  /** Links to the lessons; absent in the teaser. */
  readonly content?: ReactNode;
}

export interface AchievementView {
  readonly name: string;
  readonly about: string;
  readonly reached: boolean;
}

const CourseCard = ({
  course: { title, category, about, length, lessons, done, content },
}: {
  course: CourseCardView;
}) => (
  <Card as="li" className="flex flex-col gap-3 p-4">
    <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
      <h2 className="flex-1 basis-40 text-sm">{title}</h2>
      <Chip>{CATEGORY_TEXT[category]}</Chip>
    </div>
    <p className="text-sm text-pretty text-muted">{about}</p>
    <div className="flex-1">{content}</div>
    <div className="grid gap-1.5">
      <div aria-hidden className="h-1 overflow-hidden rounded-full bg-line">
        <div className="h-full bg-text" style={{ width: `${(done / lessons) * 100}%` }} />
      </div>
      <p className="flex justify-between gap-3 text-xs text-muted tabular-nums">
        <span>{`${done} of ${lessons} ${lessons === 1 ? 'lesson' : 'lessons'}`}</span>
        <span>{length}</span>
      </p>
    </div>
  </Card>
);

const Achievements = ({
  aside,
  achievements,
}: {
  aside: ReactNode;
  achievements: readonly AchievementView[];
}) => (
  <Panel title="Achievements" aside={aside}>
    <ul>
      {achievements.map(({ name, about, reached }) => {
        const Icon = reached ? Award : Circle;
        return (
          <li key={name} className="flex items-center gap-3 border-t border-line-soft px-4 py-3">
            <Icon
              size={18}
              aria-hidden
              className={`shrink-0 ${reached ? 'text-amber' : 'text-faint'}`}
            />
            <p className={`text-sm font-semibold ${reached ? '' : 'text-muted'}`}>
              <span>{name}</span>
              <span className="sr-only">{reached ? ', reached' : ', not reached yet'}</span>
              <span className="block text-xs font-normal text-muted">{about}</span>
            </p>
          </li>
        );
      })}
    </ul>
  </Panel>
);

export function CourseBoard({
  figures,
  courses,
  sessions,
  achievements,
  category,
  onChoose,
  aside,
}: {
  figures: readonly Figure[];
  courses: readonly CourseCardView[];
  sessions: ReactNode;
  achievements: readonly AchievementView[];
  category: Category;
  onChoose: (category: Category) => void;
  /** A mark on the side panels. */
  aside?: ReactNode;
}) {
  const visibleCourses = courses.filter(
    (course) => category === 'all' || course.category === category,
  );
  return (
    <SideBySide
      side={
        <>
          <Panel title="Upcoming sessions" aside={aside}>
            {sessions}
          </Panel>
          <Achievements aside={aside} achievements={achievements} />
        </>
      }
    >
      <Card as="div" className="overflow-hidden">
        <Figures figures={figures} />
      </Card>
      <Choices
        hideLabel
        label="Category"
        options={CATEGORIES}
        labels={CATEGORY_TEXT}
        value={category}
        onChange={onChoose}
      />
      <p role="status" className="sr-only">
        {`${visibleCourses.length} ${visibleCourses.length === 1 ? 'course' : 'courses'}`}
      </p>
      <ul className="grid gap-3 sm:grid-cols-2">
        {visibleCourses.map((course) => (
          <CourseCard key={course.title} course={course} />
        ))}
      </ul>
    </SideBySide>
  );
}
