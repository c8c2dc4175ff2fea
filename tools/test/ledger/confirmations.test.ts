import { pathToFileURL } from 'node:url';
import { SLOT_MS, parseSlotId } from '@quantalgo/contracts/core/slots';
import type { LedgerEntry, SealedSignal } from '@quantalgo/contracts/record/ledger/entry';
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

/** An entry confirmation: the price relative to the worst price, and whether go or no-go is stated correctly. */
interface Told {
  readonly beyond: number | null;
  readonly isHonest: boolean;
  readonly lateMs: number;
  readonly times: number;
}

const priceAt = ({ direction, worstPrice }: SealedSignal, beyond: number): number =>
  worstPrice + (direction === 'CALL' ? beyond : -beyond);

type Publication = Extract<LedgerEntry, { type: 'publication' }>;

/** A ledger of the same signals whose operator also confirms them, each as told in turn. */
function confirmedLedger(all: readonly Told[]): LedgerEntry[] {
  const plain = createFakeLedger(60, 3, FROM);
  const signals = new Map(
    plain.flatMap((one) => (one.type === 'settlement' ? [[one.slot, one.signal]] : [])),
  );
  const entries: LedgerEntry[] = [];
  let open: Publication | null = null;
  let turn = 0;
  const say = (body: Parameters<typeof chainEntry>[1], at: number) =>
    entries.push(chainEntry(entries.at(-1), body, at));
  for (const { seq, at, source, prev, hash, ...body } of plain) {
    const entersAt = open && parseSlotId(open.slot) + SLOT_MS;
    if (open && entersAt !== null && Date.parse(at) >= entersAt) {
      const signal = signals.get(open.slot);
      const { beyond, isHonest, lateMs, times } = all[turn++ % all.length] ?? NOTHING;
      const price = signal && beyond !== null ? priceAt(signal, beyond) : null;
      const go = signal !== undefined && price !== null && !isPastWorst(signal, price);
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

const NOTHING: Told = { beyond: null, isHonest: true, lateMs: 0, times: 1 };

const honest = fc.record<Told>({
  beyond: fc.constantFrom(-0.01, 0, 0.01, null),
  isHonest: fc.constant(true),
  lateMs: fc.constantFrom(0, 400, 600),
  times: fc.constantFrom(0, 1),
});
const any = fc.record<Told>({
  beyond: fc.constantFrom(-0.01, 0, 0.01, null),
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
});
