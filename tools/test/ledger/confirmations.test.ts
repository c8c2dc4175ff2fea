import { pathToFileURL } from 'node:url';
import { sha256Hex } from '@quantalgo/contracts/core/sha256';
import { SLOT_MS, parseSlotId } from '@quantalgo/contracts/core/slots';
import { buildCommitmentText, type LedgerEntry } from '@quantalgo/contracts/record/ledger/entry';
import { ChainVerifier } from '@quantalgo/contracts/record/ledger/verifier';
import { isPastWorst } from '@quantalgo/contracts/signals/confirmation';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { chainEntry, createFakeLedger } from '../fixtures/ledger';
import { inRoot } from '../../src/system/root';

const FROM = Date.parse('2026-11-18T12:00:00Z');
const NOW = Date.parse('2026-11-22T12:00:00Z');

const commandSchema = z.object({
  verify: z.custom<(entries: unknown, now: number) => unknown>(
    (value) => typeof value === 'function',
  ),
});
const verdictSchema = z.object({ broken: z.nullable(z.object({ seq: z.int() })) });

async function brokenByTheCommand(entries: readonly unknown[]): Promise<number | null> {
  const address = pathToFileURL(inRoot('web', 'public', 'verify-ledger.mjs')).href;
  const { verify } = commandSchema.parse(await import(address));
  return verdictSchema.parse(verify(entries, NOW)).broken?.seq ?? null;
}

function brokenByTheApp(entries: readonly unknown[]): number | null {
  const verifier = new ChainVerifier(NOW);
  let broken: number | null = null;
  for (const entry of entries) broken ??= verifier.take(entry)?.seq ?? null;
  return broken;
}

/**
 * An entry confirmation: how far the price at the entry passes the signal's limit, how far the
 * stated price differs from it, and whether go or no-go follows from the stated price.
 */
interface Told {
  readonly beyond: number | null;
  readonly differsBy: number;
  readonly isHonest: boolean;
  readonly lateMs: number;
  readonly times: number;
}

type Settlement = Extract<LedgerEntry, { type: 'settlement' }>;

const getEntryPrice = ({ closes }: Settlement): number => closes[0]?.price ?? 1;

function limit(settlement: Settlement, { beyond }: Told): Settlement {
  const { signal } = settlement;
  const distance = signal.direction === 'CALL' ? (beyond ?? 0) : -(beyond ?? 0);
  return {
    ...settlement,
    signal: { ...signal, worstPrice: getEntryPrice(settlement) - distance },
  };
}

type Publication = Extract<LedgerEntry, { type: 'publication' }>;

/** A ledger of the same signals whose operator also confirms them, each as told in turn. */
function confirmedLedger(all: readonly Told[]): LedgerEntry[] {
  const plain = createFakeLedger(60, 3, FROM);
  const slots = plain.flatMap((one) => (one.type === 'publication' ? one.slot : []));
  const getTold = (slot: string) => all[slots.indexOf(slot) % all.length] ?? NOTHING;
  const settlements = new Map(
    plain.flatMap((one) =>
      one.type === 'settlement' ? [[one.slot, limit(one, getTold(one.slot))]] : [],
    ),
  );
  const sealed = plain.map((one): LedgerEntry => {
    if (one.type === 'settlement') return settlements.get(one.slot) ?? one;
    const settlement = one.type === 'publication' ? settlements.get(one.slot) : undefined;
    if (one.type !== 'publication' || !settlement) return one;
    const { signal, salt } = settlement;
    return { ...one, commitment: sha256Hex(buildCommitmentText(signal, salt)) };
  });
  const entries: LedgerEntry[] = [];
  let open: Publication | null = null;
  const say = (body: Parameters<typeof chainEntry>[1], at: number) =>
    entries.push(chainEntry(entries.at(-1), body, at));
  for (const { seq, at, source, prev, hash, ...body } of sealed) {
    const entersAt = open && parseSlotId(open.slot) + SLOT_MS;
    if (open && entersAt !== null && Date.parse(at) >= entersAt) {
      const settlement = settlements.get(open.slot);
      const { beyond, differsBy, isHonest, lateMs, times } = getTold(open.slot);
      const price = settlement && beyond !== null ? getEntryPrice(settlement) + differsBy : null;
      const go = settlement && price !== null ? !isPastWorst(settlement.signal, price) : false;
      const close = { at: new Date(entersAt).toISOString(), price };
      for (let time = 0; time < times; time += 1)
        say(
          { type: 'confirmation', slot: open.slot, go: go === isHonest, close },
          entersAt + lateMs,
        );
      open = null;
    }
    say(body, Math.max(Date.parse(at), Date.parse(entries.at(-1)?.at ?? at)));
    if (body.type === 'publication') open = { ...body, seq, at, source, prev, hash };
  }
  return entries;
}

const NOTHING: Told = { beyond: null, differsBy: 0, isHonest: true, lateMs: 0, times: 1 };

const honest = fc.record<Told>({
  beyond: fc.constantFrom(-0.01, 0, 0.01, null),
  differsBy: fc.constant(0),
  isHonest: fc.constant(true),
  lateMs: fc.constantFrom(0, 400, 600),
  times: fc.constantFrom(0, 1),
});
const any = fc.record<Told>({
  beyond: fc.constantFrom(-0.01, 0, 0.01, null),
  differsBy: fc.constantFrom(0, 0, 0.02),
  isHonest: fc.boolean(),
  lateMs: fc.constantFrom(-60_000, 0, 600, 20_000),
  times: fc.constantFrom(0, 1, 2),
});

describe('ledger verifiers with confirmations', () => {
  it('accept every ledger of an honest publisher', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(honest, { minLength: 1, maxLength: 8 }), async (told) => {
        const entries = confirmedLedger(told);
        expect(brokenByTheApp(entries)).toBeNull();
        expect(await brokenByTheCommand(entries)).toBeNull();
      }),
      { numRuns: 50 },
    );
  });

  it('agree on the first invalid entry', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(any, { minLength: 1, maxLength: 8 }), async (told) => {
        const entries = confirmedLedger(told);
        expect(await brokenByTheCommand(entries)).toBe(brokenByTheApp(entries));
      }),
      { numRuns: 100 },
    );
  });

  it('reject a false entry price that turns a losing signal into a no-go', async () => {
    const entries = confirmedLedger([{ ...NOTHING, beyond: 0, differsBy: 0.02 }]);
    const isFalseNoGo = (one: LedgerEntry) =>
      one.type === 'confirmation' && !one.go && one.close.price !== null;
    expect(entries.some(isFalseNoGo)).toBe(true);
    const seq = entries.findIndex(({ type }) => type === 'settlement');
    expect(brokenByTheApp(entries)).toBe(seq);
    expect(await brokenByTheCommand(entries)).toBe(seq);
  });
});
