import { describe, expect, it } from 'vitest';
import { ChainVerifier } from '../../../src/record/ledger/verifier';
import { CONFIRM_TIMEOUT_MS } from '../../../src/signals/confirmation';
import { REVEAL_TIMEOUT_MS } from '../../../src/signals/signalEnd';
import {
  buildChain,
  closesAt,
  GENESIS,
  idAt,
  missed,
  NOON,
  published,
  type Said,
  settled,
  slotAt,
} from './chain';

/** The CALL of these chains must not be entered above 1.0851. */
const WITHIN = 1.085;
const BEYOND = 1.0852;

const [AT_ENTRY] = closesAt(0, [WITHIN]);
if (!AT_ENTRY) throw new Error('Expected one close');

type Confirmation = Extract<Said, { type: 'confirmation' }>;

const confirmed = (go: boolean, price: number | null, when = slotAt(1) + 2000): Confirmation => ({
  type: 'confirmation',
  slot: idAt(0),
  go,
  close: { ...AT_ENTRY, price },
  when,
});

/** A settlement that starts from this price at the entry. */
const settledFrom = (price: number) => ({
  ...settled(0),
  closes: closesAt(0, [price, 1.084, 1.086]),
});

/** Why a chain with these confirmations of its first signal is invalid; null if it is valid. */
const findBreakReason = (...confirmations: readonly Said[]): string | null =>
  findReason(confirmations, settledFrom(WITHIN));

function findReason(confirmations: readonly Said[], settlement: Said): string | null {
  const verifier = new ChainVerifier(slotAt(300));
  const later = { ...missed(1), when: slotAt(1) + 20_000 };
  const chain = buildChain(GENESIS, published(0), ...confirmations, later, missed(2), settlement);
  let reason: string | null = null;
  for (const entry of chain) reason ??= verifier.take(entry)?.reason ?? null;
  return reason;
}

describe('confirmation', () => {
  it('is a go within the worst price, and a no-go beyond it or without a price', () => {
    expect(findBreakReason(confirmed(true, WITHIN))).toBeNull();
    expect(findReason([confirmed(false, BEYOND)], settledFrom(BEYOND))).toBeNull();
    expect(findBreakReason(confirmed(false, null))).toBeNull();
  });

  it('may be missing, because the publisher may miss the entry', () => {
    expect(findBreakReason()).toBeNull();
  });

  it('is rejected if its decision contradicts the price', () => {
    expect(findBreakReason(confirmed(true, BEYOND))).toMatch(/beyond its own limit/);
    expect(findBreakReason(confirmed(false, WITHIN))).toMatch(/within its own limit/);
    expect(findBreakReason(confirmed(true, null))).toMatch(/without a price/);
  });

  it('must state the entry price of a timely settlement', () => {
    const other = /a different entry price/;
    expect(findBreakReason(confirmed(false, BEYOND))).toMatch(other);
    expect(findReason([confirmed(true, WITHIN)], settledFrom(BEYOND))).toMatch(other);
    const lost = { outcome: 'loss', level: null, when: NOON + REVEAL_TIMEOUT_MS + 1 } as const;
    expect(findReason([confirmed(true, WITHIN)], { ...settledFrom(BEYOND), ...lost })).toBeNull();
    const flat = {
      outcome: 'break-even',
      level: null,
      closes: closesAt(0, [null, 1.084]),
    } as const;
    expect(findReason([confirmed(true, WITHIN)], { ...settled(0), ...flat })).toBeNull();
  });

  it('is valid once, from the entry time until the confirmation timeout', () => {
    const twice = confirmed(true, WITHIN);
    expect(findBreakReason(twice, twice)).toMatch(/a second time/);
    expect(findBreakReason(confirmed(true, WITHIN, slotAt(1) - 1))).toMatch(
      /the price at the signal’s entry/,
    );
    const late = slotAt(1) + CONFIRM_TIMEOUT_MS + 1;
    expect(findBreakReason(confirmed(true, WITHIN, late))).toMatch(/too late to enter/);
    expect(findBreakReason(confirmed(false, null, late))).toBeNull();
  });

  it('must use the close at the signal’s entry time', () => {
    const [, other] = closesAt(0, [WITHIN, WITHIN]);
    if (!other) throw new Error('Expected two closes');
    const misplaced = { ...confirmed(true, WITHIN), close: other };
    expect(findBreakReason(misplaced)).toMatch(/the price at the signal’s entry/);
  });

  it('is rejected for an unpublished signal', () => {
    const stray = { ...confirmed(true, WITHIN), slot: idAt(9) };
    expect(findBreakReason(stray)).toMatch(/never published/);
  });
});
