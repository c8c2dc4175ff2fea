import { LEVEL_COUNT_FIRST } from '@quantalgo/contracts';
import { Award, Circle, GraduationCap } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { Card, Figures, Panel, SideBySide } from '../../ui/Card';
import { Chip, SampleTag } from '../../ui/Chip';
import { Choices } from '../../ui/Choices';
import { LockedScreen } from '../../ui/LockedScreen';
import { ScreenHead } from '../../ui/Heading';

/** Texts of the locked screen. */
const MENTORSHIP_LOCKED = {
  description: 'Courses and live sessions on what decides over years: risk, patience and method.',
  features: [
    'Courses from the basics to order flow',
    'Live sessions with questions',
    'Achievements',
  ],
} as const;

export const CATEGORIES = [
  'all',
  'fundamentals',
  'psychology',
  'risk',
  'analysis',
  'live',
] as const;

type Category = (typeof CATEGORIES)[number];

const CATEGORY_WORDS: Record<Category, string> = {
  all: 'All',
  fundamentals: 'Fundamentals',
  psychology: 'Psychology',
  risk: 'Risk',
  analysis: 'Analysis',
  live: 'Live',
};

interface Course {
  readonly title: string;
  readonly category: Exclude<Category, 'all'>;
  readonly about: string;
  readonly length: string;
  readonly lessons: number;
  /** Completed lessons. */
  readonly done: number;
}

/** Sample content: the courses of the vault. */
export const SAMPLE_COURSES: readonly Course[] = [
  {
    title: 'How digital options pay',
    category: 'fundamentals',
    about: 'Payout, break-even rate, and why half right is not enough.',
    length: '1 h 20 min',
    lessons: 8,
    done: 8,
  },
  {
    title: 'What five-minute candles tell',
    category: 'fundamentals',
    about: 'Closes, wicks, and what they do not say.',
    length: '2 h 05 min',
    lessons: 12,
    done: 7,
  },
  {
    title: 'After three losses',
    category: 'psychology',
    about: 'Streaks are certain. A plan for them, before they come.',
    length: '55 min',
    lessons: 6,
    done: 2,
  },
  {
    title: 'Waiting as a skill',
    category: 'psychology',
    about: 'Trading less, on purpose.',
    length: '40 min',
    lessons: 5,
    done: 0,
  },
  {
    title: 'Two percent, and no more',
    category: 'risk',
    about: 'Stakes that survive the worst week of a year.',
    length: '1 h 10 min',
    lessons: 7,
    done: 4,
  },
  {
    title: 'What a martingale costs',
    category: 'risk',
    about: `${LEVEL_COUNT_FIRST} levels in figures: what is won often, and lost at once.`,
    length: '50 min',
    lessons: 5,
    done: 0,
  },
  {
    title: 'Order flow for beginners',
    category: 'analysis',
    about: 'Who buys, who sells, and where they wait.',
    length: '2 h 40 min',
    lessons: 14,
    done: 1,
  },
  {
    title: 'Session replay: London open',
    category: 'live',
    about: 'A recorded hour, decision by decision.',
    length: '1 h',
    lessons: 1,
    done: 0,
  },
];

/** Sample content: upcoming sessions. */
const SAMPLE_SESSIONS = [
  { title: 'Weekly questions', when: 'Tuesdays, 18:00 WAT', length: '1 hour', host: 'Amara K.' },
  { title: 'London open, live', when: 'Thursdays, 08:00 WAT', length: '2 hours', host: 'Kofi M.' },
  { title: 'Risk clinic', when: 'Saturdays, 11:00 WAT', length: '45 minutes', host: 'Chidi A.' },
] as const;

/** Sample content: a member's progress. */
const SAMPLE_PROGRESS = [
  { label: 'Courses completed', value: '1' },
  { label: 'Lessons done', value: '22' },
  { label: 'Hours learned', value: '6.5' },
  { label: 'Day streak', value: '4' },
] as const;

const SAMPLE_ACHIEVEMENTS = [
  { name: 'First course', about: 'Completed a whole course', reached: true },
  { name: 'Risk aware', about: 'Half of a risk course done', reached: true },
  { name: 'Regular', about: 'Learned on seven days in a row', reached: false },
  { name: 'Graduate', about: 'Completed every course', reached: false },
] as const;

