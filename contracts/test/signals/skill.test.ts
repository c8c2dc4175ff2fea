import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SkillScore } from '../../src/signals/skill';

const forecasts = fc.array(
  fc.record({
    forecast: fc.double({ min: 0.01, max: 0.99, noNaN: true }),
    happened: fc.boolean(),
  }),
  { minLength: 20, maxLength: 80 },
);

describe('forecast skill', () => {
  it('is 0 for a constant forecast of the base rate, and 100 for perfect forecasts', () => {
    const constant = new SkillScore();
    const prophet = new SkillScore();
    for (let index = 0; index < 40; index += 1) {
      constant.add(index, 0.5, index % 2 === 0);
      prophet.add(index, index % 2 === 0 ? 1 : 0, index % 2 === 0);
    }
    expect(constant.result()?.brierSkill.value).toBe(0);
    expect(prophet.result()?.brierSkill.value).toBe(100);
  });

  it('is negative for overconfident forecasts, with their deviation', () => {
    const score = new SkillScore();
    for (let index = 0; index < 400; index += 1) score.add(index, 0.9, index % 2 === 0);
    const result = score.result();
    expect(result?.said).toBeCloseTo(90, 9);
    expect(result?.seen).toBeCloseTo(50, 9);
    expect(result?.brierSkill.high).toBeLessThan(0);
    expect(result?.deviation).toBeCloseTo(-16, 0);
  });

  it('matches the definition of the Brier score and lies within its interval', () => {
    fc.assert(
      fc.property(forecasts, (all) => {
        const score = new SkillScore();
        for (const [index, { forecast, happened }] of all.entries())
          score.add(index, forecast, happened);
        const result = score.result();
        if (!result) return;
        const errors = all.map(({ forecast, happened }) => (forecast - (happened ? 1 : 0)) ** 2);
        const brier = errors.reduce((a, b) => a + b, 0) / all.length;
        expect(result.brier).toBeCloseTo(brier, 9);
        const rate = all.filter(({ happened }) => happened).length / all.length;
        expect(result.brierSkill.value).toBeCloseTo(100 * (1 - brier / (rate * (1 - rate))), 6);
        expect(result.brierSkill.low).toBeLessThanOrEqual(result.brierSkill.value);
        expect(result.brierSkill.high).toBeGreaterThanOrEqual(result.brierSkill.value);
      }),
    );
  });

  it('has a wider interval if forecasts are grouped by hour', () => {
    const apart = new SkillScore();
    const together = new SkillScore();
    for (let index = 0; index < 120; index += 1) {
      const happened = Math.floor(index / 12) % 3 === 0;
      apart.add(index, 0.4, happened);
      together.add(Math.floor(index / 12), 0.4, happened);
    }
    const getWidth = (score: SkillScore) => {
      const skill = score.result()?.brierSkill;
      return skill ? skill.high - skill.low : 0;
    };
    expect(getWidth(together)).toBeGreaterThan(2 * getWidth(apart));
  });

  it('is null until both outcomes have occurred', () => {
    const score = new SkillScore();
    expect(score.result()).toBeNull();
    for (let index = 0; index < 9; index += 1) score.add(index, 0.5, true);
    expect(score.result()).toBeNull();
  });
});
