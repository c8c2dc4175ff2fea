/** What the locked screen promises. */
export const MENTORSHIP_LOCKED = {
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
export type Category = (typeof CATEGORIES)[number];

export const CATEGORY_WORDS: Record<Category, string> = {
  all: 'All',
  fundamentals: 'Fundamentals',
  psychology: 'Psychology',
  risk: 'Risk',
  analysis: 'Analysis',
  live: 'Live',
};

export interface Course {
  readonly title: string;
  readonly category: Exclude<Category, 'all'>;
  readonly about: string;
  readonly length: string;
  readonly lessons: number;
  /** Lessons done. */
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
    about: 'Four levels in figures: what is won often, and lost at once.',
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

/** Sample content: sessions to come. */
export const SAMPLE_SESSIONS = [
  { title: 'Weekly questions', when: 'Tuesdays, 18:00 WAT', length: '1 hour', host: 'Amara K.' },
  { title: 'London open, live', when: 'Thursdays, 08:00 WAT', length: '2 hours', host: 'Kofi M.' },
  { title: 'Risk clinic', when: 'Saturdays, 11:00 WAT', length: '45 minutes', host: 'Chidi A.' },
] as const;

/** Sample content: how far a member would be. */
export const SAMPLE_PROGRESS = [
  { label: 'Courses completed', value: '1' },
  { label: 'Lessons done', value: '22' },
  { label: 'Hours learned', value: '6.5' },
  { label: 'Day streak', value: '4' },
] as const;

export const SAMPLE_ACHIEVEMENTS = [
  { name: 'First course', about: 'Completed a whole course', reached: true },
  { name: 'Risk aware', about: 'Half of a risk course done', reached: true },
  { name: 'Regular', about: 'Learned on seven days in a row', reached: false },
  { name: 'Graduate', about: 'Completed every course', reached: false },
] as const;
