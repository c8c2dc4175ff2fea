import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { HOUR_MS } from '@quantalgo/contracts/core/time';
import {
  findBackDated,
  type Sighting,
  type TimeRule,
} from '@quantalgo/contracts/record/ledger/timeRules';
import { ChainVerifier } from '@quantalgo/contracts/record/ledger/verifier';
import { toLeaf } from '@quantalgo/contracts/record/log/entryBundle';
import {
  buildConsistencyProof,
  provesConsistency,
  type TreeHead,
} from '@quantalgo/contracts/record/log/proofs';
import { hashLeaf, combineHashes, type Subtree } from '@quantalgo/contracts/record/log/tree';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { byChance, planHonestly, MONDAY, Operator, withHindsight } from '../fixtures/operator';
import { inRoot } from '../../src/system/root';

const TEN = MONDAY + 10 * HOUR_MS;
const NOON = MONDAY + 12 * HOUR_MS;
const EVENING = MONDAY + 18 * HOUR_MS;
const NOW = MONDAY + 30 * 24 * HOUR_MS;

const resultSchema = z.object({
  broken: z.nullable(z.object({ seq: z.int(), reason: z.string() })),
  faults: z.array(z.object({ rule: z.string(), seq: z.int(), count: z.int() })),
});
const commandSchema = z.object({
  verify: z.custom<(entries: unknown, now: number, sightings: readonly Sighting[]) => unknown>(
    (value) => typeof value === 'function',
  ),
});

let command: z.infer<typeof commandSchema>;
beforeAll(async () => {
  const file = pathToFileURL(inRoot('web', 'public', 'verify-ledger.mjs')).href;
  command = commandSchema.parse(await import(file));
});

/** What the app's verifier and the command say of an operator's ledger, which must be the same. */
function found({ entries }: Operator, sightings: readonly Sighting[] = []) {
  const chain = new ChainVerifier(NOW);
  for (const entry of entries) expect(chain.take(entry)).toBeNull();
  const summary = chain.summary();
  const faults = [...(summary?.faults ?? []), ...findBackDated(chain, sightings)];
  const named = faults.map(({ rule, seq, count }) => ({ rule, seq, count }));
  const result = resultSchema.parse(command.verify(entries, NOW, sightings));
  expect(result).toEqual({ broken: null, faults: named });
  return { rules: [...new Set(faults.map(({ rule }) => rule))], faults, summary };
}

/** An operator who was honest until Monday at ten. */
function honestUntilTen(): Operator {
  const operator = new Operator(MONDAY);
  operator.run(MONDAY, TEN, planHonestly);
  return operator;
}

describe('honest operator', () => {
  it('triggers no rule, whoever sighted the ledger at any time', () => {
    const operator = new Operator(MONDAY);
    const sightings: Sighting[] = [];
    operator.run(MONDAY, EVENING, (slot) => {
      sightings.push({ size: operator.entries.length, at: slot });
      return planHonestly(slot);
    });
    expect(found(operator, sightings).rules).toEqual([]);
  });
});

describe('backdated week of signals chosen with hindsight', () => {
  const operator = honestUntilTen();
  const seen = { size: operator.entries.length, at: NOON };
  operator.run(TEN, MONDAY + 4 * 24 * HOUR_MS, (slot) => ({ says: withHindsight(slot) }));

  it('verifies with a high win rate by its own entries', () => {
    const { rules, summary } = found(operator);
    expect(rules).toEqual([]);
    expect(summary?.firstEntryRate?.value).toBeGreaterThan(90);
  });

  it('is reported by a Monday noon sighting without entries since ten', () => {
    const { faults } = found(operator, [seen]);
    expect(faults).toMatchObject([{ rule: 'back-dated', seq: seen.size }]);
    expect(faults[0]?.count).toBeGreaterThan(20);
  });
});

const CHEATS: readonly (readonly [string, TimeRule, (operator: Operator) => void])[] = [
  [
    'withholds two hours and reports them as missed at noon',
    'late-miss',
    (operator) => {
      operator.run(TEN, NOON, (slot) => ({ says: 'miss', after: NOON - slot }));
      operator.run(NOON, EVENING, planHonestly);
    },
  ],
  [
    'calls the market closed on a Tuesday afternoon',
    'closed-while-open',
    (operator) => {
      operator.run(TEN, MONDAY + 38 * HOUR_MS, planHonestly);
      operator.run(MONDAY + 38 * HOUR_MS, MONDAY + 39 * HOUR_MS, () => ({ says: 'closed' }));
      operator.run(MONDAY + 39 * HOUR_MS, MONDAY + 40 * HOUR_MS, planHonestly);
    },
  ],
  [
    'publishes only a minute before the entry',
    'late-publication',
    (operator) => operator.run(TEN, NOON, (slot) => ({ says: byChance(slot), after: 4 * 60_000 })),
  ],
  [
    'hides losses with missing prices',
    'missing-prices',
    (operator) =>
      operator.run(TEN, EVENING, (slot) => ({ says: byChance(slot), hidesLosses: true })),
  ],
];

