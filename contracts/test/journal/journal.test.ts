import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { journalWritesSchema } from '../../src/journal/endpoints';
import {
  EMPTY_FIELDS,
  JOURNAL_LIMITS,
  journalFieldsSchema,
  journalWriteSchema,
  type PartialFields,
} from '../../src/journal/entry';
import {
  applyWrite,
  isSameContent,
  type JournalContent,
  TooManyConflictsError,
  buildJournalWrite,
} from '../../src/journal/write';

const ID = '20261120T1340Z';
const TRADE = { level: 0, stake: 200, price: 2318.6, at: '2026-11-20T13:45:02.000Z', close: null };

const write = (change: PartialFields, saw: PartialFields = {}, settled: PartialFields[] = []) => ({
  change,
  saw,
  settled,
});

const applyWrites = (...writes: ReturnType<typeof write>[]) =>
  writes.reduce<JournalContent | null>((content, one) => applyWrite(content, one), null);

const anyChange: fc.Arbitrary<PartialFields> = fc.record(
  {
    status: fc.constantFrom('taken' as const, 'paper' as const, 'skipped' as const),
    note: fc.constantFrom('', 'calm', 'late', 'too early'),
    broker: fc.constantFrom('', 'Pocket Option', 'Quotex'),
    trades: fc.constantFrom([], [TRADE], [TRADE, { ...TRADE, level: 1, stake: 440 }]),
    tags: fc.constantFrom([], ['calm'], ['news', 'calm']),
  },
  { requiredKeys: [] },
);

describe('applyWrite', () => {
  it('sets only the fields in the change', () => {
    const content = applyWrites(write({ status: 'taken' }), write({ note: 'calm' }));
    expect(content).toEqual({ ...EMPTY_FIELDS, status: 'taken', note: 'calm', conflicts: [] });
  });

  it('replaces a value that the writer has seen without a conflict', () => {
    const content = applyWrites(write({ note: 'calm' }), write({ note: 'late' }, { note: 'calm' }));
    expect(content).toMatchObject({ note: 'late', conflicts: [] });
  });

  it('overwrites an unseen value and stores it as a conflict', () => {
    const content = applyWrites(write({ note: 'calm' }), write({ note: 'late' }));
    expect(content).toMatchObject({ note: 'late', conflicts: [{ note: 'calm' }] });
  });

  it('resolves only the conflicts listed as settled', () => {
    const both = applyWrites(
      write({ note: 'one' }),
      write({ note: 'two' }),
      write({ note: 'three' }),
    );
    expect(both?.conflicts).toEqual([{ note: 'one' }, { note: 'two' }]);
    const settled = applyWrite(both, write({}, {}, [{ note: 'one' }]));
    expect(settled).toMatchObject({ note: 'three', conflicts: [{ note: 'two' }] });
  });

  it('resolves a conflict if the change takes its value', () => {
    const both = applyWrites(write({ note: 'one' }), write({ note: 'two' }));
    const resolved = applyWrite(both, write({ note: 'one' }, { note: 'two' }));
    expect(resolved).toMatchObject({ note: 'one', conflicts: [] });
  });

  it.each([
    ['too many conflicts', JOURNAL_LIMITS.conflicts, ''],
    ['conflicts that are too long together', 9, '.'.repeat(JOURNAL_LIMITS.note - 1)],
  ])('throws TooManyConflictsError for %s', (_, max, text) => {
    const writes = Array.from({ length: max + 2 }, (__, index) =>
      write({ note: `${text}${String.fromCodePoint(97 + index)}` }),
    );
    expect(applyWrites(...writes.slice(0, -1))?.conflicts).toHaveLength(max);
    expect(() => applyWrites(...writes)).toThrow(TooManyConflictsError);
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyChange, anyChange), { maxLength: 6 }), (pairs) => {
        const writes = pairs.map(([change, saw]) => write(change, saw));
        const last = writes.at(-1);
        const content = applyWrites(...writes);
        if (content && last) expect(isSameContent(applyWrite(content, last), content)).toBe(true);
      }),
    );
  });

  it('keeps every unseen note, either as the value or as a conflict', () => {
    fc.assert(
      fc.property(fc.array(anyChange, { maxLength: 8 }), (changes) => {
        const notes = changes.flatMap(({ note }) =>
          note === undefined || note === '' ? [] : [note],
        );
        const content = applyWrites(...changes.map((change) => write(change)));
        const storedNotes = [content?.note, ...(content?.conflicts ?? []).map(({ note }) => note)];
        expect(storedNotes).toEqual(expect.arrayContaining(notes));
      }),
    );
  });
});

