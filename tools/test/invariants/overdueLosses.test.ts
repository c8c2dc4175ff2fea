import { HOUR_MS, ledgerEntrySchema, REVEAL_WITHIN_MS, slotStartOfId } from '@quantalgo/contracts';
import { rebuildCounters } from '@quantalgo/functions/domain/record';
import { RULES } from '@quantalgo/functions/platform/invariants/scan';
import { type Evidence, worldOf } from '@quantalgo/functions/platform/invariants/world';
import { Timestamp } from 'firebase-admin/firestore';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { NOON, wholeEvidence } from './evidence';

let whole: Evidence;
beforeAll(async () => {
  whole = await wholeEvidence();
});

describe('counters of before, which took an overdue loss by its closes', () => {
  const says =
    'The performance figures are what the ledger adds up to, but for what overdue losses of before cost';
  const brokenFigures = (evidence: Evidence) =>
    RULES.find((rule) => rule.says === says)?.broken(worldOf(evidence));

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

  const evidenceOf = (isLate: boolean, counters: object): Evidence => ({
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
    expect(brokenFigures(evidenceOf(true, now))).toEqual([]);
    expect(brokenFigures(evidenceOf(true, before))).toEqual([]);
    expect(brokenFigures(evidenceOf(true, { ...before, won: before.won + 1 }))).not.toEqual([]);
    const { details } = now;
    const worse = { ...details, ladder: { ...details.ladder, result: details.ladder.result - 1 } };
    expect(brokenFigures(evidenceOf(true, { ...now, details: worse }))).not.toEqual([]);
    const better = { ...details, ladder: { ...details.ladder, result: details.ladder.result + 1 } };
    expect(brokenFigures(evidenceOf(false, { ...before, details: better }))).not.toEqual([]);
  });
});
