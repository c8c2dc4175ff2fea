import type { Course } from '@quantalgo/contracts/vault/course';
import { act } from '@testing-library/react';
import { storeVault } from '../../../src/data/vault/rows';
import { withDatabase } from '../../../src/data/storage/memberDatabase';

const lesson = (id: string, blocks: Course['lessons'][number]['blocks'] = []) => ({
  id,
  title: `Lesson ${id}`,
  minutes: 3,
  blocks,
});

/** Two courses of three lessons, the first with all that a lesson can hold. */
export const COURSES: Course[] = [
  {
    id: 'pay',
    title: 'How digital options pay',
    category: 'fundamentals',
    about: 'Payout and break-even.',
    lessons: [
      lesson('first', [
        { type: 'text', text: 'You earn the **payout** on your stake.' },
        { type: 'heading', text: 'What follows' },
        { type: 'list', items: ['Ask for the **rate**', 'Ask for the count'] },
        { type: 'instrument', name: 'ruin' },
        { type: 'unknown' },
        {
          type: 'question',
          id: 0,
          text: 'What do you earn?',
          answers: [
            { text: 'Less', right: false, reason: 'The size of the move changes nothing.' },
            { text: 'The payout', right: true, reason: 'It is fixed at the entry.' },
          ],
        },
      ]),
      lesson('second', [{ type: 'instrument', name: 'coin' }]),
      lesson('third', [{ type: 'instrument', name: 'calibration' }]),
    ],
  },
  {
    id: 'plan',
    title: 'A plan, and after a loss',
    category: 'psychology',
    about: 'Decide while you are calm.',
    lessons: [lesson('fourth'), lesson('fifth'), lesson('sixth')],
  },
];

/** Stores the courses in the member's database. */
export const keepCourses = (uid: string): Promise<void> =>
  act(() =>
    withDatabase(uid, (database) =>
      storeVault(database, { version: '0123456789abcdef', courses: COURSES }),
    ),
  );
