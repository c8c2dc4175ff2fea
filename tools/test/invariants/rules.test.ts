import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Finding,
  findViolationsByPages,
  findViolations,
  formatFindings,
  RULES,
} from '@quantalgo/functions/platform/invariants/scan';
import {
  type Page,
  parseSnapshot,
  type RawSnapshot,
} from '@quantalgo/functions/platform/invariants/snapshot';
import { NOON, wholeSnapshot } from './wholeSnapshot';
import { SPOILT } from './spoilt';

let whole: RawSnapshot;
beforeAll(async () => {
  whole = await wholeSnapshot();
});

const brokenIn = (raw: RawSnapshot) =>
  findViolations(parseSnapshot(raw)).filter(({ violations }) => violations.length > 0);

describe('consistent project', () => {
  it('violates no invariant', () => {
    expect(brokenIn(whole)).toEqual([]);
  });

  it('may be empty', () => {
    expect(brokenIn({ at: NOON, aheadMs: 0, collections: {}, accounts: [], files: [] })).toEqual(
      [],
    );
  });
});

describe('invariants', () => {
  it('each have a snapshot that violates them', () => {
    expect(Object.keys(SPOILT)).toEqual(RULES.map(({ description }) => description));
  });

  for (const [description, spoils] of Object.entries(SPOILT)) {
    it.each(spoils.map((spoil, index) => [index + 1, spoil] as const))(
      `${description}: reports broken snapshot %i`,
      (_, spoil) => {
        const rule = RULES.find((one) => one.description === description);
        expect(rule?.violations(parseSnapshot(whole))).toEqual([]);
        expect(rule?.violations(parseSnapshot(spoil(whole)))).not.toEqual([]);
      },
    );
  }
});

/** Scans the snapshot in pages of this size. */
async function byPages(raw: RawSnapshot, size: number, parts: number) {
  async function* pages(): AsyncGenerator<Page> {
    const cut = <T>(all: readonly T[]) =>
      Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
        all.slice(index * size, (index + 1) * size),
      );
    await Promise.resolve();
    for (const [collection, stored] of Object.entries(raw.collections))
      for (const documents of cut(stored)) yield { collection, documents };
    for (const accounts of cut(raw.accounts)) yield { accounts };
    for (const files of cut(raw.files)) yield { files };
  }
  const found = await findViolationsByPages(pages(), raw, parts);
  return found.filter(({ violations }) => violations.length > 0);
}

describe('paged scan', () => {
  it.each([1, 3, 500])(
    'finds no violations in a consistent project at %i documents per page',
    async (size) => {
      expect(await byPages(whole, size, 7)).toEqual([]);
    },
  );

  const spoils = Object.values(SPOILT).flat();
  it.each(spoils.map((spoil, index) => [index + 1, spoil] as const))(
    'finds the same violations as a full scan of broken snapshot %i',
    async (_, spoil) => {
      const spoilt = spoil(whole);
      const places = ({ description, violations }: Finding) => ({
        description,
        violations: [...new Set(violations)].sort(),
      });
      expect((await byPages(spoilt, 2, 5)).map(places)).toEqual(brokenIn(spoilt).map(places));
    },
  );

  it('leaves no temporary files, even if a page can’t be read', async () => {
    const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith('invariants-'));
    const before = left();
    async function* violations(): AsyncGenerator<Page> {
      yield { collection: 'users', documents: whole.collections['users'] ?? [] };
      await Promise.reject(new Error('The database is down'));
    }
    await expect(findViolationsByPages(violations(), whole)).rejects.toThrow(
      'The database is down',
    );
    expect(left()).toEqual(before);
  });
});

describe('formatFindings', () => {
  it('lists each invariant with at most ten violations', () => {
    const violations = Array.from({ length: 12 }, (_, index) => `place ${index}`);
    const text = formatFindings([
      { description: 'One', violations: [] },
      { description: 'Two', violations },
    ]);
    expect(text).toContain('✓ One\n✗ Two\n    place 0\n');
    expect(text).toContain('    place 9\n    and 2 more\n');
    expect(text).not.toContain('place 10');
  });
});