describe('operator who', () => {
  it.each(CHEATS)('%s is detected from the entries alone: %s', (_what, rule, cheat) => {
    const operator = honestUntilTen();
    const from = operator.entries.length;
    cheat(operator);
    const { faults } = found(operator);
    expect(faults.map((fault) => fault.rule)).toContain(rule);
    for (const { seq } of faults) expect(seq).toBeGreaterThanOrEqual(from);
  });

  it('skips a slot breaks the chain, as a miss can’t be inserted later', () => {
    const operator = honestUntilTen();
    operator.slot(TEN + SLOT_MS, planHonestly(TEN));
    const chain = new ChainVerifier(NOW);
    let broken = null;
    for (const entry of operator.entries) broken = chain.take(entry);
    expect(broken?.reason).toMatch(/is left out/);
  });

  it('reveals losses too late is detected at the first one that counts as a won entry', () => {
    const operator = honestUntilTen();
    operator.run(TEN, NOON, (slot) => ({ says: byChance(slot), revealsLate: true }));
    operator.run(NOON, TEN + 25 * HOUR_MS, planHonestly);
    const { entries } = operator;
    const seq = entries.findIndex(
      (one) => one.type === 'settlement' && one.outcome === 'loss' && one.level === 0,
    );
    const chain = new ChainVerifier(NOW);
    let broken = null;
    for (const entry of entries) broken = chain.take(entry);
    expect(broken).toMatchObject({ seq });
    expect(resultSchema.parse(command.verify(entries, NOW, [])).broken).toMatchObject({ seq });
  });

  it('signs two histories can’t prove one consistent with the other', () => {
    const [one, other] = [honestUntilTen(), honestUntilTen()];
    one.run(TEN, NOON, planHonestly);
    other.run(TEN, EVENING, (slot) => ({ says: withHindsight(slot) }));
    const hashes = other.entries.map((entry) => hashLeaf(toLeaf(entry)));
    const hashAt = ({ level, index }: Subtree) =>
      combineHashes(hashes.slice(index * 2 ** level, (index + 1) * 2 ** level));
    const newer = other.checkpoint();
    const isBeginning = (older: TreeHead) =>
      provesConsistency(older, newer, buildConsistencyProof(older.size, newer.size, hashAt));
    expect(one.checkpoint().key).toBe(newer.key);
    expect(isBeginning(other.checkpoint(one.entries.length))).toBe(true);
    expect(isBeginning(one.checkpoint())).toBe(false);
  });
});

describe('limits of a ledger', () => {
  const gapsSection = readFileSync(inRoot('docs', 'verification.md'), 'utf8').split(
    "## What it can't show",
  )[1];

  it('are listed in docs/verification.md', () => {
    for (const point of [
      'Signals picked by hand',
      'a different signal from the sealed one',
      'A second history from the first visit on',
      'Prices that were never quoted',
      'Several ledgers of which only the best is shown',
      'A signal excluded because its price at the entry',
      'What a coin toss or the opposite direction would have returned',
      'the two-minute tolerance for caches and clocks',
    ])
      expect(gapsSection).toContain(point);
  });

  it('include signals picked by hand, which verify like any others', () => {
    const operator = honestUntilTen();
    operator.run(TEN, NOON, (slot) => ({ says: slot % HOUR_MS === 0 ? 'PUT' : 'CALL' }));
    expect(found(operator).rules).toEqual([]);
  });

  it('include excluded signals, which all figures count regardless', () => {
    const [plain, choosy] = [honestUntilTen(), honestUntilTen()];
    plain.run(TEN, NOON, planHonestly);
    const keepsOut = (slot: number) => byChance(slot) !== withHindsight(slot);
    choosy.run(TEN, NOON, (slot) => ({ says: byChance(slot), keepsOut: keepsOut(slot) }));
    const { rules, summary } = found(choosy);
    const { settled, won, firstEntryWon } = found(plain).summary ?? {};
    expect(choosy.entries.length).toBeGreaterThan(plain.entries.length + 5);
    expect(rules).toEqual([]);
    expect(summary).toMatchObject({ settled, won, firstEntryWon });
    expect(won).toBeGreaterThan(100);
  });
});
