import type { BrokerAccountRow } from '@quantalgo/contracts/submissions/review';
import { describe, expect, it } from 'vitest';
import { findOpenWarnings, findWarnings } from '../../../src/screens/console/submissions/warnings';
import { aRow } from './users';

const broker: BrokerAccountRow = {
  traderId: 'PO-1',
  underOurLink: true,
  funded: true,
  amount: 150,
  importedAt: '2026-11-20T10:00:00.000Z',
  openedBy: null,
};

const user = aRow({ id: 'ada' });

const findTexts = (changes: Partial<typeof broker> | null) =>
  findWarnings({ broker: changes && { ...broker, ...changes }, user }, []).map(({ text }) => text);

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
    [{ openedBy: 'kofi' }, 'Opened through another member’s link'],
  ])('warns of %o', (changes, text) => {
    expect(findTexts(changes)).toEqual([text]);
  });

  it('finds none if the member’s own link opened the account', () => {
    expect(findTexts({ openedBy: 'ada' })).toEqual([]);
  });

  it('warns of each similar proof', () => {
    const text = 'Looks like a proof from another account';
    const seen = { id: '2', kind: 'proof', isSameFile: false, text, detail: 'Account 7' } as const;
    expect(findWarnings({ broker, user }, [seen])).toMatchObject([
      { otherId: '2', answer: 'Not the same', text, detail: 'Account 7' },
    ]);
  });
});

describe('findOpenWarnings', () => {
  const warnings = findWarnings({ broker: { ...broker, amount: 64 }, user }, []);

  it('excludes warnings for another tier and answered ones', () => {
    expect(findOpenWarnings(warnings, new Set(), 'starter')).toEqual([]);
    expect(findOpenWarnings(warnings, new Set(), 'essential')).toHaveLength(1);
    expect(findOpenWarnings(warnings, new Set(['amount']), 'essential')).toEqual([]);
  });
});
