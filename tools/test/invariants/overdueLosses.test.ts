import { HOUR_MS, ledgerEntrySchema, REVEAL_WITHIN_MS, slotStartOfId } from '@quantalgo/contracts';
import { rebuildCounters } from '@quantalgo/functions/domain/record';
import { RULES } from '@quantalgo/functions/platform/invariants/scan';
import { parseSnapshot, type RawSnapshot } from '@quantalgo/functions/platform/invariants/snapshot';
import { Timestamp } from 'firebase-admin/firestore';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { NOON, wholeSnapshot } from './wholeSnapshot';

let whole: RawSnapshot;
beforeAll(async () => {
  whole = await wholeSnapshot();
});

describe('counters of before, which took an overdue loss by its closes', () => {
  const description =
    'The performance figures are what the ledger adds up to, but for what overdue losses of before cost';
  const brokenFigures = (raw: RawSnapshot) =>
    RULES.find((rule) => rule.description === description)?.violations(parseSnapshot(raw));

  /** The evidence with a first settlement that is lost at its first level and has no closes after it. */
  function withLoss(isLate: boolean) {
    const stored = whole.collections['ledger'] ?? [];
    const entries = z.array(ledgerEntrySchema).parse(stored.map(({ data }) => data));
    const lost = entries.find(({ type }) => type === 'settlement');
    if (lost?.type !== 'settlement') throw new Error('An hour has settlements');
    const revealedAt = slotStartOfId(lost.slot) + (isLate ? REVEAL_WITHIN_MS + 1 : HOUR_MS);
    const prices = lost.signal.direction === 'CALL' ? [5, 4] : [4, 5];
    const closes = [...prices, null, null, null].map((price) => ({ at: lost.at, price }));
    const outcome = { outcome: 'loss' as const, level: null, closes };
    const changed = { ...lost, ...outcome, at: new Date(revealedAt).toISOString() };
    return entries
      .map((entry) => (entry === lost ? changed : entry))
      .sort((one, other) => one.seq - other.seq);
  }

  const rawOf = (isLate: boolean, counters: object): RawSnapshot => ({
    ...whole,
    collections: {
      ...whole.collections,
      ledger: withLoss(isLate).map((data) => ({ id: String(data.seq), data })),
      stats: [{ id: 'performance', data: { ...counters, updatedAt: Timestamp.fromMillis(NOON) } }],
    },
  });

  it('keep what they counted of its cost, and nothing else', () => {
    const [before, now] = [false, true].map((isLate) =>
      rebuildCounters(withLoss(isLate), 'simulated'),
    );
    if (!before || !now) throw new Error('Both are counted');
    expect(before.details.ladder.result).toBe(now.details.ladder.result + 176_880);
    expect(brokenFigures(rawOf(true, now))).toEqual([]);
    expect(brokenFigures(rawOf(true, before))).toEqual([]);
    expect(brokenFigures(rawOf(true, { ...before, won: before.won + 1 }))).not.toEqual([]);
    const { details } = now;
    const worse = { ...details, ladder: { ...details.ladder, result: details.ladder.result - 1 } };
    expect(brokenFigures(rawOf(true, { ...now, details: worse }))).not.toEqual([]);
    const better = { ...details, ladder: { ...details.ladder, result: details.ladder.result + 1 } };
    expect(brokenFigures(rawOf(false, { ...before, details: better }))).not.toEqual([]);
  });
});
