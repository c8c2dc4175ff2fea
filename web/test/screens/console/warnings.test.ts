import { describe, expect, it } from 'vitest';
import { findOpenWarnings, findWarnings } from '../../../src/screens/console/submissions/warnings';

const broker = {
  traderId: 'PO-1',
  underOurLink: true,
  funded: true,
  amount: 150,
  importedAt: '2026-11-20T10:00:00.000Z',
};

const findTexts = (changes: Partial<typeof broker> | null) =>
  findWarnings({ broker: changes && { ...broker, ...changes } }, []).map(({ text }) => text);

describe('findWarnings', () => {
  it('finds none if the broker confirms the higher tier', () => {
    expect(findTexts({})).toEqual([]);
  });

  it.each([
    [null, 'Not on the broker’s list'],
    [{ underOurLink: false }, 'Not opened through our link'],
    [{ funded: false }, 'Not funded, according to the list'],
    [{ amount: 64 }, '$64 is below the Essential minimum'],
    [{ amount: 5 }, '$5 is below the Starter minimum'],
  ])('warns of %o', (changes, text) => {
    expect(findTexts(changes)).toEqual([text]);
  });

  it('warns of each similar proof', () => {
    const text = 'Looks like a proof from another account';
    const seen = [{ id: '2', isSameFile: false, text, detail: 'Account 7' }];
    expect(findWarnings({ broker }, seen)).toMatchObject([
      { otherId: '2', answer: 'Not the same', text, detail: 'Account 7' },
    ]);
  });
});

describe('findOpenWarnings', () => {
  const warnings = findWarnings({ broker: { ...broker, amount: 64 } }, []);

  it('excludes warnings for another tier and answered ones', () => {
    expect(findOpenWarnings(warnings, new Set(), 'starter')).toEqual([]);
    expect(findOpenWarnings(warnings, new Set(), 'essential')).toHaveLength(1);
    expect(findOpenWarnings(warnings, new Set(['amount']), 'essential')).toEqual([]);
  });
});
