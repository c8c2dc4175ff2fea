import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Course } from '../../src/vault/course';
import {
  applyLearningWrite,
  LEARNING_LIMITS,
  type LearningWrite,
  EMPTY_LEARNING,
  TooManyNotesError,
  EMPTY_PROGRESS,
} from '../../src/vault/learning';
import { computeAchievements, computeCourseProgress } from '../../src/vault/progress';

const write = (change: Partial<LearningWrite>): LearningWrite => ({
  lesson: 'ruin',
  day: '2026-11-20',
  ...change,
});

const after = (...writes: LearningWrite[]) => writes.reduce(applyLearningWrite, EMPTY_LEARNING);

const course = (id: string, category: Course['category'], lessons: readonly string[]): Course => ({
  id,
  title: id,
  category,
  about: '',
  lessons: lessons.map((lesson) => ({ id: lesson, title: lesson, minutes: 2, blocks: [] })),
});

const COURSES = [course('one', 'risk', ['ruin', 'cost']), course('two', 'live', ['slot'])];

describe('applyLearningWrite', () => {
  it('keeps the day a lesson was first finished', () => {
    const done = after(write({ done: true }), write({ done: true, day: '2026-11-25' }));
    expect(done.lessons['ruin']?.done).toBe('2026-11-20');
    expect(done.days).toEqual(['2026-11-20', '2026-11-25']);
  });

  it('keeps the latest answer to each question', () => {
    const answered = after(
      write({ answer: { question: 1, choice: 2 } }),
      write({ answer: { question: 1, choice: 0 } }),
    );
    expect(answered.lessons['ruin']?.answers).toEqual([null, 0]);
  });

  it('keeps a conflicting note beside the new one until it is settled', () => {
    const both = after(
      write({ note: { text: 'from the phone', saw: '' } }),
      write({ note: { text: 'from the desk', saw: '' } }),
    );
    expect(both.lessons['ruin']).toMatchObject({
      note: 'from the desk',
      conflicts: ['from the phone'],
    });
    const settled = applyLearningWrite(both, write({ settled: 'from the phone' }));
    expect(settled.lessons['ruin']?.conflicts).toEqual([]);
  });

  it('rejects a note if there are too many conflicting ones', () => {
    const texts = Array.from({ length: LEARNING_LIMITS.conflicts + 1 }, (_, at) => `note ${at}`);
    const full = after(...texts.map((text) => write({ note: { text, saw: '' } })));
    expect(() => applyLearningWrite(full, write({ note: { text: 'more', saw: '' } }))).toThrow(
      TooManyNotesError,
    );
  });

  it('keeps every unseen note and every day, for any sequence of writes', () => {
    const day = fc.integer({ min: 1, max: 9 }).map((n) => `2026-11-0${n}`);
    const text = fc.constantFrom('', 'a', 'b', 'c', 'd');
    const writes = fc.array(
      fc.record({
        lesson: fc.constantFrom('ruin', 'cost'),
        day,
        note: fc.record({ text, saw: text }),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(writes, (all) => {
        let learning = EMPTY_LEARNING;
        for (const one of all) {
          const before = learning.lessons[one.lesson] ?? EMPTY_PROGRESS;
          learning = applyLearningWrite(learning, one);
          const now = learning.lessons[one.lesson] ?? EMPTY_PROGRESS;
          const held = [now.note, ...now.conflicts];
          for (const beside of before.conflicts) expect(held).toContain(beside);
          if (before.note !== '' && before.note !== one.note.saw)
            expect(held).toContain(before.note);
        }
        expect(learning.days).toEqual([...new Set(all.map((one) => one.day))].sort());
        expect(learning.seq).toBe(all.length);
      }),
    );
  });
});

describe('learning progress', () => {
  it('counts finished lessons and courses with their reading time', () => {
    const learning = after(write({ done: true }), write({ lesson: 'slot', done: true }));
    expect(computeCourseProgress(COURSES, learning, '2026-11-20')).toEqual({
      coursesDone: 1,
      lessonsDone: 2,
      minutes: 4,
      streak: 1,
    });
  });

  it.each([
    ['up to today', '2026-11-03', 3],
    ['up to yesterday, while today isn’t over', '2026-11-04', 3],
    ['as zero after a missed day', '2026-11-05', 0],
    ['up to tomorrow, for a time zone further east', '2026-11-02', 3],
    ['without a run that begins tomorrow', '2026-10-31', 1],
  ])('computes the streak %s', (_, today, streak) => {
    const days = ['2026-10-30', '2026-11-01', '2026-11-02', '2026-11-03'];
    const learning = after(...days.map((day) => write({ day })));
    expect(computeCourseProgress(COURSES, learning, today).streak).toBe(streak);
  });

  it('unlocks achievements, and keeps the one for a seven-day streak', () => {
    expect(Object.values(computeAchievements(COURSES, EMPTY_LEARNING))).toEqual([
      false,
      false,
      false,
      false,
    ]);
    const week = Array.from({ length: 7 }, (_, at) => write({ day: `2026-11-0${at + 1}` }));
    const half = after(...week, write({ done: true, day: '2026-11-20' }));
    expect(computeAchievements(COURSES, half)).toEqual({
      'first-course': false,
      'risk-aware': true,
      regular: true,
      graduate: false,
    });
    const all = [write({ lesson: 'cost', done: true }), write({ lesson: 'slot', done: true })];
    expect(computeAchievements(COURSES, all.reduce(applyLearningWrite, half)).graduate).toBe(true);
    expect(computeAchievements([], half).graduate).toBe(false);
  });
});