describe('buildJournalWrite', () => {
  it('includes only changed fields with their visible values, and returns null without any', () => {
    const visible = { ...EMPTY_FIELDS, note: 'calm', broker: 'Quotex' };
    expect(buildJournalWrite(ID, visible, { note: 'late', broker: 'Quotex' })).toEqual({
      id: ID,
      change: { note: 'late' },
      saw: { note: 'calm' },
    });
    expect(buildJournalWrite(ID, visible, { note: 'calm' })).toBeNull();
  });

  it('changes the visible entry to the target without conflicts', () => {
    fc.assert(
      fc.property(anyChange, anyChange, (visible, target) => {
        const before = applyWrites(write(visible));
        const journalWrite = before && buildJournalWrite(ID, before, target);
        const after = journalWrite ? applyWrite(before, { ...journalWrite, settled: [] }) : before;
        expect(after).toMatchObject({ ...target, conflicts: [] });
      }),
    );
  });

  it('builds a write that the API’s schema accepts', () => {
    const journalWrite = buildJournalWrite(ID, EMPTY_FIELDS, {
      status: 'taken',
      trades: [TRADE],
      tags: ['calm'],
    });
    expect(journalWriteSchema.safeParse(journalWrite).success).toBe(true);
  });
});

describe('journal entry', () => {
  const isValid = (fields: object) =>
    journalFieldsSchema.safeParse({ ...EMPTY_FIELDS, ...fields }).success;

  it.each([
    ['a zero stake', { trades: [{ ...TRADE, stake: 0 }] }],
    ['a stake with a fraction of a cent', { trades: [{ ...TRADE, stake: 1.5 }] }],
    ['a zero price', { trades: [{ ...TRADE, price: 0 }] }],
    ['a duplicate level', { trades: [TRADE, TRADE] }],
    ['levels out of order', { trades: [{ ...TRADE, level: 1 }, TRADE] }],
    ['a level beyond the ladder', { trades: [{ ...TRADE, level: 8 }] }],
    ['a payout in percent', { payout: 80 }],
    ['a duplicate tag', { tags: ['calm', 'calm'] }],
    ['a blank tag', { tags: [' '] }],
    ['a note over the maximum length', { note: 'x'.repeat(JOURNAL_LIMITS.note + 1) }],
    ['a note with a bidirectional control character', { note: 'calm\u202e' }],
    ['an unknown field', { profit: 2847 }],
  ])('rejects %s', (_, fields) => {
    expect(isValid({ trades: [TRADE] })).toBe(true);
    expect(isValid(fields)).toBe(false);
  });

  it('accepts text pasted from a table or a messenger', () => {
    const fields = {
      note: 'EURUSD\tCALL\vwon',
      broker: '\u2068Pocket\u2069\tOption',
      tags: ['a\tb'],
    };
    expect(journalFieldsSchema.parse({ ...EMPTY_FIELDS, ...fields })).toMatchObject({
      note: 'EURUSD CALL\nwon',
      broker: 'Pocket Option',
      tags: ['a b'],
    });
  });

  it('is accepted once per request, and only with a valid slot id', () => {
    const journalWrite = { id: ID, change: { note: 'calm' }, saw: {} };
    expect(journalWritesSchema.safeParse([journalWrite]).success).toBe(true);
    expect(journalWritesSchema.safeParse([journalWrite, journalWrite]).success).toBe(false);
    expect(journalWritesSchema.safeParse([{ ...journalWrite, id: '20261120T1341Z' }]).success).toBe(
      false,
    );
  });
});
