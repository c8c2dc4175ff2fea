import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { journalWritesSchema } from '../../src/journal/endpoints';
import {
  EMPTY_FIELDS,
  JOURNAL_LIMITS,
  journalEntrySchema,
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

const entered = (...writes: ReturnType<typeof write>[]) =>
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

describe('a change of a journal entry', () => {
  it('sets what it names and leaves the rest', () => {
    const content = entered(write({ status: 'taken' }), write({ note: 'calm' }));
    expect(content).toEqual({ ...EMPTY_FIELDS, status: 'taken', note: 'calm', besides: [] });
  });

  it('that saw the present value replaces it, and nothing is kept beside', () => {
    const content = entered(write({ note: 'calm' }), write({ note: 'late' }, { note: 'calm' }));
    expect(content).toMatchObject({ note: 'late', besides: [] });
  });

  it('that did not see it wins too, and keeps the other value beside it', () => {
    const content = entered(write({ note: 'calm' }), write({ note: 'late' }));
    expect(content).toMatchObject({ note: 'late', besides: [{ note: 'calm' }] });
  });

  it('settles a value kept beside by naming it, and leaves others', () => {
    const both = entered(write({ note: 'one' }), write({ note: 'two' }), write({ note: 'three' }));
    expect(both?.besides).toEqual([{ note: 'one' }, { note: 'two' }]);
    const settled = applyWrite(both, write({}, {}, [{ note: 'one' }]));
    expect(settled).toMatchObject({ note: 'three', besides: [{ note: 'two' }] });
  });

  it('that takes a value kept beside ends that value', () => {
    const both = entered(write({ note: 'one' }), write({ note: 'two' }));
    const taken = applyWrite(both, write({ note: 'one' }, { note: 'two' }));
    expect(taken).toMatchObject({ note: 'one', besides: [] });
  });

  it('is refused rather than let a value be forgotten', () => {
    const notes = Array.from({ length: JOURNAL_LIMITS.besides + 2 }, (_, index) => `${index}`);
    expect(() => entered(...notes.map((note) => write({ note })))).toThrow(TooManyConflictsError);
  });

  it('applied twice is applied once', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyChange, anyChange), { maxLength: 6 }), (pairs) => {
        const writes = pairs.map(([change, saw]) => write(change, saw));
        const last = writes.at(-1);
        const content = entered(...writes);
        if (content && last) expect(isSameContent(applyWrite(content, last), content)).toBe(true);
      }),
    );
  });

  it('loses no value that its writer did not see', () => {
    fc.assert(
      fc.property(fc.array(anyChange, { maxLength: 8 }), (changes) => {
        const notes = changes.flatMap(({ note }) =>
          note === undefined || note === '' ? [] : [note],
        );
        const content = entered(...changes.map((change) => write(change)));
        const held = [content?.note, ...(content?.besides ?? []).map(({ note }) => note)];
        expect(held).toEqual(expect.arrayContaining(notes));
      }),
    );
  });
});

describe('what a device writes', () => {
  it('is what differs from what it shows, with what it shows of that', () => {
    const shown = { ...EMPTY_FIELDS, note: 'calm', broker: 'Quotex' };
    expect(buildJournalWrite(ID, shown, { note: 'late', broker: 'Quotex' })).toEqual({
      id: ID,
      change: { note: 'late' },
      saw: { note: 'calm' },
    });
    expect(buildJournalWrite(ID, shown, { note: 'calm' })).toBeNull();
  });

  it('turns what it shows into what is wanted', () => {
    fc.assert(
      fc.property(anyChange, anyChange, (shown, wanted) => {
        const before = entered(write(shown));
        const made = before && buildJournalWrite(ID, before, wanted);
        const after = made ? applyWrite(before, { ...made, settled: [] }) : before;
        expect(after).toMatchObject({ ...wanted, besides: [] });
      }),
    );
  });

  it('is taken by the API', () => {
    const made = buildJournalWrite(ID, EMPTY_FIELDS, {
      status: 'taken',
      trades: [TRADE],
      tags: ['calm'],
    });
    expect(journalWriteSchema.safeParse(made).success).toBe(true);
  });
});

describe('an entry', () => {
  const isFine = (fields: object) =>
    journalFieldsSchema.safeParse({ ...EMPTY_FIELDS, ...fields }).success;

  it.each([
    ['a stake of nothing', { trades: [{ ...TRADE, stake: 0 }] }],
    ['a stake in parts of a cent', { trades: [{ ...TRADE, stake: 1.5 }] }],
    ['a price of nothing', { trades: [{ ...TRADE, price: 0 }] }],
    ['a level twice', { trades: [TRADE, TRADE] }],
    ['levels out of order', { trades: [{ ...TRADE, level: 1 }, TRADE] }],
    ['a level that no ladder has', { trades: [{ ...TRADE, level: 8 }] }],
    ['a payout in percent', { payout: 80 }],
    ['a tag twice', { tags: ['calm', 'calm'] }],
    ['a blank tag', { tags: [' '] }],
    ['a note that is too long', { note: 'x'.repeat(JOURNAL_LIMITS.note + 1) }],
    ['a note that reorders the text around it', { note: 'calm\u202e' }],
    ['another field', { profit: 2847 }],
  ])('has no %s', (_, fields) => {
    expect(isFine({ trades: [TRADE] })).toBe(true);
    expect(isFine(fields)).toBe(false);
  });

  it('of an older server, without newer fields, is read', () => {
    const times = { createdAt: '2026-11-20T13:45:00Z', updatedAt: '2026-11-20T13:45:00Z' };
    const parsed = journalEntrySchema.parse({ id: ID, status: 'paper', seq: 1, ...times });
    expect(parsed).toMatchObject({ ...EMPTY_FIELDS, status: 'paper', besides: [] });
  });

  it('is written once in a call, for a slot that exists', () => {
    const made = { id: ID, change: { note: 'calm' }, saw: {} };
    expect(journalWritesSchema.safeParse([made]).success).toBe(true);
    expect(journalWritesSchema.safeParse([made, made]).success).toBe(false);
    expect(journalWritesSchema.safeParse([{ ...made, id: '20261120T1341Z' }]).success).toBe(false);
  });
});
