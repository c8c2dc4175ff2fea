import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  ledgerEntrySchema,
  noGoSlots,
  paperDaysFrom,
  playPaper,
  revealedSignals,
  SLOT_MS,
} from '@quantalgo/contracts';

const LINES = readFileSync(
  new URL('../../../contracts/test/ledger/fourLevels.jsonl', import.meta.url),
  'utf8',
);

const ENTRIES = LINES.trim()
  .split('\n')
  .map((line) => ledgerEntrySchema.parse(JSON.parse(line)));

const settlements = ENTRIES.flatMap((entry) => (entry.type === 'settlement' ? [entry] : []));

describe('what the public ledger has revealed', () => {
  it('is each settled signal with its ending, and nothing of one that runs', () => {
    const signals = revealedSignals(ENTRIES);
    expect(signals.map(({ id }) => id)).toEqual(settlements.map(({ slot }) => slot));
    expect(signals.map(({ ending }) => ending?.outcome)).toEqual(
      settlements.map(({ outcome }) => outcome),
    );
  });

  it('says of a “no go” that it could not be entered, also where that was read before', () => {
    const [first] = settlements;
    const slot = first?.slot ?? '';
    const [close] = first?.closes ?? [];
    const confirmation = ledgerEntrySchema.parse({
      ...first,
      type: 'confirmation',
      go: false,
      close,
    });
    expect(noGoSlots([confirmation])).toEqual([slot]);
    const [together] = revealedSignals([confirmation, ...settlements]);
    const [later, other] = revealedSignals(settlements, [slot]);
    for (const signal of [together, later]) expect(signal).toMatchObject({ entered: false });
    expect(other).not.toHaveProperty('entered');
  });

  it('is enough to play a bot', () => {
    const [first] = settlements;
    const joined = Date.parse(first?.at ?? '');
    const { configuration, ends } = paperDaysFrom(joined);
    const { closed, entries } = playPaper(configuration, revealedSignals(ENTRIES), { now: ends });
    expect(entries.length).toBeGreaterThan(0);
    expect(closed.length).toBeGreaterThan(0);
    for (const at of entries) expect(at).toBeGreaterThanOrEqual(joined - SLOT_MS);
  });
});

describe('thirty days on paper', () => {
  it('begin with the sign-up and end thirty days later', () => {
    const joined = Date.parse('2026-11-01T10:02:00Z');
    const { configuration, ends } = paperDaysFrom(joined);
    expect(new Date(configuration.since).toISOString()).toBe('2026-11-01T10:00:00.000Z');
    expect(new Date(ends).toISOString()).toBe('2026-12-01T10:00:00.000Z');
  });
});
