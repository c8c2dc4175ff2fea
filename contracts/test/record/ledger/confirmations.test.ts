import { describe, expect, it } from 'vitest';
import { ChainVerifier } from '../../../src/record/ledger/verifier';
import { CONFIRM_TIMEOUT_MS } from '../../../src/signals/confirmation';
import {
  chainOf,
  closesAt,
  GENESIS,
  idAt,
  missed,
  published,
  type Said,
  settled,
  slotAt,
} from './chain';

/** The CALL of these chains must not be entered above 1.0851. */
const WITHIN = 1.085;
const BEYOND = 1.0852;

const [AT_ENTRY] = closesAt(0, [WITHIN]);
if (!AT_ENTRY) throw new Error('One close was asked for');

type Confirmation = Extract<Said, { type: 'confirmation' }>;

const confirmed = (go: boolean, price: number | null, when = slotAt(1) + 2000): Confirmation => ({
  type: 'confirmation',
  slot: idAt(0),
  go,
  close: { ...AT_ENTRY, price },
  when,
});

/** The reason why a chain with these confirmations of its first signal breaks; null where it holds. */
function reasonOf(...said: readonly Said[]): string | null {
  const verifier = new ChainVerifier(slotAt(4));
  const later = { ...missed(1), when: slotAt(1) + 20_000 };
  const chain = chainOf(GENESIS, published(0), ...said, later, missed(2), settled(0));
  let reason: string | null = null;
  for (const entry of chain) reason ??= verifier.take(entry)?.reason ?? null;
  return reason;
}

describe('a signal', () => {
  it('may be confirmed at its entry or kept out, by its own worst price', () => {
    expect(reasonOf(confirmed(true, WITHIN))).toBeNull();
    expect(reasonOf(confirmed(false, BEYOND))).toBeNull();
    expect(reasonOf(confirmed(false, null))).toBeNull();
  });

  it('needs no confirmation: earlier versions made none', () => {
    expect(reasonOf()).toBeNull();
  });

  it('is let in or kept out by nothing but its price', () => {
    expect(reasonOf(confirmed(true, BEYOND))).toMatch(/beyond its own limit/);
    expect(reasonOf(confirmed(false, WITHIN))).toMatch(/within its own limit/);
    expect(reasonOf(confirmed(true, null))).toMatch(/without a price/);
  });

  it('is confirmed once, between its entry and ten seconds later', () => {
    const twice = confirmed(true, WITHIN);
    expect(reasonOf(twice, twice)).toMatch(/a second time/);
    expect(reasonOf(confirmed(true, WITHIN, slotAt(1) - 1))).toMatch(
      /the price at the signal’s entry/,
    );
    const late = slotAt(1) + CONFIRM_TIMEOUT_MS + 1;
    expect(reasonOf(confirmed(true, WITHIN, late))).toMatch(/too late to enter/);
    expect(reasonOf(confirmed(false, null, late))).toBeNull();
  });

  it('is confirmed by the close at its entry, not by another', () => {
    const [, other] = closesAt(0, [WITHIN, WITHIN]);
    if (!other) throw new Error('Two closes were asked for');
    const said = { ...confirmed(true, WITHIN), close: other };
    expect(reasonOf(said)).toMatch(/the price at the signal’s entry/);
  });

  it('that nobody published is not confirmed', () => {
    const stray = { ...confirmed(true, WITHIN), slot: idAt(9) };
    expect(reasonOf(stray)).toMatch(/never published/);
  });
});
