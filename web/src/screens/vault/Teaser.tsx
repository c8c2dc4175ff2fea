import { CAPITALIZED_LEVEL_COUNT } from '@quantalgo/contracts/signals/words';
import { GraduationCap } from 'lucide-react';
import { useState } from 'react';
import { SampleTag } from '../../ui/Chip';
import { LockedScreen } from '../../ui/LockedScreen';
import {
  type Category,
  CourseBoard,
  type AchievementView,
  type CourseCardView,
} from './CourseBoard';

const SAMPLE_COURSES: readonly CourseCardView[] = [
  {
    title: 'How digital options pay',
    category: 'fundamentals',
    about: 'Payout, break-even rate, and why being right half the time isn’t enough.',
    length: '1 h 20 min',
    lessons: 8,
    done: 8,
  },
  {
    title: 'After three losses',
    category: 'psychology',
    about: 'Streaks will come. Make a plan before they do.',
    length: '55 min',
    lessons: 6,
    done: 2,
  },
  {
    title: 'What a martingale costs',
    category: 'risk',
    about: `${CAPITALIZED_LEVEL_COUNT} levels in numbers: many small wins, one large loss.`,
    length: '50 min',
    lessons: 5,
    done: 0,
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

const SAMPLE_SESSIONS = [
  { title: 'Weekly questions', when: 'Tuesdays, 18:00 WAT' },
  { title: 'London open, live', when: 'Thursdays, 08:00 WAT' },
] as const;

const SAMPLE_PROGRESS = [
  { label: 'Courses completed', value: '1' },
  { label: 'Lessons done', value: '22' },
  { label: 'Study time', value: '6.5 h' },
  { label: 'Day streak', value: '4' },
] as const;

const SAMPLE_ACHIEVEMENTS: readonly AchievementView[] = [
  { name: 'First course', about: 'Completed a whole course', reached: true },
  { name: 'Regular', about: 'Studied seven days in a row', reached: false },
];

function Preview() {
  const [category, choose] = useState<Category>('all');
  return (
    <CourseBoard
      figures={SAMPLE_PROGRESS}
      courses={SAMPLE_COURSES}
      achievements={SAMPLE_ACHIEVEMENTS}
      category={category}
      onChoose={choose}
      aside={<SampleTag />}
      sessions={
        <ul>
          {SAMPLE_SESSIONS.map(({ title, when }) => (
            <li key={title} className="border-t border-line-soft px-4 py-3 text-sm">
              <p className="font-semibold">{title}</p>
              <p className="text-muted tabular-nums">{when}</p>
            </li>
          ))}
        </ul>
      }
    />
  );
}

export const Teaser = ({ title }: { title: string }) => (
  <LockedScreen
    title={title}
    icon={GraduationCap}
    description="Courses on what matters in the long run: risk, patience and method."
    features={[
      'Short courses that use our own results',
      'Questions that explain wrong answers',
      'Offline lessons that sync between your devices',
    ]}
    preview={<Preview />}
  />
);