const TITLE = 'Mentorship Vault';

/** Courses, sessions and progress: sample content. */
const Mentorship = ({ open }: { open: boolean }) =>
  open ? (
    <div className="grid gap-4 lg:gap-5.5">
      <ScreenHead title={TITLE} sample>
        Courses and sessions as they are planned; none can be started yet.
      </ScreenHead>
      <Vault />
    </div>
  ) : (
    <LockedScreen title={TITLE} icon={GraduationCap} {...MENTORSHIP_LOCKED} preview={<Vault />} />
  );

const Side = () => (
  <>
    <Sessions />
    <Achievements />
  </>
);

/** The courses of a category, and the side column. */
function Vault() {
  const [category, choose] = useCategory();
  const courses = SAMPLE_COURSES.filter(
    (course) => category === 'all' || course.category === category,
  );
  return (
    <SideBySide side={<Side />}>
      <Card as="div" className="overflow-hidden">
        <Figures figures={SAMPLE_PROGRESS} />
      </Card>
      <Choices
        label="Category"
        options={CATEGORIES}
        words={CATEGORY_WORDS}
        value={category}
        onChange={choose}
      />
      <p role="status" className="sr-only">
        {courses.length} {courses.length === 1 ? 'course' : 'courses'}
      </p>
      <ul className="grid gap-3 sm:grid-cols-2">
        {courses.map((course) => (
          <CourseCard key={course.title} course={course} />
        ))}
      </ul>
    </SideBySide>
  );
}

const PARAMETER = 'category';

/** The category in the address, so that it can be linked to and survives a reload; all by default. */
function useCategory(): readonly [Category, (category: Category) => void] {
  const [parameters, setParameters] = useSearchParams();
  const category = CATEGORIES.find((one) => one === parameters.get(PARAMETER)) ?? 'all';
  const choose = (next: Category) =>
    setParameters(next === 'all' ? {} : { [PARAMETER]: next }, { replace: true });
  return [category, choose];
}

/** A course and its progress. */
const CourseCard = ({
  course: { title, category, about, length, lessons, done },
}: {
  course: Course;
}) => (
  <Card as="li" className="flex flex-col gap-3 p-4">
    <div className="flex items-start justify-between gap-3">
      <h2 className="text-sm">{title}</h2>
      <Chip>{CATEGORY_WORDS[category]}</Chip>
    </div>
    <p className="flex-1 text-sm text-pretty text-muted">{about}</p>
    <div className="grid gap-1.5">
      <div aria-hidden className="h-1 overflow-hidden rounded-full bg-line">
        <div className="h-full bg-text" style={{ width: `${(done / lessons) * 100}%` }} />
      </div>
      <p className="flex justify-between gap-3 text-xs text-muted tabular-nums">
        <span>
          {done} of {lessons} {lessons === 1 ? 'lesson' : 'lessons'}
        </span>
        <span>{length}</span>
      </p>
    </div>
  </Card>
);

/** Upcoming sessions. */
const Sessions = () => (
  <Panel title="Upcoming sessions" aside={<SampleTag />}>
    <ul>
      {SAMPLE_SESSIONS.map(({ title, when, length, host }) => (
        <li key={title} className="border-t border-line-soft px-4 py-3 text-sm">
          <p className="font-semibold">{title}</p>
          <p className="text-muted tabular-nums">{when}</p>
          <p className="text-xs text-faint">
            {length}, with {host}
          </p>
        </li>
      ))}
    </ul>
  </Panel>
);

/** Achievements, reached and ahead. */
const Achievements = () => (
  <Panel title="Achievements" aside={<SampleTag />}>
    <ul>
      {SAMPLE_ACHIEVEMENTS.map(({ name, about, reached }) => {
        const Icon = reached ? Award : Circle;
        return (
          <li key={name} className="flex items-center gap-3 border-t border-line-soft px-4 py-3">
            <Icon size={18} aria-hidden className={reached ? 'text-amber' : 'text-faint'} />
            <p className={`text-sm font-semibold ${reached ? '' : 'text-muted'}`}>
              {name}
              <span className="sr-only">{reached ? ', reached' : ', not reached yet'}</span>
              <span className="block text-xs font-normal text-muted">{about}</span>
            </p>
          </li>
        );
      })}
    </ul>
  </Panel>
);

export default Mentorship;
