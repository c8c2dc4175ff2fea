import { formatMoney } from '@quantalgo/contracts/core/format';
import { computeBreakEven } from '@quantalgo/contracts/signals/ladder';
import { STATED_PAYOUT } from '@quantalgo/contracts/signals/payout';
import {
  COURSE_CATEGORIES,
  courseSchema,
  LESSON_INSTRUMENTS,
} from '@quantalgo/contracts/vault/course';
import { describe, expect, it } from 'vitest';
import { COURSE_TEXTS, getVault } from '../../../src/platform/vault/courses';
import { buildCourseFigures } from '../../../src/domain/vault/courseFigures';
import { parseCourse, insertFigures } from '../../../src/domain/vault/courseText';

const figures = buildCourseFigures();
const { courses } = getVault();
const lessons = courses.flatMap((course) => course.lessons);
const blocks = lessons.flatMap((lesson) => lesson.blocks);

/** Number words from three on, which could be a product figure. */
const NUMBERS =
  /\b(?:three|four|five|six|seven|eight|nine|ten|eleven|twelve|sixteen|twenty|thirty|fifty|ninety|thousand)\b/i;

describe('vault courses', () => {
  it('number at least six with three lessons each, and cover every category', () => {
    expect(courses.length).toBeGreaterThanOrEqual(6);
    for (const { lessons: own } of courses) expect(own.length).toBeGreaterThanOrEqual(3);
    expect(new Set(courses.map(({ category }) => category))).toEqual(new Set(COURSE_CATEGORIES));
  });

  it('give each lesson a unique id and a question at its end', () => {
    expect(new Set(lessons.map(({ id }) => id)).size).toBe(lessons.length);
    for (const lesson of lessons) expect(lesson.blocks.at(-1)?.type).toBe('question');
  });

  it('explain why each answer is right or wrong', () => {
    const questions = blocks.flatMap((block) => (block.type === 'question' ? [block] : []));
    for (const { answers } of questions) {
      expect(answers.length).toBeGreaterThan(1);
      for (const { reason } of answers) expect(reason).toMatch(/\S.+\.$/);
    }
  });

  it('include every instrument once', () => {
    const instruments = blocks.flatMap((block) =>
      block.type === 'instrument' ? [block.name] : [],
    );
    expect(instruments.sort()).toEqual([...LESSON_INSTRUMENTS].sort());
  });

  it.each(Object.entries(COURSE_TEXTS))('of %s quote only computed figures', (_, text) => {
    const written = text.replace(/\{\{\w+\}\}/g, '').replace(/^# .*$/gm, '');
    expect(/[^\n]*\d[^\n]*/.exec(written)?.[0]).toBeUndefined();
    expect(written.split('\n').filter((line) => NUMBERS.test(line))).toEqual([]);
  });

  it('use every figure, and no unknown one', () => {
    const named = Object.values(COURSE_TEXTS).flatMap((text) =>
      [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name),
    );
    expect([...new Set(named)].sort()).toEqual(Object.keys(figures).sort());
    expect(JSON.stringify(courses)).not.toContain('{{');
  });

  it('quote the product’s rules', () => {
    expect(figures).toMatchObject({
      payout: `${100 * STATED_PAYOUT}%`,
      breakEven: `${computeBreakEven().firstEntry.toFixed(1)}%`,
      coinCost: '10 cents',
      ladderCoinCost: '46 cents',
      shareAtRisk: '2%',
      balanceForOne: formatMoney(934),
      intervalSmall: '33.2 – 66.8%',
    });
  });

  it('match the schema', () => {
    for (const course of courses) expect(courseSchema.parse(course)).toEqual(course);
  });
});

describe('course parsing', () => {
  const HEAD = 'title: T\ncategory: risk\nabout: A\n\n';

  it.each([
    ['a course without a category', 'title: T\nabout: A\n'],
    ['a lesson without an id', `${HEAD}# Lesson\n\nText`],
    ['a question with two right answers', `${HEAD}# L (l)\n\n> Q?\n\n- [x] A :: R\n- [x] B :: R`],
    ['an answer without a reason', `${HEAD}# L (l)\n\n> Q?\n\n- [x] A`],
    ['an unknown instrument', `${HEAD}# L (l)\n\n[[nothing]]`],
  ])('rejects %s', (_, text) => expect(() => parseCourse('c', text)).toThrow());

  it('rejects an unknown figure', () => {
    expect(() => insertFigures('{{nothing}}', figures)).toThrow('nothing');
  });
});
